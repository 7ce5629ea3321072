import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.ts';
import { NodeGateway, type SessionPlace } from './node-gateway.ts';

/** A gateway to a node that has all sessions and cannot be reached. */
function lonely() {
  const clock = new ManualClock();
  const attempts: number[] = [];
  const lost: string[] = [];
  const world: { owner: SessionPlace; looks: number } = {
    owner: { node: 'a', url: 'wss://a/acp', isHere: false },
    looks: 0,
  };
  const places = {
    async ownerOf() {
      world.looks += 1;
      return world.owner;
    },
  };
  const gateway = new NodeGateway(places, {
    clock,
    open() {
      attempts.push(clock.now());
      throw new Error('No route.');
    },
    onLost: (node) => lost.push(node),
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let half = 0; half < seconds * 2; half += 1) {
      await setImmediate();
      clock.advance(500);
    }
    await setImmediate();
  };
  return { gateway, attempts, lost, world, pass };
}

test('[RE97] a node that cannot be reached is tried after pauses that grow, for all sessions together', async () => {
  const { gateway, attempts, lost, world, pass } = lonely();
  const { follow } = gateway.linksOf({ principal: 'ada' });
  const found: unknown[] = [];
  for (const session of ['s', 't', 'u']) void follow(session, 'a').then((node) => found.push([session, node]));
  await pass(20);
  expect(attempts).toEqual([0, 500, 1_500, 3_500, 7_500, 12_500, 17_500]);
  expect(lost.length).toBe(attempts.length);
  // Who has them is asked all the time: another node may have taken them.
  expect([world.looks, found]).toEqual([3 * 41, []]);
  world.owner = { node: 'b', url: 'wss://b/acp', isHere: false };
  await pass(0.5);
  expect(found).toEqual([
    ['s', 'b'],
    ['t', 'b'],
    ['u', 'b'],
  ]);
  await gateway.close();
});
