import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { ManualClock } from '../test-support/manual-clock.ts';
import { NodeGateway, type SessionPlace } from './node-gateway.ts';
import { NodeLink } from './node-link.ts';

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
  expect(attempts).toEqual([0, 500, 1_500, 3_500, 5_500, 7_500, 9_500, 11_500, 13_500, 15_500, 17_500, 19_500]);
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

/** A gateway to a node that can be reached; `ends` are the ends of that node. */
function reached() {
  const clock = new ManualClock();
  const ends: Transport[] = [];
  const over: number[] = [];
  const gateway = new NodeGateway(
    { ownerOf: async () => ({ node: 'a', url: 'wss://a/acp', isHere: false }) },
    {
      clock,
      open() {
        const [near, far] = memoryPair();
        const number = ends.push(far);
        void new NodeLink(far).closed.then(() => over.push(number));
        return near;
      },
    },
  );
  /** Lets seconds pass, in which the nodes can give signs of life. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1_000);
      for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    }
  };
  return { gateway, links: gateway.linksOf({ principal: 'ada' }), pass, ends, over };
}

test('[RE90] a connection that is not used any more is closed, and no other to the same node', async () => {
  const { gateway, links, pass, ends, over } = reached();
  await links.locate('s');
  await (await links.open('a')).close();
  await setImmediate();
  await ends[0]?.close();
  await setImmediate();
  const channel = await links.open('a');
  await pass(11);
  await links.open('a');
  expect([ends.length, over]).toEqual([2, [1]]);
  await gateway.close();
  expect(await channel.closed).toBe('ended');
  await expect.poll(() => over).toEqual([1, 2]);
});

test('[RE97] a node that was tried and is used by nobody is not kept connected', async () => {
  const { gateway, links, pass, ends, over } = reached();
  await links.locate('s');
  const found = links.follow('s', 'a');
  await setImmediate();
  await ends[0]?.send('{}');
  await pass(1);
  expect(await found).toBe('a');
  await pass(11);
  expect(over).toEqual([1]);
  await gateway.close();
});

test('[RE97] a gateway that is closed looks for nothing any more', async () => {
  const { gateway, world, pass } = lonely();
  const { follow } = gateway.linksOf({ principal: 'ada' });
  void follow('s', 'a').catch(() => {});
  await pass(1);
  await gateway.close();
  const { looks } = world;
  await pass(5);
  expect(world.looks).toBe(looks);
});

test('[RE97] a session is looked for as long as a client waits for it', async () => {
  const { gateway, world, pass } = lonely();
  const { follow } = gateway.linksOf({ principal: 'ada' });
  const [one, two] = [new AbortController(), new AbortController()];
  const ends: unknown[] = [];
  for (const { signal } of [one, two]) void follow('s', 'a', signal).catch((error) => ends.push(error));
  await pass(1);
  one.abort('left');
  await pass(1);
  expect([world.looks, ends]).toEqual([5, ['left']]);
  two.abort('left, too');
  await pass(5);
  expect([world.looks, ends]).toEqual([5, ['left', 'left, too']]);
  // Who comes later begins anew.
  const found = follow('s', 'a');
  world.owner = { node: 'b', url: 'wss://b/acp', isHere: false };
  await pass(1);
  expect(await found).toBe('b');
  await gateway.close();
});
