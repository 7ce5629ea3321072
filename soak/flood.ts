import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { kept, shown } from './memory-watch.ts';
import type { TurnPlan } from './plan.ts';
import { memoryOf } from './process-mark.ts';
import type { RunningAgent } from './running-agent.ts';
import type { Tally } from './tally.ts';
import { TurnText } from './turn-text.ts';
import { after, within } from './waiting.ts';

const megabyte = 1024 * 1024;
const chunks = 6_000;
/** Two bytes each in UTF-8. */
const size = 16_000;
/** The size of a flood, in bytes. */
export const floodBytes = chunks * size * 2;

/** How long nobody reads, in milliseconds. */
const stall = 4_000;
const interval = 200;
/** After how long a flood counts as hanging, in milliseconds. */
export const floodPatience = 300_000;

/**
 * How much memory and disk space may grow while nobody reads, in bytes. The store holds what the agent sent before it had to
 * wait; a process holds the garbage of that and reserves of its engine, which come to 25 MB and more on a busy machine; the client
 * also talks to other agents. A flood is twice as large.
 */
const most = {
  'an agent': 96 * megabyte,
  'a bridge': 96 * megabyte,
  'the client': 80 * megabyte,
  'the store': 80 * megabyte,
};

/**
 * How much more may be on its way over HTTP, where nobody confirms what was read: what the system buffers for the sockets on both sides of the
 * proxy, which is kept until its reader has it.
 */
const inSockets = 48 * megabyte;

/** Makes an agent send far more than all buffers hold while nobody reads: it must wait, and nobody may buffer what cannot be passed on. */
export async function flood(agent: RunningAgent, folder: string, turn: number, tally: Tally): Promise<void> {
  const session = await agent.client.newSession({ cwd: '/project' });
  const plan: TurnPlan = {
    turn,
    chunks,
    size,
    replaces: false,
    usesTool: false,
    asks: false,
    waits: false,
    follows: false,
  };
  const said = new TurnText(session, plan, agent.line);
  const sizes: readonly (readonly [keyof typeof most, () => number | undefined])[] = [
    ...[...agent.processes].map(([name, pid]) => [name, () => memoryOf(pid)] as const),
    ['the client', kept],
    ['the store', () => sizeOf(folder)],
  ];
  const before = new Map(sizes.map(([name, measure]) => [name, measure()]));
  const release = agent.reading.hold();
  const ended = within(floodPatience, session.prompt(JSON.stringify(plan)));
  const until = performance.now() + stall;
  // Reported once: it does not shrink until somebody reads.
  const exceeded = new Set<keyof typeof most>();
  while (performance.now() < until) {
    await after(interval);
    for (const [name, measure] of sizes) {
      const [first, now] = [before.get(name), measure()];
      if (first === undefined || now === undefined || exceeded.has(name)) continue;
      if (now - first >= most[name] + (agent.line.carrier === 'http' ? inSockets : 0)) exceeded.add(name);
      tally.measure(`${name}, more while nobody reads`, now - first);
      tally.check('memory is bounded while nobody reads', !exceeded.has(name), () => {
        return `${name} takes ${shown(now - first)} more on ${agent.line.name}`;
      });
    }
  }
  release();
  const released = performance.now();
  const outcome = await ended;
  tally.time('a flood, once somebody reads', performance.now() - released);
  tally.check('nothing hangs', outcome !== undefined, () => `a flood has no end after ${floodPatience / 1000} s`);
  tally.check('what was said arrives whole', said.isWhole, () => `a flood on ${agent.line.name} does not`);
  await agent.client.deleteSession(session.id);
}

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
