import { applyEvent, newSessionState, type SessionState, Traffic } from '@emend/acp/session';
import type { InputLine } from '../input/input-line.ts';

/** A line that could not be folded. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** Folds messages of any number of sessions; `at` of a diagnostic is the line. */
export class Folding {
  readonly sessions: Map<string, SessionState> = new Map();
  readonly skipped: SkippedLine[] = [];
  readonly #traffic: Traffic;

  constructor() {
    // A file ends by itself, so everything odd in it can be told.
    const empty = newSessionState({ diagnostics: Number.POSITIVE_INFINITY });
    this.#traffic = new Traffic({
      event: (sessionId, event) => {
        this.sessions.set(sessionId, applyEvent(this.sessions.get(sessionId) ?? empty, event));
      },
      problem: (reason, at) => this.skipped.push({ line: at ?? 0, reason }),
    });
  }

  /** Takes the next line; what a recording keeps beside messages is passed over. */
  read(line: InputLine): void {
    if (line.kind === 'message') {
      const sender = line.entry?.from;
      this.#traffic.read(line.message, sender === 'stderr' ? undefined : sender, line.line);
    } else if (line.kind === 'problem') {
      this.skipped.push({ line: line.line, reason: `expected ${line.expected}, found ${line.found}` });
    }
  }
}
