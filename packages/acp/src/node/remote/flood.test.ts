import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { heldBytes } from '../../../../../test/support/garbage.ts';
import { remote } from './remote.ts';
import { serveHttp } from './serve-http.ts';

const FRAME = 8 * 1024;
const MEGABYTES = counts({ short: 24, long: 200 });
const FRAMES = (MEGABYTES * 1024 * 1024) / FRAME;

const padding = 'x'.repeat(FRAME);
const frame = (n: number) => `{"jsonrpc":"2.0","method":"_flood","params":{"n":${n},"padding":"${padding}"}}`;

/** What this process holds, in megabytes. */
async function held(): Promise<number> {
  const bytes = await heldBytes(() => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  });
  return bytes / 1024 / 1024;
}

test.each(['ws', 'http'] as const)('[W30] a client that stops reading stops the agent, over %s', async (scheme) => {
  let sent = 0;
  await using service = await serveHttp(({ transport }) => {
    void (async () => {
      for await (const [first] of transport.frames) {
        await transport.send(`{"jsonrpc":"2.0","id":${JSON.parse(String(first)).id},"result":{"protocolVersion":1}}`);
        for (; sent < FRAMES; sent += 1) {
          const room = transport.send(frame(sent));
          if (room !== undefined) await room;
        }
      }
    })();
  });
  const client = remote(service.url.replace('http', scheme));
  void client.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}');
  const reader = client.frames[Symbol.asyncIterator]();
  const before = await held();
  let frames = 0;
  let wrong = 0;
  const read = async () => {
    const { value = [] } = await reader.next();
    for (const each of value) {
      if (!String(each).includes('_flood')) continue;
      if (each !== frame(frames)) wrong += 1;
      frames += 1;
    }
  };
  await read();
  // Until nothing moves any more: what both sides and the system between them hold.
  for (let last = -1; last !== sent; ) {
    last = sent;
    await sleep(100);
  }
  const stopped = (sent * FRAME) / 1024 / 1024;
  expect({ stopped, isFull: stopped > 20 || (await held()) - before > 40 }).toEqual({
    stopped: expect.any(Number),
    isFull: false,
  });
  while (frames < FRAMES) await read();
  expect({ sent, frames, wrong }).toEqual({ sent: FRAMES, frames: FRAMES, wrong: 0 });
  await client.close();
});
