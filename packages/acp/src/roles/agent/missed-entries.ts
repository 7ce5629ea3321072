import type { LogEntry } from '../../log/event.ts';
import { joinedReplay } from '../../log/joined-replay.ts';
import { toldEntries } from '../../log/told-entries.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { present } from '../../protocol/reading/optional.ts';
import { newSessionState } from '../../session/state.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { SessionSetup } from './definition.ts';
import type { AgentSession } from './session.ts';
import type { SetupRequest } from './session-request.ts';

/** The key in `_meta` of a load or resume: the position of the last entry of the log that the client has. */
const afterKey = 'emend/after';

/** How often the log is read while the session grows; then the client gets everything. */
const mostRounds = 20;

/** What a client has missed of a session that it had open before: the entries of the log after the last one that it has. */
class MissedEntries {
  readonly #session: AgentSession;
  readonly #entries: LogEntry[] = [];
  #next: number;
  #rounds = 0;
  /** The position of the last entry when the log was read; undefined before. */
  #end: number | undefined;
  #isImpossible: boolean;

  /** `after` is what the client says, which may be anything. */
  constructor(session: AgentSession, after: unknown) {
    this.#session = session;
    this.#next = Number.isSafeInteger(after) ? (after as number) + 1 : 0;
    const { position } = session;
    // What the session has not got to yet was lost with a log that lost its end, and what the client has is worth nothing.
    this.#isImpossible = this.#next <= 0 || position === undefined || this.#next > position + 1;
  }

  /** Whether nothing was recorded since the log was read, or it cannot be read. */
  get isComplete(): boolean {
    return this.#isImpossible || (this.#end !== undefined && this.#end === this.#session.position);
  }

  /** Reads what was recorded since. What is read is right although entries are folded or erased between two readings. */
  async readOn(): Promise<void> {
    this.#rounds += 1;
    if (this.#rounds > mostRounds) this.#isImpossible = true;
    if (this.#isImpossible) return;
    const end = this.#session.position;
    for await (const entries of this.#session.entriesFrom(this.#next)) {
      this.#entries.push(...entries);
      this.#next = (entries.at(-1)?.position ?? this.#next - 1) + 1;
    }
    this.#end = end;
  }

  /** The updates that tell what was missed; undefined if only the whole session does. */
  get updates(): readonly SessionUpdate[] | undefined {
    return this.#isImpossible ? undefined : toldEntries(this.#entries, this.#session.history ?? newSessionState());
  }
}

/** Returns what a client that opens a session has missed of it; undefined if it does not ask for that. */
export function missedEntries(
  session: AgentSession,
  { _meta }: SetupRequest,
  { dialect }: ConnectedClient,
): MissedEntries | undefined {
  const after = _meta?.[afterKey];
  if (after === undefined || after === null) return undefined;
  // A v1 client would add what a message holds to the part of it that it has.
  return new MissedEntries(session, dialect === 'v1' ? undefined : after);
}

/** What a client is sent before the answer to its load or resume. */
interface ToldHistory {
  readonly updates: readonly SessionUpdate[];
  /** Whether it asked for what it has missed and gets everything, so that it drops what it has. */
  readonly isAllInstead: boolean;
  /** The position of the last entry that it has then; undefined if it did not ask for positions. */
  readonly position: number | undefined;
}

/** Returns what a client is sent, as the session is now. */
export function toldHistory(
  { history, position }: AgentSession,
  method: string,
  missed: MissedEntries | undefined,
  { wantsNews }: ConnectedClient,
): ToldHistory {
  const updates = missed?.updates;
  const isWhole = method === 'session/load' || missed !== undefined;
  const whole = isWhole && updates === undefined && history !== undefined ? joinedReplay(history) : [];
  return {
    updates: updates ?? whole,
    isAllInstead: missed !== undefined && updates === undefined,
    position: missed !== undefined || wantsNews === true ? position : undefined,
  };
}

/** The keys in `_meta` of the answer to a load or resume. */
const positionKey = 'emend/position';
const replayedKey = 'emend/replayed';

/** Adds to the answer what the client needs to go on from here later. */
export function withPosition(setup: SessionSetup, { position, isAllInstead }: ToldHistory): SessionSetup {
  const told = present({ [positionKey]: position, [replayedKey]: isAllInstead ? 'all' : undefined });
  return Object.keys(told).length === 0 ? setup : { ...setup, _meta: { ...setup._meta, ...told } };
}
