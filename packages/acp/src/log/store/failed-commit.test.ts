import { expect, test } from 'vitest';
import { chunk, eventsOf, message, prompt, session } from '../../testing/log-sessions.ts';
import { ArrayStore } from '../test-support/array-store.ts';
import { StoreLog } from './store-log.ts';

async function logWithSecret() {
  const store = new ArrayStore();
  const log = new StoreLog(store);
  await log.create(session('s'));
  const events = [chunk('m', 'secret'), message('m', ['two']), prompt('a')];
  await log.append('s', events, { expected: 0, at: 1, history: 'keep' });
  return { store, log };
}

async function textOf(log: StoreLog): Promise<string> {
  return JSON.stringify(await eventsOf(log, 's'));
}

test('[LG11] after a commit that failed, the next append erases what it replaces', async () => {
  const { store, log } = await logWithSecret();
  store.failsNext = true;
  const failed = log.append('s', [message('m', ['lost'])], { expected: 3, at: 2 });
  // Called before anybody can know that the first one failed.
  const next = log.append('s', [message('m', ['public'])], { expected: 3, at: 2 });
  await expect(failed).rejects.toMatchObject({ failure: 'unavailable' });
  expect(await next).toBe(4);
  expect(await textOf(log)).not.toMatch(/secret|two|lost/);
});

test('[LG11] an erasure whose commit failed can be made again', async () => {
  const { store, log } = await logWithSecret();
  store.failsNext = true;
  const subject = { type: 'agent', messageId: 'm' } as const;
  await expect(log.redact('s', subject, 2)).rejects.toMatchObject({ failure: 'unavailable' });
  expect(await textOf(log)).toMatch(/secret/);
  await log.redact('s', subject, 2);
  expect(await textOf(log)).not.toMatch(/secret/);
});
