import { memoryPair, serve } from '@emend/acp';
import { remote, serveHttp } from '@emend/acp/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Chance } from '../../soak/chance.ts';
import { type Fault, randomPlan, type Weather } from '../../soak/fault-plan.ts';
import { type FaultCounts, FaultProxy } from '../../soak/fault-proxy.ts';
import { counts } from '../support/counts.ts';
import { seededChance } from '../support/seed.ts';
import { CountingAgent, type Crossed, crossing, wantedCrossing } from './peers/crossing.ts';
import { type Carrier, carriers } from './peers/official-clients.ts';
import { ScaledClock } from './peers/scaled-clock.ts';

const size = { updates: counts({ short: 1_500, long: 15_000 }), questions: counts({ short: 10, long: 50 }) };
const leastCuts = counts({ short: 25, long: 100 });

/** The crossing without a network. */
let uncut: Crossed;
beforeAll(async () => {
  const counting = new CountingAgent(size);
  const [near, far] = memoryPair();
  serve(counting.agent, far);
  uncut = await crossing(near, counting);
  expect(uncut).toMatchObject(wantedCrossing(uncut.state, size));
});
afterAll(() => {
  uncut = undefined as never;
});

/** The same weather for a connection that carries the handshake, whose failure the caller is told at once. */
const afterHandshake = (weather: Weather): Weather => ({
  ...weather,
  after: { down: [3_000, 9_000], up: [3_000, 9_000] },
});

const sum = (faults: FaultCounts['faults']) => Object.values(faults).reduce((total, each) => total + each, 0);

/** Runs the crossing through a proxy with this weather and returns what became of it, and what the proxy did. */
async function crossedIn(
  carrier: Carrier,
  weather: Weather,
  chance: Chance,
  speed = 50,
): Promise<{ crossed: Crossed; faults: FaultCounts['faults']; states: string[] }> {
  const counting = new CountingAgent(size);
  const clock = new ScaledClock();
  const limits = { away: 60_000 * speed, handshake: 60_000 * speed };
  await using service = await serveHttp(counting.agent, { clock, limits, hostNames: ['127.0.0.1'] });
  const port = Number(new URL(service.url).port);
  await using proxy = await FaultProxy.start(port, {
    plan: (connection) => randomPlan(chance, connection === 0 ? afterHandshake(weather) : weather),
  });
  const states: string[] = [];
  const scheme = carrier === 'http' ? 'http' : 'ws';
  const transport = remote(`${scheme}://127.0.0.1:${proxy.port}/acp`, {
    // The longest attempt must not be given up because the clock runs fast.
    giveUpAfter: 10_000_000,
    onState({ type }) {
      states.push(type);
      // The first attempt is the only one, however busy the machine is.
      if (states.length === 2) clock.hurry(speed);
    },
    platform: { clock, random: () => chance.next() / 20 },
  });
  const crossed = await crossing(transport, counting);
  return { crossed, faults: proxy.counts.faults, states };
}

const abrupt: readonly Fault[] = ['reset', 'reset', 'reset', 'end', 'end', 'end-up', 'end-down'];
const most = counts({ short: 10_000, long: 28_000 });
const bytes: Record<Carrier, Weather['after']> = {
  websocket: { down: [300, most], up: [300, most] },
  // A request has some hundred bytes.
  http: { down: [300, most], up: [100, most] },
};

test.each(carriers)(
  '[W21, W22, W18, W24] cut at random bytes again and again, both sides have every message once and in order, over %s',
  async (carrier) => {
    const weather: Weather = { faults: abrupt, after: bytes[carrier], delayed: [10, 3], dripping: [10, 700] };
    const { crossed, faults, states } = await crossedIn(carrier, weather, seededChance());
    expect(crossed).toEqual(uncut);
    expect(sum(faults)).toBeGreaterThanOrEqual(leastCuts);
    expect(states.at(-1)).toBe('closed');
  },
);

test.each(carriers)(
  '[W23, W33] where the network dies without a word, the next socket or stream takes the place of the old one, over %s',
  async (carrier) => {
    const weather: Weather = { faults: ['stall', 'stall-up', 'stall-down'], after: { down: [5_000, 120_000] } };
    const { crossed, faults } = await crossedIn(carrier, weather, seededChance(), 100);
    expect(crossed).toEqual(uncut);
    expect(sum(faults)).toBeGreaterThan(0);
  },
);
