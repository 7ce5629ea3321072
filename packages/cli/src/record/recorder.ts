import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { Problem } from '../problem.ts';
import { LineCutter, type Redact, recordingLine, type Sender } from './recording-lines.ts';

const batchLength = 256 * 1024;

/** Writes a recording: in batches while things pass, and all of it before the process ends. */
export class Recorder {
  readonly #file: number;
  readonly #redact: Redact | undefined;
  readonly #start = performance.now();
  readonly #cutters: Readonly<Record<Sender, LineCutter>> = {
    client: new LineCutter(),
    agent: new LineCutter(),
    stderr: new LineCutter(),
  };
  #batch = '';
  #timer: NodeJS.Immediate | undefined;

  constructor(path: string, redact: Redact | undefined) {
    this.#redact = redact;
    try {
      this.#file = openSync(path, 'a', 0o600);
    } catch (error) {
      throw new Problem(`${path} cannot be written: ${(error as Error).message}`);
    }
  }

  /** Gives up what the file held: only now, so that an agent which is not there costs nobody an earlier recording. */
  begin(): void {
    if (fstatSync(this.#file).isFile()) ftruncateSync(this.#file);
  }

  /** Takes note of bytes that passed. */
  take(from: Sender, chunk: Buffer): void {
    this.#add(from, this.#cutters[from].push(chunk));
    if (this.#batch.length > batchLength) this.flush();
    else if (this.#batch !== '') this.#timer ??= setImmediate(() => this.flush());
  }

  /** Writes what has not been written yet. */
  flush(): void {
    if (this.#timer !== undefined) clearImmediate(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(this.#batch);
    this.#batch = '';
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
  }

  /** Writes everything, lines without an end included. */
  close(): void {
    for (const from of ['client', 'agent', 'stderr'] as const) this.#add(from, this.#cutters[from].end());
    this.flush();
    closeSync(this.#file);
  }

  #add(from: Sender, lines: readonly string[]): void {
    const at = performance.now() - this.#start;
    for (const line of lines) this.#batch += recordingLine(at, from, line, this.#redact) ?? '';
  }
}
