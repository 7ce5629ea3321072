import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { connected } from './test-support/pair.ts';

const cwd = '/project';
const mistake = new ReferenceError('secret is not defined');
const fail = (): never => {
  throw mistake;
};

let printed: MockInstance<typeof console.error>;
beforeEach(() => {
  printed = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => printed.mockRestore());

test('[RO20] a mistake in an agent is printed where nobody listens, and stays at home', async () => {
  await using pair = await connected({ prompt: fail });
  const session = await pair.client.newSession({ cwd });
  await expect(session.prompt('hi')).rejects.toMatchObject({ code: -32603, message: 'Internal error' });
  expect(printed.mock.calls).toEqual([['@emend/acp: handler-failed (session/prompt):', mistake]]);
  expect(JSON.stringify(pair.wire)).not.toContain('secret');
});

test('[RO20] a mistake in a client is printed where nobody listens', async () => {
  const note = '_example.com/note';
  await using pair = await connected(
    { prompt: (turn) => void turn.message().append('hello') },
    { notifications: { [note]: fail } },
  );
  const session = await pair.client.newSession({ cwd });
  await pair.connection.notify(note);
  session.store.subscribe(fail);
  await session.prompt('hi');
  expect(new Set(printed.mock.calls.map(([headline]) => headline))).toEqual(
    new Set([`@emend/acp: handler-failed (${note}):`, '@emend/acp: listener-failed:']),
  );
  expect(printed.mock.calls.every(([, error]) => error === mistake)).toBe(true);
});

test('[RO20] whoever listens is told, and nothing is printed', async () => {
  const told: unknown[] = [];
  const onEvent = (event: unknown) => void told.push(event);
  await using pair = await connected({ prompt: fail }, {}, { onEvent });
  const session = await pair.client.newSession({ cwd });
  await session.prompt('hi').catch(() => {});
  expect(told).toEqual([{ type: 'handler-failed', method: 'session/prompt', error: mistake }]);
  expect(printed.mock.calls).toEqual([]);
});

test('[RO20] what a peer does is no failure of ours', async () => {
  await using pair = await connected({ prompt: () => {} });
  await pair.client.notify('_example.com/unknown');
  await pair.client.notify('session/cancel', { sessionId: 7 });
  await pair.client.newSession({ cwd });
  expect(printed.mock.calls).toEqual([]);
});
