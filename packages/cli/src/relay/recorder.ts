import { closeSync, openSync, writeSync } from 'node:fs';
import { type Redact, RedactedRecording, recordingLine, type Sender } from '@emend/acp/recording';
import { ByteLineSplitter } from '../input/byte-line-splitter.ts';
import { moveAside } from '../output/move-aside.ts';
import { note } from '../output/note.ts';
import { failed, Problem } from '../output/problem.ts';

const batchLength = 256 * 1024;

/** Longest line that is kept, in bytes; of a longer line only the beginning is kept, as text. */
const longestLine = 64 * 1024 * 1024;

const newSplitter = () => new ByteLineSplitter(longestLine, (beginning) => beginning);

/** How long lines wait for the rest of a possible secret, in milliseconds. */
const secretPatience = 1_000;

/** Writes a recording in batches, and the rest of it before the process ends. */
export class Recorder {
  readonly #path: string;
  readonly #redacted: RedactedRecording | undefined;
  readonly #start = performance.now();
  readonly #splitters = { client: newSplitter(), agent: newSplitter(), stderr: newSplitter() };
  readonly #onFailure: () => void;
  readonly #onWritten: () => void;
  #file: number | undefined;
  #batch = '';
  #timer: NodeJS.Immediate | undefined;
  #settling: NodeJS.Timeout | undefined;
  #failure: Problem | undefined;

  /** Checks that the file can be written; `onFailure` is called once when writing fails later, and `onWritten` after each write. */
  constructor(path: string, redact: Redact | undefined, onFailure: () => void, onWritten = (): void => {}) {
    this.#path = path;
    this.#redacted = redact === undefined ? undefined : new RedactedRecording(redact);
    this.#onFailure = onFailure;
    this.#onWritten = onWritten;
    try {
      closeSync(openForAdding(path));
    } catch (error) {
      throw this.#problem(error);
    }
  }

  /** Why the recording is incomplete. */
  get failure(): Problem | undefined {
    return this.#failure;
  }

  /** Records bytes that were passed on. */
  take(from: Sender, chunk: Buffer): void {
    if (this.#failure !== undefined) return;
    this.#add(from, this.#splitters[from].push(chunk));
    if (this.#redacted?.isWaiting === true) {
      this.#settling ??= setTimeout(() => this.#settle(), secretPatience).unref();
    }
    if (this.#batch.length > batchLength) this.flush();
    else if (this.#batch !== '') this.#timer ??= setImmediate(() => this.flush());
  }

  #settle(): void {
    this.#settling = undefined;
    this.#batch += this.#redacted?.settle() ?? '';
    this.flush();
  }

  /** Writes what is still buffered. */
  flush(): void {
    if (this.#timer !== undefined) clearImmediate(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(this.#batch);
    this.#batch = '';
    if (bytes.length === 0) return;
    try {
      this.#file ??= this.#begin();
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
      this.#onWritten();
    } catch (error) {
      this.#failure = this.#problem(error);
      this.#onFailure();
    }
  }

  #problem(error: unknown): Problem {
    return new Problem(failed(`${this.#path} cannot be written`, error));
  }

  /** Opens the file for the first line, so that an earlier recording stays in place if the agent cannot be started. */
  #begin(): number {
    const moved = moveAside(this.#path);
    if (moved !== undefined) note(`emend: The earlier recording is ${moved} now.`);
    return openForAdding(this.#path);
  }

  /** Writes everything, including unfinished lines. */
  close(): void {
    if (this.#failure === undefined) {
      for (const from of ['client', 'agent', 'stderr'] as const) this.#add(from, this.#splitters[from].end());
      this.#settle();
    }
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #add(from: Sender, lines: readonly Buffer[]): void {
    const at = performance.now() - this.#start;
    for (const bytes of lines) {
      const line = bytes.toString('utf8').replace(/\r$/, '');
      if (line.trim() !== '') this.#batch += this.#redacted?.take(at, from, line) ?? recordingLine(at, from, line);
    }
  }
}

function openForAdding(path: string): number {
  return openSync(path, 'a', 0o600);
}
