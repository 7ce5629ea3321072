import { mkdirSync } from 'node:fs';
import type { ClientSession } from '@emend/acp';
import type { Chance } from './chance.ts';
import { flood } from './flood.ts';
import { HeldLock } from './held-lock.ts';
import type { MemoryWatch } from './memory-watch.ts';
import { type AgentFault, agentFaults, type TurnPlan } from './plan.ts';
import { isRunning, kill, leftOf } from './process-mark.ts';
import { RememberedSession } from './remembered-session.ts';
import { FailedStart, type Line, lines, type RunningAgent, startAgent } from './running-agent.ts';
import type { Tally } from './tally.ts';
import { runTurn } from './turn-check.ts';
import { after, within } from './waiting.ts';

const deadly: readonly (AgentFault | undefined)[] = ['kill', 'cut', 'exit'];
/** What goes wrong outside the agent while turns run. */
const outerFaults = [
  'slow',
  'stalled',
  'killed',
  'left',
  'late-answer',
  'bridge-killed',
  'store-locked',
  'stderr-closed',
  'two-loads',
] as const;
/** For how long another program holds the lock of the store, in milliseconds; the store waits for twice as long. */
const longestLock = 2_500;
const cwd = '/project';
const longestLife = 25;
/** One of so many agent processes starts with a flood. */
const floodEvery = 15;
const firstFlood = 5;

/** What a worker shares with the others. */
interface WorkerParts {
  readonly tally: Tally;
  readonly memory: MemoryWatch;
  readonly sabotage: string;
  /** Runs a flood exclusively, since the memory of two floods cannot be told apart. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

/** One store and the agents that serve it, one after another, each until something ends it. */
export class Worker {
  readonly #folder: string;
  readonly #chances: Chance;
  #chance: Chance;
  readonly #tally: Tally;
  readonly #parts: WorkerParts;
  readonly #sessions: RememberedSession[] = [];
  #lives = 0;
  #turns = 0;

  constructor(folder: string, chance: Chance, parts: WorkerParts) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#chances = chance;
    this.#chance = chance.fork();
    this.#tally = parts.tally;
    this.#parts = parts;
  }

  /** The life of one agent process. */
  async episode(): Promise<void> {
    // Independent random choices for each agent process, and for events whose timing the seed does not determine.
    const chance = this.#chances.fork();
    const delays = this.#chances.fork();
    this.#chance = chance;
    const line = lines[chance.percent(30) ? 0 : chance.between(1, lines.length - 1)] ?? lines[0];
    this.#tally.inject(line.name);
    if (chance.percent(5)) await this.#failToStart(line);
    // Only the bridge restarts an agent that has refused v2; a direct connection cannot.
    const fault = line.hasBridge && line.version === 1 && chance.percent(30) ? 'refuse-v2' : undefined;
    if (fault !== undefined) this.#tally.inject('refused-v2');
    const agent = await startAgent({
      folder: this.#folder,
      line,
      sabotage: this.#parts.sabotage,
      fault,
      chance: this.#chances.fork(),
      options: {
        requestPermission: async ({ options }) => {
          await after(delays.between(0, 5));
          return options[0]?.optionId ?? { outcome: 'cancelled' };
        },
      },
    });
    this.#lives += 1;
    if (this.#lives % floodEvery === firstFlood || this.#parts.sabotage === 'buffer') await this.#flood(agent);
    const open = await this.#open(agent);
    let lives = true;
    for (let round = chance.between(1, 8); round > 0 && lives; round--) lives = await this.#round(agent, open);
    if (lives) await this.#measure(agent);
    const left = await agent.end();
    for (const [kind, times] of Object.entries(agent.network?.counts.faults ?? {}))
      if (times > 0) this.#tally.see(`connections over a network cut by: ${kind}`, times);
    this.#tally.check('no process is left', left.length === 0, () => `${left.length} of ${line.name} still run`);
  }

  /** Checks that an agent that exits at `initialize` is reported at once and leaves no process behind. */
  async #failToStart(line: Line): Promise<void> {
    this.#tally.inject('exit-at-initialize');
    const chance = this.#chances.fork();
    const start = { folder: this.#folder, line, sabotage: '', fault: 'exit', options: {}, chance } as const;
    const failure = await startAgent(start).catch((error: unknown) => error);
    const isFailed = failure instanceof FailedStart;
    this.#tally.check('an agent that exits at initialize is an error', isFailed, () => `${line.name}: ${failure}`);
    const left = isFailed ? failure.left : [];
    this.#tally.check('no process is left', left.length === 0, () => `${left.length} of a failed start still run`);
  }

  async #open({ client }: RunningAgent): Promise<Map<RememberedSession, ClientSession>> {
    const open = new Map<RememberedSession, ClientSession>();
    for (const old of this.#sessions.filter(({ turns }) => turns > longestLife)) {
      await client.deleteSession(old.id);
      this.#sessions.splice(this.#sessions.indexOf(old), 1);
    }
    for (const remembered of this.#sessions) {
      const session = await client.loadSession({ sessionId: remembered.id, cwd });
      remembered.compare(session, this.#tally);
      open.set(remembered, session);
    }
    const listed: string[] = [];
    for await (const { sessionId } of client.allSessions()) listed.push(sessionId);
    const expected = this.#sessions.map(({ id }) => id).sort();
    this.#tally.check('the list is right', listed.sort().join() === expected.join(), () => `${listed} for ${expected}`);
    while (open.size < 1 || (open.size < 3 && this.#chance.percent(40))) {
      const session = await client.newSession({ cwd });
      const remembered = new RememberedSession(session.id);
      this.#sessions.push(remembered);
      open.set(remembered, session);
    }
    return open;
  }

  /** Runs a turn in every session at once, with at most one fault of the agent and one of the connection; returns false if the agent is gone. */
  async #round(agent: RunningAgent, open: Map<RememberedSession, ClientSession>): Promise<boolean> {
    const chance = this.#chance;
    const fault = chance.percent(60) ? chance.pick(agentFaults) : undefined;
    const drawn = chance.percent(40) ? chance.pick(outerFaults) : undefined;
    const outer = drawn === 'bridge-killed' && !agent.line.hasBridge ? 'killed' : drawn;
    const isKilled = outer === 'killed' || outer === 'bridge-killed';
    if (fault !== undefined) this.#tally.inject(fault);
    if (outer !== undefined) this.#tally.inject(outer);
    const reading = outer === 'slow' || outer === 'stalled' ? outer : undefined;
    if (reading !== undefined) agent.reading.pace = reading;
    const mayBreak = deadly.includes(fault) || isKilled || outer === 'left';
    const circumstances = `${agent.line.name}, ${open.size} sessions, ${fault ?? 'no fault'}, ${outer ?? 'no other'}`;
    // An agent whose client has left gets no answer to what it asks, and ends its turn with an error; a bridge whose agent has
    // gone answers in its place.
    const isRefusing = fault === 'full-disk' || fault === 'follower-io';
    const lock = new HeldLock();
    const mayRefuse = () =>
      isRefusing || outer === 'left' || (mayBreak && agent.line.hasBridge) || lock.isLongerThanStoresWait;
    const tolerance = { line: agent.line, mayBreak, mayRefuse, reading, circumstances };
    const turns = [...open].map(([remembered, session], index) => {
      const plan = this.#plan(index === 0 ? fault : undefined, reading !== undefined);
      remembered.turns += 1;
      return runTurn(session, remembered, plan, this.#tally, tolerance);
    });
    if (isKilled || outer === 'left') {
      await after(chance.between(0, 30));
      const pid = agent.processes.get(outer === 'bridge-killed' ? 'a bridge' : 'an agent') ?? 0;
      if (isKilled) kill(-pid);
      else agent.leave();
    }
    if (outer === 'stderr-closed') agent.closeStderr();
    if (outer === 'store-locked') await lock.hold(this.#folder, chance.between(500, longestLock));
    if (outer === 'late-answer') {
      const asked = agent.client.request('_soak/slow', {}, { signal: AbortSignal.timeout(5) });
      await asked.catch(() => {});
    }
    await Promise.all(turns);
    agent.reading.pace = 'quick';
    if (mayBreak) {
      const end = await within(120_000, agent.client.closed);
      this.#tally.check('the end of an agent is noticed', end !== undefined, () => `after ${circumstances}`);
      if (outer === 'bridge-killed') await this.#afterKilledBridge(agent);
      return false;
    }
    if (fault === 'full-disk') {
      this.#tally.see(
        'writes that SQLite refused on a full disk',
        Number(await agent.client.request('_soak/room', {})),
      );
    }
    if (lock.isLongerThanStoresWait)
      this.#tally.see('locks that a busy machine has held for longer than a store waits', 1);
    if (isRefusing || lock.isLongerThanStoresWait) await this.#loadAgain(agent, open);
    if (outer === 'two-loads') await this.#loadTwice(agent, open);
    return true;
  }

  #plan(fault: AgentFault | undefined, isFlood: boolean): TurnPlan {
    const chance = this.#chance;
    this.#turns += 1;
    return {
      turn: this.#turns,
      chunks: isFlood ? chance.between(500, 1_500) : chance.between(4, 60),
      size: isFlood ? 200 : chance.pick([12, 40, 200, 2_000]),
      replaces: chance.percent(25),
      usesTool: chance.percent(30),
      asks: chance.percent(50),
      waits: fault === undefined && chance.percent(15),
      follows: fault === 'follower-io' || chance.percent(30),
      ...(fault === undefined ? {} : { fault }),
    };
  }

  /** Checks that an agent whose bridge was killed ends; `end` checks everything that it started. */
  async #afterKilledBridge({ processes }: RunningAgent): Promise<void> {
    const pid = processes.get('an agent') ?? 0;
    const left = await leftOf(() => (isRunning(pid) ? [pid] : []));
    this.#tally.check('an agent without its bridge ends', left.length === 0, () => `process ${pid} still runs`);
  }

  /** Loads each session several times at once, once with an impossible folder: every load that succeeds must be complete. */
  async #loadTwice({ client }: RunningAgent, open: Map<RememberedSession, ClientSession>): Promise<void> {
    for (const remembered of open.keys()) {
      const folders = [cwd, 'nowhere', cwd];
      const loads = await Promise.allSettled(
        folders.map((folder) => client.loadSession({ sessionId: remembered.id, cwd: folder })),
      );
      const loaded = loads.flatMap((load) => (load.status === 'fulfilled' ? [load.value] : []));
      this.#tally.check('one of two loads succeeds', loaded.length > 0, () => JSON.stringify(loads.map(String)));
      for (const session of loaded) remembered.compare(session, this.#tally);
      const last = loaded.at(-1);
      if (last !== undefined) open.set(remembered, last);
    }
  }

  /** Reloads the sessions once the store works again, and checks that acknowledged turns are there. */
  async #loadAgain({ client }: RunningAgent, open: Map<RememberedSession, ClientSession>): Promise<void> {
    for (const remembered of open.keys()) {
      const session = await client.loadSession({ sessionId: remembered.id, cwd });
      remembered.compare(session, this.#tally);
      open.set(remembered, session);
    }
  }

  async #flood(agent: RunningAgent): Promise<void> {
    this.#tally.inject('flooded');
    this.#turns += 1;
    await this.#parts.alone(() => flood(agent, this.#folder, this.#turns, this.#tally));
  }

  async #measure({ client }: RunningAgent): Promise<void> {
    this.#parts.memory.ofAgent(Number(await client.request('_soak/memory', {})));
  }
}
