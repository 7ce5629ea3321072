import { expect, test } from 'vitest';
import { rightClient } from '../test-support/right-client.ts';
import type { CheckResult } from '../verdict.ts';
import { checkClient } from './check-client.ts';
import type { StartClient } from './started-client.ts';

/** Counts the starts of a client, and which of them were not ended. */
function counted(start: StartClient): { readonly start: StartClient; starts: number; readonly open: Set<number> } {
  const counts = { starts: 0, open: new Set<number>() };
  const countingStart: StartClient = async (options) => {
    counts.starts += 1;
    const number = counts.starts;
    const client = await start(options);
    counts.open.add(number);
    const end = async () => {
      await client.end();
      counts.open.delete(number);
    };
    return { ...client, end };
  };
  return Object.assign(counts, { start: countingStart });
}

/** Makes a client that ends when it gets a number of updates in one turn. */
function tired(updates: number): StartClient {
  return rightClient({
    wrap: (transport) => ({
      send: (frame) => transport.send(frame),
      close: () => transport.close(),
      frames: (async function* () {
        let count = 0;
        for await (const batch of transport.frames) {
          count += batch.filter((frame) => String(frame).includes('"session/update"')).length;
          if (count >= updates) return void transport.close();
          yield batch;
        }
      })(),
    }),
  });
}

async function resultsOf(start: StartClient, only: readonly string[], onTranscript?: (result: CheckResult) => void) {
  const run = await checkClient(start, { only, dialects: ['june'], jobs: 1, onTranscript });
  return (await run.all()).results;
}

test('checks use one client after the other while its turn lasts, and none is left when all are done', async () => {
  const counts = counted(rightClient());
  const results = await resultsOf(counts.start, ['updates.unknown', 'updates.malformed', 'requests', 'permission']);
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(results.length).toBeGreaterThan(10);
  // One is for the first conversation, in which the client shows what it does by itself.
  expect([counts.starts, counts.open.size]).toEqual([2, 0]);
});

test('a client whose turn has ended is not used again', async () => {
  const counts = counted(rightClient());
  const results = await resultsOf(counts.start, ['updates.late', 'updates.many', 'updates.stop-reasons']);
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['updates.late', 'pass'],
    ['updates.many', 'pass'],
    ['updates.stop-reasons', 'pass'],
  ]);
  expect([counts.starts, counts.open.size]).toEqual([3, 0]);
});

test('what is found in a client that others have used is looked for in a new one', async () => {
  const transcripts: string[] = [];
  const onTranscript = ({ id }: CheckResult) => void transcripts.push(id);
  const only = ['updates.known', 'updates.unknown-keys'];
  expect((await resultsOf(tired(25), only, onTranscript)).map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  expect(transcripts).toEqual([]);
  expect((await resultsOf(tired(8), only, onTranscript)).map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
  expect(transcripts).toEqual(only);
});
