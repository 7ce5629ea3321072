import { isWritableMessage } from '@emend/acp/protocol';
import {
  applyEvent,
  newSessionState,
  type SessionDialect,
  type SessionEvent,
  type SessionState,
  Traffic,
} from '@emend/acp/session';
import type { InputLine, MessageLine } from '../input/input-line.ts';
import { tooDeep } from '../input/too-deep.ts';
import type { Fault } from './v1-faults.ts';

/** A line that could not be folded. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** Folds the messages of any number of sessions; `at` of a diagnostic is the line. */
export class Folding {
  readonly skipped: SkippedLine[] = [];
  readonly #sessions: Map<string, SessionState> = new Map();
  readonly #traffic: Traffic;
  /** The session of the last line, which is usually that of the next. */
  #sessionId: string | undefined;
  #state: SessionState;
  readonly #empty: SessionState;
  /** Repairs of the line being read, to be reported with its update. */
  #repaired: Fault | undefined;

  constructor() {
    // A file is finite, so the number of diagnostics needs no limit.
    const empty = newSessionState({ diagnostics: Number.POSITIVE_INFINITY });
    this.#state = empty;
    this.#empty = empty;
    this.#traffic = new Traffic({
      event: (sessionId, event) => this.#apply(sessionId, this.#withRepairs(sessionId, event)),
      problem: (reason, at) => this.skipped.push({ line: at ?? 0, reason }),
    });
  }

  /** Sets the dialect of the lines that come. */
  set dialect(dialect: SessionDialect) {
    this.#traffic.dialect = dialect;
  }

  /** The sessions so far, in the order of their first messages. */
  get sessions(): ReadonlyMap<string, SessionState> {
    this.#keep();
    return this.#sessions;
  }

  #apply(sessionId: string, event: SessionEvent): void {
    if (sessionId !== this.#sessionId) {
      this.#keep();
      this.#sessionId = sessionId;
      this.#state = this.#sessions.get(sessionId) ?? this.#empty;
      this.#keep();
    }
    this.#state = applyEvent(this.#state, event);
  }

  #withRepairs(sessionId: string, event: SessionEvent): SessionEvent {
    if (event.type !== 'update' || this.#repaired?.sessionId !== sessionId) return event;
    const { repairs } = this.#repaired;
    this.#repaired = undefined;
    return { ...event, repairs: [...repairs, ...(event.repairs ?? [])] };
  }

  #keep(): void {
    if (this.#sessionId !== undefined) this.#sessions.set(this.#sessionId, this.#state);
  }

  /** Reads the next line; skips entries of a recording that are not messages. */
  read(line: InputLine): void {
    if (line.kind === 'message' && !isWritableMessage(line.message)) {
      // `JSON.parse` reads any depth, but such a state could not be written.
      this.skipped.push({ line: line.line, reason: tooDeep });
    } else if (line.kind === 'message') {
      const sender = line.entry?.from;
      this.#traffic.read(line.message, sender === 'stderr' ? undefined : sender, line.line);
    } else if (line.kind === 'problem') {
      this.skipped.push({ line: line.line, reason: `expected ${line.expected}, found ${line.found}` });
    }
  }

  /** Reads the lines that a v1 line was converted to; its faults become diagnostics, as those of a v2 line do. */
  readConverted({ line }: MessageLine, converted: readonly MessageLine[], faults: readonly Fault[]): void {
    for (const fault of faults) {
      const { sessionId, issues, repairs } = fault;
      if (sessionId === undefined) this.skipped.push({ line, reason: 'expected a message to name its session' });
      else if (issues.length > 0) this.#apply(sessionId, { type: 'malformed', issues, at: line });
      else if (repairs.length > 0) this.#repaired = fault;
    }
    for (const one of converted) this.read(one);
    const untold = this.#repaired;
    this.#repaired = undefined;
    if (untold?.sessionId !== undefined)
      this.#apply(untold.sessionId, { type: 'malformed', issues: untold.repairs, at: line });
  }
}
