import { expect, test } from 'vitest';
import { PeerPool } from './peer-pool.ts';

function makePeer(name: string, ended: string[]) {
  const peer = {
    name,
    isOver: false,
    close: async () => {
      ended.push(name);
    },
  };
  return peer;
}

test('a peer is given to the next check of its kind, unless it has ended', async () => {
  const ended: string[] = [];
  const pool = new PeerPool<ReturnType<typeof makePeer>>();
  const [one, two, three] = [makePeer('one', ended), makePeer('two', ended), makePeer('three', ended)];
  pool.begin();
  pool.giveBack('a', one);
  pool.giveBack('b', two);
  expect([pool.take('c'), pool.take('a'), pool.take('a')]).toEqual([undefined, one, undefined]);
  two.isOver = true;
  expect([pool.take('b'), ended]).toEqual([undefined, ['two']]);
  pool.giveBack('a', one);
  await pool.end();
  expect(ended).toEqual(['two', 'one']);
  pool.giveBack('a', three);
  await pool.end();
  expect([ended, pool.take('a')]).toEqual([['two', 'one', 'three'], undefined]);
});
