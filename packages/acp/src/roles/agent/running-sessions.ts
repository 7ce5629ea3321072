import type { SessionLog } from '../../log/session-log.ts';
import type { AgentSession } from './session.ts';

/** The sessions of this process whose turns finish without their client, by log and id. */
const byLog = new WeakMap<SessionLog, Map<string, AgentSession>>();

/** Finds the sessions of a log whose client has left while a turn runs, so that a client that comes back goes on with them. */
export class RunningSessions {
  readonly #sessions: Map<string, AgentSession>;

  constructor(log: SessionLog) {
    this.#sessions = byLog.get(log) ?? new Map();
    byLog.set(log, this.#sessions);
  }

  /** Adds a session that has a client. */
  add(session: AgentSession): void {
    this.#sessions.set(session.id, session);
  }

  /** Returns a session that runs on without a client. */
  left(sessionId: string): AgentSession | undefined {
    const session = this.#sessions.get(sessionId);
    return session?.runsAlone === true ? session : undefined;
  }

  /** Forgets a session that was closed. */
  remove(session: AgentSession): void {
    if (this.#sessions.get(session.id) === session) this.#sessions.delete(session.id);
  }

  /** Forgets a session whose client has left when nothing runs in it any more, unless another client has it by then. */
  async release(session: AgentSession): Promise<void> {
    await session.turns.quiet();
    if (session.hasLeft) this.remove(session);
  }
}
