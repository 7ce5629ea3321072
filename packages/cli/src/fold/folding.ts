import { isWritableMessage } from '@emend/acp/protocol';
import { applyEvent, newSessionState, type SessionState, Traffic } from '@emend/acp/session';
import type { InputLine } from '../input/input-line.ts';
import { tooDeep } from '../input/too-deep.ts';

/** A line that could not be folded. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** Folds messages of any number of sessions; `at` of a diagnostic is the line. */
export class Folding {
  readonly skipped: SkippedLine[] = [];
  readonly #sessions: Map<string, SessionState> = new Map();
  readonly #traffic: Traffic;
  /** The session of the last line, which is most often that of the next. */
  #sessionId: string | undefined;
  #state: SessionState;

  constructor() {
    // A file ends by itself, so everything odd in it can be told.
    const empty = newSessionState({ diagnostics: Number.POSITIVE_INFINITY });
    this.#state = empty;
    this.#traffic = new Traffic({
      event: (sessionId, event) => {
        if (sessionId !== this.#sessionId) {
          this.#keep();
          this.#sessionId = sessionId;
          this.#state = this.#sessions.get(sessionId) ?? empty;
          this.#keep();
        }
        this.#state = applyEvent(this.#state, event);
      },
      problem: (reason, at) => this.skipped.push({ line: at ?? 0, reason }),
    });
  }

  /** The sessions so far, in order of first sight. */
  get sessions(): ReadonlyMap<string, SessionState> {
    this.#keep();
    return this.#sessions;
  }

  #keep(): void {
    if (this.#sessionId !== undefined) this.#sessions.set(this.#sessionId, this.#state);
  }

  /** Takes the next line; what a recording keeps beside messages is passed over. */
  read(line: InputLine): void {
    if (line.kind === 'message' && !isWritableMessage(line.message)) {
      // JSON.parse reads any depth, but the state could then not be written.
      this.skipped.push({ line: line.line, reason: tooDeep });
    } else if (line.kind === 'message') {
      const sender = line.entry?.from;
      this.#traffic.read(line.message, sender === 'stderr' ? undefined : sender, line.line);
    } else if (line.kind === 'problem') {
      this.skipped.push({ line: line.line, reason: `expected ${line.expected}, found ${line.found}` });
    }
  }
}
