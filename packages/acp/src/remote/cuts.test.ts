import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { seededChance } from '../../../../test/support/seed.ts';
import { Reader, SocketWorld } from './test-support/socket-world.ts';

/** What can happen to a socket. */
const faults = ['abrupt', 'silent', 'server-silent', 'orderly', 'client-drops', 'down'] as const;

test.each(['node', 'page'] as const)(
  '[RE1] [W22] [W23] [W18] random traffic and cuts: every message once and in order, both ways (%s)',
  async (kind) => {
    const chance = seededChance();
    let cuts = 0;
    for (let run = 0; run < counts({ short: 12, long: 150 }); run += 1) {
      const world = new SocketWorld({
        kind,
        random: () => chance.next(),
        limits: { kept: chance.pick([2_000, 20_000, 16_777_216]) },
      });
      const there: string[] = [];
      const back: string[] = [];
      await world.initialize();
      const atServer = new Reader(world.server);
      const atClient = new Reader(world.client);
      for (let step = 0; step < 120; step += 1) {
        for (let count = chance.between(0, 8); count > 0; count -= 1) {
          const frame = message('to-server', there.length, chance.between(0, 400));
          there.push(frame);
          void world.client.send(frame);
        }
        for (let count = chance.between(0, 20); count > 0; count -= 1) {
          const frame = message('to-client', back.length, chance.between(0, 400));
          back.push(frame);
          void world.server.send(frame);
        }
        atServer.isPaused = chance.percent(25);
        atClient.isPaused = chance.percent(25);
        const { client, server } = world.socket;
        // Some of what is on its way arrives before the fault.
        client.arrive(chance.between(0, 12));
        server.arrive(chance.between(0, 12));
        await world.shakeHands();
        if (chance.between(0, 4) === 0) cut(world, chance.pick(faults));
        else if (chance.between(0, 3) === 0) await world.settle();
        await world.pass(chance.between(0, 3_000), 500);
        world.network = 'up';
      }
      atServer.isPaused = false;
      atClient.isPaused = false;
      await world.pass(120_000, 1_000);
      expect(atServer.frames.slice(1)).toEqual(there);
      expect(atClient.frames.slice(1)).toEqual(back);
      await Promise.all([world.client.close(), world.settle()]);
      await world.settle();
      expect([...world.ends.values(), world.clock.waiting]).toEqual(['left', 0]);
      cuts += world.sockets.length - 1;
    }
    expect(cuts).toBeGreaterThan(counts({ short: 120, long: 1_500 }));
  },
);

function cut(world: SocketWorld, fault: (typeof faults)[number]): void {
  const { client, server } = world.socket;
  switch (fault) {
    case 'abrupt':
      client.end({ code: 1006, reason: '' });
      server.end({ code: 1006, reason: '' });
      break;
    case 'silent':
      client.cut();
      break;
    case 'server-silent':
      // The client knows, the server does not: the next socket comes while the old one seems to be open.
      client.cut();
      client.end({ code: 1006, reason: '' });
      break;
    case 'orderly':
      server.close(1012, 'The proxy starts again.');
      break;
    case 'client-drops':
      client.close(4000);
      break;
    case 'down':
      world.network = 'down';
      client.end({ code: 1006, reason: '' });
      server.end({ code: 1006, reason: '' });
      break;
  }
}

function message(direction: string, number: number, size: number): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { direction, number, text: 'a'.repeat(size) } });
}
