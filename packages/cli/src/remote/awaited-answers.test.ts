import { memoryPair } from '@emend/acp';
import { expect, test } from 'vitest';
import { withAwaitedAnswers } from './awaited-answers.ts';

const request = '{"jsonrpc":"2.0","id":1,"method":"x"}';
const answer = '{"jsonrpc":"2.0","id":1,"result":null}';

async function received(frames: AsyncIterable<readonly unknown[]>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const batch of frames) all.push(...batch);
  return all;
}

test('answers that are on their way still come', async () => {
  const [near, far] = memoryPair();
  const transport = withAwaitedAnswers(near);
  const reading = received(transport.frames);
  transport.send(request);
  const closing = transport.close();
  await new Promise(setImmediate);
  far.send('{"jsonrpc":"2.0","method":"y"}');
  far.send(answer);
  await closing;
  expect(await reading).toEqual(['{"jsonrpc":"2.0","method":"y"}', answer]);
});

test('a connection without open requests, and one that has ended, is closed at once', async () => {
  const [near, far] = memoryPair();
  const transport = withAwaitedAnswers(near);
  const reading = received(transport.frames);
  transport.send(request);
  far.send(answer);
  await new Promise(setImmediate);
  await transport.close();
  expect(await reading).toEqual([answer]);

  const [other, gone] = memoryPair();
  const ended = withAwaitedAnswers(other);
  const rest = received(ended.frames);
  ended.send(request);
  await gone.close();
  await rest;
  await ended.close();
});
