import { expect, test } from 'vitest';
import type { Chance } from '../../../../soak/chance.ts';
import { counts } from '../../../../test/support/counts.ts';
import { seededChance } from '../../../../test/support/seed.ts';
import type { Received } from '../transport/transport.ts';
import { settle } from './test-support/http-fakes.ts';
import { HttpWorld } from './test-support/http-world.ts';
import { reading } from './test-support/socket-world.ts';

const sessions = [undefined, 'one', 'two', 'three'] as const;

/** Everything that is said in a run, as the two sides should hear it: in order of each session to the client, in one order to the server. */
interface Said {
  readonly toServer: string[];
  /** How many messages of the client the server has looked at. */
  read: number;
  readonly toClient: Map<string, string[]>;
}

test('[RE20] [W21] [W23] [W24] [W18] random traffic and cuts: every message once and in order, both ways', async () => {
  const chance = seededChance();
  for (let run = 0; run < counts({ short: 5, long: 200 }); run += 1) {
    const world = new HttpWorld({ random: () => chance.next() });
    await world.initialize();
    const said: Said = { toServer: [], read: 0, toClient: new Map() };
    const atServer = reading(world.server);
    const atClient = reading(world.client);
    world.network.fate = ({ method }) => fateOf(method, chance);
    for (let step = 0; step < 60; step += 1) {
      talk(world, said, chance);
      // Requests are answered after what was said before, on the stream of their session.
      answer(world, said, atServer.frames);
      if (chance.percent(60)) await settle();
      if (chance.percent(20)) chance.pick(world.network.streams).cut?.();
      await world.pass(chance.between(0, 2_000), 500);
    }
    world.network.fate = () => ({});
    await world.pass(60_000, 1_000);
    answer(world, said, atServer.frames);
    await world.pass(60_000, 1_000);
    expect(atServer.frames.slice(1)).toEqual(said.toServer);
    expect(bySession(atClient.frames.slice(1))).toEqual(Object.fromEntries(said.toClient));
    await Promise.all([world.client.close(), settle()]);
    await settle();
    expect([...world.ends.values(), world.clock.waiting]).toEqual(['left', 0]);
  }
});

function fateOf(method: string, chance: Chance) {
  if (chance.percent(70)) return {};
  if (chance.percent(30)) return { losesRequest: true };
  if (chance.percent(40)) return { losesAnswer: true };
  return method === 'GET' ? { cutAfter: chance.between(1, 3_000), isSilent: chance.percent(40) } : {};
}

function talk(world: HttpWorld, said: Said, chance: Chance): void {
  for (let count = chance.between(0, 4); count > 0; count -= 1) {
    const frame = message(chance.pick(sessions), said.toServer.length, chance.between(0, 300));
    said.toServer.push(frame);
    void world.client.send(frame);
  }
  for (let count = chance.between(0, 12); count > 0; count -= 1) {
    const session = chance.pick(sessions);
    const list = said.toClient.get(String(session)) ?? [];
    const frame = message(session, list.length, chance.between(0, 300));
    said.toClient.set(String(session), [...list, frame]);
    void world.server.send(frame);
  }
}

function message(sessionId: string | undefined, number: number, size: number): string {
  const method = size % 2 === 0 ? 'session/update' : 'x';
  const id = size % 3 === 0 ? { id: `${number} ${sessionId}` } : {};
  return JSON.stringify({ jsonrpc: '2.0', ...id, method, params: { sessionId, number, text: 'ä'.repeat(size) } });
}

function answer(world: HttpWorld, said: Said, frames: readonly Received[]): void {
  for (const frame of frames.slice(1 + said.read)) {
    said.read += 1;
    const { id, params } = JSON.parse(String(frame));
    if (id === undefined) continue;
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: { of: params.sessionId } });
    const list = said.toClient.get(String(params.sessionId)) ?? [];
    said.toClient.set(String(params.sessionId), [...list, text]);
    void world.server.send(text);
  }
}

function bySession(frames: readonly Received[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const frame of frames) {
    const { params, result } = JSON.parse(String(frame));
    const key = String(result === undefined ? params.sessionId : result.of);
    lists[key] = [...(lists[key] ?? []), String(frame)];
  }
  return lists;
}
