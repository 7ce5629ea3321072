import { expect, test } from 'vitest';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { LentTransport } from './lent-transport.ts';

async function framesOf(transport: Transport): Promise<unknown[]> {
  const frames: unknown[] = [];
  for await (const batch of transport.frames) frames.push(...batch);
  return frames;
}

const passed = () => new Promise((resolve) => setImmediate(resolve));

test('what arrives goes to the one who has the connection, and what others send goes nowhere', async () => {
  const [near, far] = memoryPair();
  const lent = new LentTransport(near);
  const atPeer = framesOf(far);
  const first = lent.lend();
  const atFirst = framesOf(first);
  far.send('one');
  first.send('from the first');
  await passed();
  lent.takeBack();
  first.send('too late');
  far.send('for nobody');
  await passed();
  const second = lent.lend();
  const atSecond = framesOf(second);
  far.send('two');
  first.send('much too late');
  second.send('from the second');
  await passed();
  expect(lent.isOver).toBe(false);
  await second.close();
  expect(await Promise.all([atFirst, atSecond, atPeer])).toEqual([
    ['one'],
    ['two'],
    ['from the first', 'from the second'],
  ]);
});

test('a connection that has ended is over for everybody who gets it', async () => {
  const [near, far] = memoryPair();
  const lent = new LentTransport(near);
  const first = framesOf(lent.lend());
  await far.close();
  expect(await first).toEqual([]);
  expect([lent.isOver, await framesOf(lent.lend())]).toEqual([true, []]);
});
