import type { LogEvent } from '../../log/event.ts';
import { LogError } from '../../log/log-error.ts';
import { sessionEventOf } from '../../log/restore.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { SessionWriter } from '../../log/session-writer.ts';
import { applyEvent } from '../../session/reduce/apply.ts';
import type { SessionState } from '../../session/state.ts';

/** How an agent keeps its sessions. */
export interface DurableSessions {
  readonly log: SessionLog;
  /** What becomes of content that is cleared or replaced: it is erased (default), or kept until it is redacted. */
  readonly history?: 'erase' | 'keep';
  /** The time in whole milliseconds since 1970; the clock of the machine by default. */
  readonly now?: () => number;
}

/** Writes down what happens in a session, and knows the state that comes of it. */
export class Recorder {
  readonly #log: SessionLog;
  readonly #sessionId: string;
  readonly #writer: SessionWriter;
  readonly #history: 'erase' | 'keep';
  #state: SessionState;

  constructor(sessions: DurableSessions, sessionId: string, position: number, state: SessionState) {
    this.#log = sessions.log;
    this.#sessionId = sessionId;
    this.#writer = new SessionWriter(sessions.log, sessionId, position, sessions.now ?? Date.now);
    this.#history = sessions.history ?? 'erase';
    this.#state = state;
  }

  /** Everything that has happened in the session, folded. */
  get state(): SessionState {
    return this.#state;
  }

  /** Calls back once if the session goes on elsewhere or was deleted there: nothing more is written here then. */
  onSuperseded(superseded: () => void): void {
    const { stopped } = this.#writer;
    stopped.addEventListener('abort', () => this.isSuperseded && superseded(), { once: true });
  }

  /** Whether somebody else has taken the session over or deleted it. */
  get isSuperseded(): boolean {
    const reason: unknown = this.#writer.stopped.reason;
    return reason instanceof LogError && (reason.failure === 'conflict' || reason.failure === 'unknown_session');
  }

  /** Writes an event down, without waiting. */
  record(...events: readonly LogEvent[]): void {
    for (const [index, event] of events.entries()) {
      const change = sessionEventOf(event, this.#writer.position + index);
      if (change !== undefined) this.#state = applyEvent(this.#state, change);
    }
    this.#writer.append(events, this.#history);
  }

  /**
   * Folds what the ended turns have left, so that a session takes as long to load as it has messages, not tokens. History that is kept
   * would be folded away.
   */
  fold(): void {
    if (this.#history === 'keep') return;
    // It changes nothing of what the session is; a store that fails says so with the next append.
    this.#log.compact(this.#sessionId).catch(() => {});
  }

  /** Deletes the session. What made it pointless says more than a store that fails to forget it. */
  async forget(): Promise<void> {
    await this.#log.delete(this.#sessionId).catch(() => {});
  }

  /** Resolves once everything recorded so far survives a crash. */
  durable(): Promise<void> {
    return this.#writer.durable();
  }
}
