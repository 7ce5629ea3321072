import type { LogEntry, LogEvent } from '../../log/event.ts';
import { LogError, type LogFailure } from '../../log/log-error.ts';
import { sessionEventOf } from '../../log/restore.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { SessionWriter } from '../../log/session-writer.ts';
import type { TurnCalls } from '../../permissions/turn-calls.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { divided } from '../../session/november-parts.ts';
import { applyEvent } from '../../session/reduce/apply.ts';
import type { SessionState } from '../../session/state.ts';
import { seeEvent } from '../turn-facts.ts';
import { storeRefusal } from './session-errors.ts';

/** How an agent stores its sessions. */
export interface DurableSessions {
  readonly log: SessionLog;
  /** What happens to content that is cleared or replaced: it is erased (default), or kept until it is redacted. */
  readonly history?: 'erase' | 'keep';
  /** Returns the time in whole milliseconds since 1970; `Date.now` by default. */
  readonly now?: () => number;
}

/** Notices are for the moment, and what the agent is doing is true of this connection only. */
const passing: ReadonlySet<string> = new Set(['notice', 'state_update']);

/** Failures which say that the session is no longer this process's to write. */
const superseding: ReadonlySet<LogFailure> = new Set(['conflict', 'unknown_session', 'not_owner']);

/** Why a session is no longer recorded: it goes on or was deleted elsewhere, or this machine has lost it, or the store. */
export type RecorderStop = 'elsewhere' | 'lost';

/** Records what happens in a session, and keeps the resulting state. */
export class SessionRecorder {
  readonly #log: SessionLog;
  readonly #sessionId: string;
  readonly #writer: SessionWriter;
  readonly #history: 'erase' | 'keep';
  #state: SessionState;
  /** What a policy may take as a reason to allow; undefined if there is no policy. */
  turnCalls: TurnCalls | undefined;

  constructor(sessions: DurableSessions, sessionId: string, position: number, state: SessionState) {
    this.#log = sessions.log;
    this.#sessionId = sessionId;
    this.#writer = new SessionWriter(sessions.log, sessionId, position, sessions.now ?? Date.now);
    this.#history = sessions.history ?? 'erase';
    this.#state = state;
    const { ownership } = sessions.log;
    const owned = ownership?.owned(sessionId);
    // Other clients of the session may have nothing to ask, and would wait for ever for what is said where it goes on.
    this.onStopped(() => this.stopped === 'lost' && ownership?.giveUp?.(sessionId, owned));
  }

  /** The state of the session, folded from everything that was recorded. */
  get state(): SessionState {
    return this.#state;
  }

  /** The position of the last entry; undefined if there is none. */
  get position(): number | undefined {
    const { position } = this.#writer;
    return position === 0 ? undefined : position - 1;
  }

  /** Whether content that is cleared or replaced is erased. */
  get isErasing(): boolean {
    return this.#history === 'erase';
  }

  /** Yields the entries from a position on, after everything recorded so far is stored. */
  async *entriesFrom(position: number): AsyncGenerator<readonly LogEntry[]> {
    try {
      await this.durable();
      yield* this.#log.read(this.#sessionId, position);
    } catch (error) {
      throw storeRefusal(error);
    }
  }

  /** Calls back once if the session was taken over or deleted elsewhere, or the store is out of reach; nothing more is recorded then. */
  onStopped(listener: () => void): void {
    const { stopped } = this.#writer;
    stopped.addEventListener('abort', () => this.isStopped && listener(), { once: true });
  }

  /** Whether it was taken over or deleted, or its store could not be reached for too long: it has to be opened again. */
  get isStopped(): boolean {
    const reason: unknown = this.#writer.stopped.reason;
    return this.isSuperseded || (reason instanceof LogError && reason.failure === 'unavailable');
  }

  /** Why nothing more is recorded; undefined while something is, or if it failed in another way. */
  get stopped(): RecorderStop | undefined {
    const reason: unknown = this.#writer.stopped.reason;
    if (!this.isStopped || !(reason instanceof LogError)) return undefined;
    return reason.failure === 'not_owner' || reason.failure === 'unavailable' ? 'lost' : 'elsewhere';
  }

  /** Whether the session was taken over or deleted elsewhere. */
  get isSuperseded(): boolean {
    const reason: unknown = this.#writer.stopped.reason;
    return reason instanceof LogError && superseding.has(reason.failure);
  }

  /** Records events, without waiting. */
  record(...events: readonly LogEvent[]): void {
    for (const [index, event] of events.entries()) {
      const change = sessionEventOf(event, this.#writer.position + index);
      if (change === undefined) continue;
      if (this.turnCalls !== undefined) seeEvent(this.turnCalls, change, this.#state);
      this.#state = applyEvent(this.#state, change);
    }
    this.#writer.append(events, this.#history);
  }

  /** Records an update of the agent: what June has of it, and then what only November has. */
  recordUpdate(update: SessionUpdate): void {
    const { june, november } = divided(update);
    if (june !== undefined) this.record({ type: 'update', update: june });
    if (november === undefined || passing.has(november.sessionUpdate)) return;
    // The events of a log name the updates of both drafts as June does.
    this.record({ type: 'update', dialect: 'november', update: november as unknown as SessionUpdate });
  }

  /** Compacts the log, so that loading a session takes time by its messages, not by its tokens; not if its history is kept. */
  fold(): void {
    if (this.#history === 'keep') return;
    // A failure changes nothing, and a store that keeps failing reports it with the next append.
    this.#log.compact(this.#sessionId).catch(() => {});
  }

  /** Deletes the session. A failure is ignored: the error that led here says more. */
  async forget(): Promise<void> {
    await this.#log.delete(this.#sessionId).catch(() => {});
  }

  /** Resolves when everything recorded so far is stored safely. */
  durable(): Promise<void> {
    return this.#writer.durable();
  }
}
