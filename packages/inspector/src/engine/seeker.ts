import type { Folding, Provenance } from '@emend/acp/recording';
import type { SessionState, Vector } from '@emend/acp/session';
import { type Digest, mergedChanges } from './digest.ts';
import { readBytes } from './line-bytes.ts';
import type { LineReader } from './line-reader.ts';
import type { Moment, SessionChange } from './recording.ts';

/** How many moments are kept. */
const mostMoments = 8;

/** The sessions after a frame, and what the frame changed. */
interface Sought {
  readonly moment: Moment;
  readonly changes: readonly SessionChange[];
}

/** A fold that stands at the frame that was asked for last, and goes on from there. */
interface Cursor {
  readonly folding: Folding;
  frame: number;
  changes: SessionChange[];
}

/** Returns the sessions after any frame: it folds from the nearest checkpoint, or from where it was. */
export class Seeker {
  readonly #digest: Digest;
  readonly #lines: LineReader;
  readonly #decode: Parameters<typeof readBytes>[2];
  readonly #longest: number;
  readonly #sought = new Map<number, Sought>();
  #cursor: Cursor | undefined;
  /** Seeks run one after another, as they share the cursor. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(digest: Digest, lines: LineReader, decode: Parameters<typeof readBytes>[2], longest: number) {
    this.#digest = digest;
    this.#lines = lines;
    this.#decode = decode;
    this.#longest = longest;
  }

  /** Returns the sessions after a frame, and what it changed. */
  seek(frame: number): Promise<Sought> {
    const next = this.#last.then(() => this.#seek(frame));
    this.#last = next.catch(() => {});
    return next;
  }

  async #seek(frame: number): Promise<Sought> {
    if (frame === this.#digest.frame) return this.#now();
    const known = this.#sought.get(frame);
    if (known !== undefined) {
      this.#sought.delete(frame);
      this.#sought.set(frame, known);
      return known;
    }
    const cursor = this.#cursorBefore(frame);
    this.#cursor = cursor;
    await this.#goOn(cursor, frame);
    const { states, provenances } = cursor.folding;
    const found = {
      moment: momentOf(frame, cursor.folding, states, provenances),
      changes: mergedChanges(cursor.changes),
    };
    this.#sought.set(frame, found);
    if (this.#sought.size > mostMoments) this.#sought.delete(this.#sought.keys().next().value as number);
    return found;
  }

  /** The last frame needs no folding. */
  #now(): Sought {
    const { folding, frame, changes } = this.#digest;
    return { moment: momentOf(frame, folding, folding.states, folding.provenances), changes };
  }

  #cursorBefore(frame: number): Cursor {
    const checkpoint = this.#digest.checkpointBefore(Math.max(0, frame - 1));
    const known = this.#cursor;
    if (known !== undefined && known.frame < frame && known.frame >= checkpoint.frame) return known;
    const cursor: Cursor = {
      folding: this.#digest.foldingFrom(checkpoint, {
        folded: (session, before, after) => cursor.changes.push({ session, before, after }),
      }),
      frame: checkpoint.frame,
      changes: [],
    };
    return cursor;
  }

  async #goOn(cursor: Cursor, frame: number): Promise<void> {
    const first = cursor.frame + 1;
    const translations = this.#digest.isTranslated ? await this.#digest.translations(first, frame + 1) : undefined;
    await this.#lines.each(first, frame + 1, this.#longest, (at, bytes) => {
      cursor.changes = [];
      cursor.frame = at;
      const translated = translations?.[at - first];
      if (translated !== undefined) cursor.folding.readTranslated(at, translated);
      else if (bytes !== undefined) {
        const { input } = readBytes(at, bytes, this.#decode);
        if (input !== undefined) cursor.folding.read(input);
      }
    });
  }
}

function momentOf(
  frame: number,
  folding: Folding,
  states: Vector<SessionState>,
  provenances: Vector<Provenance>,
): Moment {
  const numberOf = (session: string): number => folding.numberOf(session) ?? -1;
  return {
    frame,
    state: (session) => states.at(numberOf(session)),
    provenance: (session) => provenances.at(numberOf(session)),
    sessions: () => folding.sessionsOf(states),
  };
}
