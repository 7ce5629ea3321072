import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import type { Agent } from './agent.ts';
import type { AgentSession } from './session.ts';

/** The sessions of an agent that are open on any of its connections, or whose turns run on without a client. */
export class LiveSessions {
  /** Reopening, joining, closing and deleting, by session: one at a time, or they would undo each other's work. */
  readonly changes = new KeyedQueue();
  /** The loads and resumes that wait or run. */
  readonly openings = new Set<{ readonly sessionId: string; readonly context: RequestContext }>();
  readonly #byId = new Map<string, AgentSession>();
  /** The sessions that are forgotten when nothing runs in them any more. */
  readonly #releasing = new Set<AgentSession>();

  /** Returns a live session. */
  get(sessionId: string): AgentSession | undefined {
    return this.#byId.get(sessionId);
  }

  /** Adds a session that was opened, in place of an earlier one with its id. */
  add(session: AgentSession): void {
    this.#byId.set(session.id, session);
  }

  /** Forgets a session that was closed. */
  remove(session: AgentSession): void {
    if (this.#byId.get(session.id) === session) this.#byId.delete(session.id);
  }

  /** Forgets a session that nobody has open, when nothing runs in it any more, unless a client has joined by then. */
  async release(session: AgentSession): Promise<void> {
    // Clients may come and go while a turn runs, and none of them is waited with.
    if (this.#releasing.has(session)) return;
    this.#releasing.add(session);
    try {
      await session.turns.quiet();
    } finally {
      this.#releasing.delete(session);
    }
    if (!session.isAttended) this.remove(session);
  }
}

const byAgent = new WeakMap<Agent, LiveSessions>();

/** Returns the live sessions that the connections of an agent share. Without a log there is no history for those who join, so nothing is shared. */
export function liveSessionsOf(agent: Agent): LiveSessions {
  if (agent.definition.sessions === undefined) return new LiveSessions();
  const live = byAgent.get(agent) ?? new LiveSessions();
  byAgent.set(agent, live);
  return live;
}
