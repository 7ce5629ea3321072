import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, memoryPair, serve } from '@emend/acp';
import { remote, serveHttp } from '@emend/acp/node';
import type { RemoteState } from '@emend/acp/remote';
import { describe, expect, test } from 'vitest';
import { randomPlan, type Weather } from '../../soak/fault-plan.ts';
import { FaultProxy } from '../../soak/fault-proxy.ts';
import { counts } from '../support/counts.ts';
import { streamOver } from '../support/official-stream.ts';
import { root } from '../support/repository.ts';
import { seededChance } from '../support/seed.ts';
import { CountingAgent, crossing } from './peers/crossing.ts';
import {
  carriers,
  officialStream,
  wantedNovember,
  wantedV1,
  wholeNovemberSession,
  wholeV1Session,
} from './peers/official-clients.ts';
import { officialNovemberAgent } from './peers/official-november-agent.ts';
import { officialV1Agent } from './peers/official-v1-agent.ts';
import { ourAgent } from './peers/our-agent.ts';
import { type ReverseProxy, startCaddy, startNginx } from './peers/reverse-proxies.ts';

const page = readFileSync(join(root, 'docs/behind-a-proxy.md'), 'utf8');
const settingsOf = (language: string) => ({
  text: new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? '',
  address: '127.0.0.1:4711',
});

/** The proxies with their documented settings. `patience` is the idle limit, where the proxy has one. */
const proxies = {
  nginx: (port: number, patience = '60s') => {
    const { text, address } = settingsOf('nginx');
    expect(text).toContain('proxy_read_timeout 60s;');
    return startNginx(port, {
      text: text.replace('proxy_read_timeout 60s', `proxy_read_timeout ${patience}`),
      address,
    });
  },
  caddy: (port: number) => startCaddy(port, settingsOf('caddy')),
};
const names = ['nginx', 'caddy'] as const;

async function started(name: (typeof names)[number], port: number, patience?: string): Promise<ReverseProxy> {
  const proxy = await proxies[name](port, patience);
  if (typeof proxy === 'string') throw new Error(proxy);
  return proxy;
}

const missing = await Promise.all(
  names.map(async (name) => {
    const proxy = await proxies[name](1);
    if (typeof proxy === 'string') process.stderr.write(`Tests behind ${name} are skipped: ${proxy}\n`);
    else await proxy.stop();
    return typeof proxy === 'string' ? name : undefined;
  }),
);
const present = names.filter((name) => !missing.includes(name));

const portOf = (url: string) => Number(new URL(url).port);
const hostNames = ['127.0.0.1'];
const schemes = { websocket: 'ws', http: 'http' } as const;

describe.each(present)('%s', (name) => {
  test.each(carriers)('[W57] the official clients have whole sessions through it over %s', async (carrier) => {
    const sessions = [
      { create: () => officialV1Agent(), session: wholeV1Session, wanted: wantedV1 },
      { create: () => officialNovemberAgent(), session: wholeNovemberSession, wanted: wantedNovember },
    ];
    for (const { create, session, wanted } of sessions) {
      await using service = await serveHttp(({ transport }) => void create().connect(streamOver(transport)), {
        hostNames,
      });
      await using proxy = await started(name, portOf(service.url));
      expect(await session(officialStream(carrier, `http://127.0.0.1:${proxy.port}/acp`))).toEqual(wanted);
    }
  });

  test.each(carriers)('[W57] nothing is lost or doubled when it is cut on either side, over %s', async (carrier) => {
    const size = { updates: counts({ short: 800, long: 8_000 }), questions: 5 };
    const weather: Weather = {
      faults: ['reset', 'reset', 'end', 'end-up', 'end-down'],
      after: { down: [800, 30_000], up: [400, 9_000] },
    };
    const chance = seededChance();
    // A handshake that fails is told at once; the rest is tried again.
    const first: Weather = { ...weather, after: { down: [4_000, 9_000], up: [3_000, 9_000] } };
    const plan = (connection: number) => randomPlan(chance, connection === 0 ? first : weather);
    const uncut = new CountingAgent(size);
    const [near, far] = memoryPair();
    serve(uncut.agent, far);
    const wanted = await crossing(near, uncut);

    const counting = new CountingAgent(size);
    await using service = await serveHttp(counting.agent, { hostNames });
    await using behind = await FaultProxy.start(portOf(service.url), { plan });
    await using proxy = await started(name, behind.port);
    await using front = await FaultProxy.start(proxy.port, { plan });
    const transport = remote(`${schemes[carrier]}://127.0.0.1:${front.port}/acp`, {
      platform: { random: () => chance.next() / 50 },
    });
    expect(await crossing(transport, counting)).toEqual(wanted);
    for (const { counts: done } of [front, behind])
      expect(Object.values(done.faults).reduce((total, each) => total + each, 0)).toBeGreaterThan(2);
  });
});

// A machine that stops for longer than the limit is idle, too; not every time.
const busy = { retry: 4 };
test.skipIf(present.length === 0)(
  '[W57, W34] an idle connection outlives the idle limit of a proxy',
  busy,
  async () => {
    await using service = await serveHttp(ourAgent(), { hostNames, limits: { keepAlive: 200 } });
    const idle = present.flatMap((name) => carriers.map((carrier) => ({ name, carrier })));
    const outcomes = idle.map(async ({ name, carrier }) => {
      await using proxy = await started(name, portOf(service.url), '3s');
      const states: string[] = [];
      const onState = ({ type }: RemoteState) => states.push(type);
      const client = await connect(remote(`${schemes[carrier]}://127.0.0.1:${proxy.port}/acp`, { onState }));
      const session = await client.newSession({ cwd: process.cwd() });
      await pause(counts({ short: 3_600, long: 10_000 }));
      const { stopReason } = await session.prompt('hello');
      await client.close();
      return { stopReason, states };
    });
    const wanted = { stopReason: 'end_turn', states: ['connecting', 'open', 'closed'] };
    expect(await Promise.all(outcomes)).toEqual(idle.map(() => wanted));
  },
);
