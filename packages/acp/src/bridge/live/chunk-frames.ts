import {
  type Around,
  aroundChunkText,
  type ChunkMessage,
  chunkTextOf,
  readString,
  withChunkText,
  wordNotIn,
} from '../../jsonrpc/chunk-text.ts';
import type { PipedMessage } from '../../jsonrpc/message-pipe.ts';
import type { Received } from '../../transport/transport.ts';
import { type ChunkRun, runFrom, type Translation } from '../outbox.ts';

interface Run extends ChunkRun {
  /** How the frames of the run begin and end. */
  readonly taken: Around;
  /** How they are sent; `undefined` if they are sent as they come. */
  readonly sent: Around | undefined;
  /** Whether a frame has belonged to the run. */
  hasGoneOn: boolean;
}

/** The most chunks after which another run is tried, where runs have ended at once. */
const longestPause = 64;

/**
 * Passes on runs of streamed chunks without parsing their frames.
 *
 * An agent streams text in frames that are alike but for that text. Once one of them was read, checked and translated, those that follow
 * it at once are compared with it, only their text is checked, and it is put into what the first one became.
 */
export class ChunkFrames {
  #run: Run | undefined;
  /** How many chunks to wait until a run is tried again, and how many there will be after the next failure. */
  #pause = 0;
  #nextPause = 1;

  /** Returns what a frame is sent as if it goes on with the run; otherwise the run is over. */
  next(frame: Received): string | undefined {
    const run = this.#run;
    if (run === undefined || typeof frame !== 'string') return undefined;
    const { taken, sent } = run;
    const end = frame.length - taken.after.length;
    // Comparing slices is several times faster than `startsWith`, which looks at one character after the other.
    if (end < taken.before.length || frame.slice(0, taken.before.length) !== taken.before) return undefined;
    if (frame.slice(end) !== taken.after) return undefined;
    const text = readString(frame.slice(taken.before.length - 1, end + 1));
    if (text === undefined) return undefined;
    run.hasGoneOn = true;
    run.wrote?.(text);
    return sent === undefined ? frame : sent.before + frame.slice(taken.before.length, end) + sent.after;
  }

  /** Ends the run, because something else comes. */
  stop(): void {
    if (this.#run === undefined) return;
    if (this.#run.hasGoneOn) this.#nextPause = 1;
    else {
      // Some agents never send two frames that are alike; trying each time would cost them as much as the translation.
      this.#pause = this.#nextPause;
      this.#nextPause = Math.min(2 * this.#nextPause, longestPause);
    }
    this.#run = undefined;
  }

  /** Begins a run with a message that was translated, if others may follow that cross like it. */
  start({ kind, frame, value }: PipedMessage, given: Translation): void {
    const run = runFrom(given);
    if (run === undefined || kind !== 'notification' || typeof frame !== 'string') return;
    const [sent] = given.toClient;
    if (this.#pause > 0) {
      this.#pause -= 1;
      return;
    }
    const taken = aroundIn(frame, value);
    if (taken === undefined) return;
    const aroundSent = sent === value ? undefined : aroundWritten(sent);
    if (sent !== value && aroundSent === undefined) return;
    this.#run = { ...run, taken, sent: aroundSent, hasGoneOn: false };
  }
}

/** Finds numbers, which may have to be written with other digits than a double has. */
const number = /[:,[]\s*[-\d]/;

/** Returns how a frame begins and ends around the text of its chunk; `undefined` if that is not clear, or there are numbers in it. */
function aroundIn(frame: string, message: unknown): Around | undefined {
  const around = aroundChunkText(frame, message);
  return around === undefined || number.test(around.before) || number.test(around.after) ? undefined : around;
}

/** Returns how a message is written around the text of its chunk. */
function aroundWritten(message: unknown): Around | undefined {
  if (chunkTextOf(message) === undefined) return undefined;
  const other = wordNotIn(JSON.stringify(message));
  const [before, after, ...more] = JSON.stringify(withChunkText(message as ChunkMessage, other)).split(other);
  return before === undefined || after === undefined || more.length > 0 ? undefined : { before, after };
}
