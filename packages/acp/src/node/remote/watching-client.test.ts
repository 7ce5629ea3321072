import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { patientAgent, tells } from '../../roles/test-support/patient-agent.ts';
import { type RawClient, rawClientOf, textPrompt } from '../../roles/test-support/raw-client.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The memory in use when nothing is left to collect. */
async function used(): Promise<number> {
  for (let count = 0; count < 3; count++) {
    await new Promise(setImmediate);
    collect();
  }
  return process.memoryUsage().heapUsed;
}

test('[RO92] [X46] a client that watches costs less than 64 KB beyond its queue, both of its ends counted', async () => {
  const { served, goOn } = patientAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  goOn('one');
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const watch = async (): Promise<RawClient> => {
    const client = await rawClientOf(served, 'june');
    await client.load(sessionId);
    return client;
  };
  // What is made once is made by the first.
  const clients = [await watch()];
  const before = await used();
  const count = 100;
  for (let index = 0; index < count; index++) clients.push(await watch());
  const each = ((await used()) - before) / count;
  expect(each).toBeLessThan(64 * 1024);
  goOn('two');
  await first.ask('session/prompt', textPrompt(sessionId, 'two'));
  for (const client of clients) await client.until(tells('two ends'));
  await Promise.all([first, ...clients].map((client) => client.close()));
});

test('[RO92] [X46] of clients that have left nothing is kept, also if all of them leave at once while a turn runs', async () => {
  const { served, goOn, turns } = patientAgent();
  const serving = { whenClientLeaves: 'finish' } as const;
  const first = await rawClientOf(served, 'june', { serving });
  const sessionId = await first.open();
  void first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await first.until(tells('one begins'));
  await first.close();
  const visit = async (count: number): Promise<void> => {
    const clients: RawClient[] = [];
    for (let index = 0; index < count; index++) {
      const client = await rawClientOf(served, 'june', { serving });
      await client.load(sessionId);
      clients.push(client);
    }
    await Promise.all(clients.map((client) => client.close()));
  };
  // What is made once is made by the first.
  await visit(50);
  await visit(1);
  const before = await used();
  const count = 100;
  await visit(count);
  expect(((await used()) - before) / count).toBeLessThan(4 * 1024);
  expect(turns.map(({ session }) => session.clients.present)).toEqual([[]]);
  goOn('one');
  await turns[0]?.session.turns.quiet();
});
