import { mkdirSync } from 'node:fs';
import type { ClientSession } from '@emend/acp';
import type { Chance } from './chance.ts';
import { type AgentFault, agentFaults, type TurnPlan } from './plan.ts';
import { isGone, killGroup } from './process-group.ts';
import { RememberedSession } from './remembered-session.ts';
import { type RunningAgent, startAgent } from './running-agent.ts';
import type { Tally } from './tally.ts';
import { runTurn } from './turn-check.ts';

const deadly: readonly (AgentFault | undefined)[] = ['kill', 'cut', 'exit'];
const cwd = '/project';
const longestLife = 25;

/** One store and the agents that serve it, one after another, each until something ends it. */
export class Worker {
  readonly #folder: string;
  readonly #chance: Chance;
  readonly #tally: Tally;
  readonly #sabotage: string;
  readonly #sessions: RememberedSession[] = [];
  #turns = 0;

  constructor(folder: string, chance: Chance, tally: Tally, sabotage: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#chance = chance;
    this.#tally = tally;
    this.#sabotage = sabotage;
  }

  /** The life of one agent process. */
  async episode(): Promise<void> {
    const chance = this.#chance;
    const version = chance.percent(35) ? 1 : 2;
    this.#tally.inject(version === 1 ? 'agent behind the bridge' : 'agent without the bridge');
    const agent = await startAgent(this.#folder, version, this.#sabotage, {
      requestPermission: async ({ options }) => {
        await after(chance.between(0, 5));
        return options[0]?.optionId ?? { outcome: 'cancelled' };
      },
    });
    const open = await this.#open(agent);
    let lives = true;
    for (let round = chance.between(1, 8); round > 0 && lives; round--) lives = await this.#round(agent, open);
    if (lives) await this.#measure(agent);
    await this.#end(agent);
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

  /** A turn in every session at once, with at most one fault of the agent and one of the line; false if the agent is gone. */
  async #round(agent: RunningAgent, open: Map<RememberedSession, ClientSession>): Promise<boolean> {
    const chance = this.#chance;
    const fault = chance.percent(60) ? chance.pick(agentFaults) : undefined;
    const outer = chance.percent(40)
      ? chance.pick(['slow', 'stalled', 'killed', 'left', 'late-answer'] as const)
      : undefined;
    if (fault !== undefined) this.#tally.inject(fault);
    if (outer !== undefined) this.#tally.inject(outer);
    if (outer === 'slow' || outer === 'stalled') agent.line.pace = outer;
    const mayBreak = deadly.includes(fault) || outer === 'killed' || outer === 'left';
    const circumstances = `v${agent.version}, ${open.size} sessions, ${fault ?? 'no fault'}, ${outer ?? 'no other'}`;
    // An agent whose client has left gets no answer to what it asks, and ends its turn with an error.
    const tolerance = { mayBreak, mayRefuse: fault === 'full-disk' || outer === 'left', circumstances };
    const turns = [...open].map(([remembered, session], index) => {
      const plan = this.#plan(index === 0 ? fault : undefined, outer === 'stalled' || outer === 'slow');
      remembered.turns += 1;
      return runTurn(session, remembered, plan, this.#tally, tolerance);
    });
    if (outer === 'killed' || outer === 'left') {
      await after(chance.between(0, 30));
      if (outer === 'killed') killGroup(agent.process.pid);
      else agent.leave();
    }
    if (outer === 'late-answer') {
      const asked = agent.client.request('_soak/slow', {}, { signal: AbortSignal.timeout(5) });
      await asked.catch(() => {});
    }
    await Promise.all(turns);
    agent.line.pace = 'quick';
    if (mayBreak) {
      const isNoticed = await Promise.race([agent.client.closed.then(() => true), after(20_000).then(() => false)]);
      this.#tally.check('the end of an agent is noticed', isNoticed, () => `after ${fault ?? outer}`);
      return false;
    }
    if (fault === 'full-disk') await this.#afterFullDisk(agent, open);
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
      ...(fault === undefined ? {} : { fault }),
    };
  }

  /** There is room again: whoever was refused loads the session anew, and what was acknowledged is there. */
  async #afterFullDisk({ client }: RunningAgent, open: Map<RememberedSession, ClientSession>): Promise<void> {
    await client.request('_soak/room', {});
    for (const remembered of open.keys()) {
      const session = await client.loadSession({ sessionId: remembered.id, cwd });
      remembered.compare(session, this.#tally);
      open.set(remembered, session);
    }
  }

  async #measure({ client }: RunningAgent): Promise<void> {
    const used = (await client.request('_soak/memory', {})) as NodeJS.MemoryUsage;
    this.#tally.measure('heap of an agent', used.heapUsed);
  }

  async #end(agent: RunningAgent): Promise<void> {
    const { pid } = agent.process;
    // Left alone on purpose, to see that it is noticed; it is ended afterwards all the same.
    if (this.#sabotage === 'leave-process') {
      this.#tally.check('no process is left', await isGone(pid, 500), () => `something of group ${pid} still runs`);
    }
    await agent.client.close();
    await agent.process.close();
    if (this.#sabotage === 'leave-process')
      return this.#tally.check('no process is left', false, () => 'as was asked for');
    this.#tally.check('no process is left', await isGone(pid), () => `something of group ${pid} still runs`);
  }
}

/** Waits, without keeping the process alive. */
function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
