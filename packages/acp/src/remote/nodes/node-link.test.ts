import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { serve } from '../../roles/agent/serve.ts';
import { patientAgent, tells } from '../../roles/test-support/patient-agent.ts';
import { rawClientOn, textPrompt } from '../../roles/test-support/raw-client.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';
import { ManualClock } from '../test-support/manual-clock.ts';
import type { EraserIn, NodeChannel } from './node-channel.ts';
import { GuestConnection } from './node-guests.ts';
import { NodeLink } from './node-link.ts';
import { routedClient } from './routed-client.ts';

/** A link between two nodes; what the owner sends is noted. */
function linked(clients: number, clock?: ManualClock, eraserIn?: EraserIn) {
  const [near, far] = memoryPair();
  const sent: string[] = [];
  const noted: Transport = {
    ...far,
    send(frame) {
      sent.push(frame);
      return far.send(frame);
    },
  };
  const guests: { readonly channel: NodeChannel; readonly principal: string }[] = [];
  const owner = new NodeLink(noted, { onGuest: (channel, principal) => guests.push({ channel, principal }) });
  const gateway = new NodeLink(near, clock === undefined ? { eraserIn } : { silence: 5, clock });
  const channels = Array.from({ length: clients }, (_, number) => gateway.open(`client ${number}`));
  return { near, far, owner, gateway, channels, guests, sent };
}

async function collected({ frames }: Transport, into: unknown[]): Promise<void> {
  try {
    for await (const batch of frames) into.push(...batch);
  } catch (error) {
    into.push(error instanceof Error ? error.message : error);
  }
}

test('[RE90] [X44] an update for all clients of a node is sent to it once, however many they are', async () => {
  const { channels, guests, sent } = linked(20);
  await expect.poll(() => guests.length).toBe(20);
  expect(guests.map(({ principal }) => principal)).toEqual(channels.map((_, number) => `client ${number}`));
  const received = channels.map((channel) => {
    const into: unknown[] = [];
    void collected(channel, into);
    return into;
  });
  const updates = Array.from({ length: 50 }, (_, number) => `{"update":${number}}`);
  for (const update of updates) for (const { channel } of guests) channel.send(update);
  await expect.poll(() => received).toEqual(channels.map(() => updates));
  expect(sent.length).toBe(updates.length);
});

test('[RE90] [X44] what an agent tells is sent to a node once in each draft, however many of its clients have the session', async () => {
  const { channels, guests, sent } = linked(9);
  await expect.poll(() => guests.length).toBe(9);
  const { served, goOn } = patientAgent();
  for (const { channel, principal } of guests)
    serve(served, new GuestConnection('guest', principal, channel).transport, { onEvent() {} });
  const clients: Awaited<ReturnType<typeof rawClientOn>>[] = [];
  for (const [number, channel] of channels.entries())
    clients.push(await rawClientOn(channel, number < 6 ? 'june' : 'november'));
  const [first, ...others] = clients as [(typeof clients)[0], ...typeof clients];
  const sessionId = await first.open();
  for (const client of others) await client.load(sessionId);
  goOn('one');
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  for (const client of clients) await client.until(tells('one ends'));
  const told = sent
    .map((frame) => JSON.parse(frame))
    .filter(({ params }) => params?.frame?.method === 'session/update');
  const framesOf = (word: string) => told.filter((frame) => JSON.stringify(frame).includes(word));
  for (const word of ['user_message', 'one begins, ', 'one ends']) {
    const reached = framesOf(word).map(({ params }) => params.channels.length);
    expect([word, reached.toSorted()]).toEqual([word, [3, 6]]);
  }
  await Promise.all(clients.map((client) => client.close()));
});

test('[RE90] [X4] [X44] every channel gets its messages in order, whatever the others get', async () => {
  const step = fc.record({
    to: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1 }),
    text: fc.constantFrom('1', '2', '"both \\" and }}"', '{"a":[1,{"b":2}]}'),
    pause: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { channels, guests, sent } = linked(5);
      const received = channels.map((channel) => {
        const into: unknown[] = [];
        void collected(channel, into);
        return into;
      });
      await expect.poll(() => guests.length).toBe(5);
      const expected = channels.map((): string[] => []);
      for (const { to, text, pause } of steps) {
        for (const number of to) {
          guests[number]?.channel.send(text);
          expected[number]?.push(text);
        }
        if (pause) await new Promise((resolve) => setTimeout(resolve));
      }
      await expect.poll(() => received).toEqual(expected);
      expect(sent.length).toBeLessThanOrEqual(steps.length);
    }),
    { numRuns: counts({ short: 30, long: 1_000 }) },
  );
});

test('[RE91] [X3] a client that does not read holds up nobody else, and is given up by who sends too much', async () => {
  const { channels, guests } = linked(2);
  const [slow, quick] = channels as [NodeChannel, NodeChannel];
  await expect.poll(() => guests.length).toBe(2);
  const [toSlow, toQuick] = guests.map(({ channel }) => channel) as [NodeChannel, NodeChannel];
  const got: unknown[] = [];
  void collected(quick, got);
  const large = JSON.stringify('x'.repeat(100_000));
  let room: Promise<void> | undefined;
  await expect
    .poll(() => {
      // What it gets is its own, so that it is not shared.
      room = toSlow.send(large);
      return room !== undefined;
    })
    .toBe(true);
  for (let number = 0; number < 100; number += 1) await toQuick.send(`${number}`);
  await expect.poll(() => got).toEqual(Array.from({ length: 100 }, (_, number) => `${number}`));
  // Once it reads, it goes on.
  const late: unknown[] = [];
  const reading = slow.frames.next();
  late.push(...((await reading).value ?? []));
  slow.frames.next().catch(() => {});
  await room;
  expect(late.every((frame) => frame === large)).toBe(true);
  await toSlow.close();
  expect(await slow.closed).toBe('ended');

  const again = linked(1);
  await expect.poll(() => again.guests.length).toBe(1);
  const [stuck] = again.channels as [NodeChannel];
  const toStuck = again.guests[0]?.channel as NodeChannel;
  await expect.poll(() => toStuck.send(large) !== undefined).toBe(true);
  await toStuck.close();
  expect(await stuck.closed).toBe('slow');
});

test('[RE93] a lost link ends its channels with the reason, and nothing can be sent on them', async () => {
  const { channels, guests, far, gateway } = linked(2);
  await expect.poll(() => guests.length).toBe(2);
  const received: unknown[] = [];
  const reading = Promise.all(channels.map((channel) => collected(channel, received)));
  await far.close();
  await reading;
  const reason = 'The other node has closed the connection.';
  expect(received).toEqual([reason, reason]);
  expect(await gateway.closed).toBe(reason);
  await expect(channels[0]?.send('1')).rejects.toThrow('ended');
  // One that is opened too late is over at once.
  expect(await gateway.open('late').closed).toBe('ended');
});

test('[RE93] a node that gives no sign of life for five seconds is lost, and one that answers is not', async () => {
  const clock = new ManualClock();
  const { gateway } = linked(1, clock);
  let lost: string | undefined;
  void gateway.closed.then((reason) => {
    lost = reason;
  });
  for (let second = 0; second < 20; second += 1) {
    clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(lost).toBeUndefined();

  const silent = new NodeLink(memoryPair()[0], { silence: 5, clock });
  const channel = silent.open('client');
  for (let second = 0; second < 6; second += 1) clock.advance(1_000);
  expect(await silent.closed).toBe('The other node has been silent for 5 s.');
  expect(await channel.closed).toBe('ended');
});

test('[RE91] [RE93] a client that is behind is not given up because the link is lost', async () => {
  const { channels, guests, far } = linked(1);
  await expect.poll(() => guests.length).toBe(1);
  const [stuck] = channels as [NodeChannel];
  const large = JSON.stringify('x'.repeat(100_000));
  await expect.poll(() => guests[0]?.channel.send(large) !== undefined).toBe(true);
  await far.close();
  expect(await stuck.closed).toBe('ended');
});

/** A message that says so erases secrets. */
const erasing: EraserIn = (frame) =>
  frame.includes('erase')
    ? () => (earlier) => (earlier.includes('secret') ? earlier.replace('secret', '') : undefined)
    : undefined;

test('[RE95] [X13] what is erased leaves the queues of all nodes: of the owner, of the link, of the channel and of the client', async () => {
  const { channels, guests, sent } = linked(2, undefined, erasing);
  await expect.poll(() => guests.length).toBe(2);
  const [one, two] = guests.map(({ channel, principal }) => new GuestConnection('guest', principal, channel));
  // Two messages wait for the first client, and one for that; the second one has nobody who reads its channel.
  const [near, far] = memoryPair({ highWater: 100 });
  const client = routedClient(far, {
    locate: async () => 'owner',
    follow: async () => 'owner',
    open: async () => channels[0] as NodeChannel,
  });
  near.send('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2}}');
  near.send('{"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s"}}');
  const asked: unknown[] = [];
  void collected((one as GuestConnection).transport, asked);
  await expect.poll(() => asked.length).toBe(1);
  one?.transport.send('{"jsonrpc":"2.0","id":"emend-node-greeting","result":{}}');
  await expect.poll(() => asked.length).toBe(2);
  const said = (text: string) => JSON.stringify({ jsonrpc: '2.0', method: 'say', params: { text } });
  for (const text of ['secret 1', 'secret 2', 'secret 3'])
    for (const guest of [one, two]) guest?.transport.send(said(text));
  await expect.poll(() => sent.filter((frame) => frame.includes('secret')).length).toBe(3);
  // What has not left the owner is erased there.
  for (const guest of [one, two]) guest?.transport.send(said('secret 4'));
  for (const guest of [one, two]) guest?.erase((frame) => frame.includes('secret'));
  for (const guest of [one, two]) guest?.transport.send(said('erase'));
  await expect.poll(() => sent.some((frame) => frame.includes('erase'))).toBe(true);
  expect(sent.filter((frame) => frame.includes('secret 4'))).toEqual([]);
  const seen: unknown[][] = [[], []];
  void collected(near, seen[0] as unknown[]);
  void collected(channels[1] as NodeChannel, seen[1] as unknown[]);
  const left = [said(' 1'), said(' 2'), said(' 3'), said('erase')];
  await expect.poll(() => seen).toEqual([left, left]);
  await client.close();
});

test('[RE95] [X13] what is taken away from one client stays for another that has nothing else of it', async () => {
  const { channels, guests, sent } = linked(2);
  await expect.poll(() => guests.length).toBe(2);
  const [one, two] = guests.map(({ channel }) => channel) as [NodeChannel, NodeChannel];
  /** The first message that is left holds the place of all. */
  const placing = () => {
    let hasPlace = false;
    return (frame: string) => {
      if (hasPlace) return null;
      hasPlace = true;
      return frame.replace('secret', '');
    };
  };
  const said = (text: string) => JSON.stringify({ text });
  one.send(said('secret 1'));
  for (const channel of [one, two]) channel.send(said('secret 2'));
  one.rewrite(placing());
  two.rewrite(placing());
  const seen: unknown[][] = [[], []];
  for (const [at, channel] of channels.entries()) void collected(channel, seen[at] as unknown[]);
  await expect.poll(() => seen).toEqual([[said(' 1')], [said(' 2')]]);
  expect(sent.join('')).not.toContain('secret');
});
