import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { PipedChild } from '../process/agent-process.ts';
import { ProcessTree } from '../process/process-tree.ts';
import { within } from '../process/within.ts';
import { OutputTail } from './output-tail.ts';

/** How a command exited: with a code or by a signal, in the form of v1. */
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** How long to wait for output after the exit if a process that was left behind keeps the pipes open, in milliseconds. */
const patience = 200;

/** Callbacks for what a command prints and how it ends. */
export interface TerminalListener {
  /** Until a promise that it returns is resolved, the command is not read any further. */
  printed(bytes: Uint8Array): Promise<void> | undefined;
  exited(status: ExitStatus): void;
}

/** A command that runs for an agent, with everything it started and its output. */
export class Terminal {
  /** Resolves when the command has exited and its output is complete. */
  readonly exited: Promise<ExitStatus>;
  readonly #child: PipedChild;
  readonly #tree: ProcessTree;
  readonly #tail: OutputTail;
  readonly #unguard: () => void;
  readonly #listener: TerminalListener | undefined;
  #exitStatus: ExitStatus | undefined;

  /** Takes over a process that has just been started as the leader of its own process group. */
  constructor(child: PipedChild, pid: number, outputLimit: number, listener?: TerminalListener) {
    this.#child = child;
    this.#listener = listener;
    this.#tree = new ProcessTree(child, pid);
    this.#unguard = this.#tree.guard();
    this.#tail = new OutputTail(outputLimit);
    child.stdin.on('error', () => {});
    child.stdin.end();
    const read = Promise.all([this.#collect(child.stdout), this.#collect(child.stderr)]);
    this.exited = new Promise((resolve) => {
      child.once('exit', async (exitCode, signal) => {
        await within(patience, read);
        this.#exitStatus = { exitCode, signal };
        this.#listener?.exited(this.#exitStatus);
        resolve(this.#exitStatus);
      });
    });
  }

  /** The kept output. */
  get text(): string {
    return this.#tail.kept.output;
  }

  /** The kept output, and how the command exited if it has. */
  get report(): { readonly output: string; readonly truncated: boolean; readonly exitStatus?: ExitStatus } {
    const exitStatus = this.#exitStatus;
    return exitStatus === undefined ? this.#tail.kept : { ...this.#tail.kept, exitStatus };
  }

  /** Ends the command with everything it started: by SIGTERM, and after the grace period by SIGKILL. */
  async kill(graceMilliseconds: number): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!this.#tree.isAlive) break;
      this.#tree.kill(signal);
      await this.#tree.gone(graceMilliseconds);
    }
    // A process that survives SIGKILL is not waited for.
    if (!this.#tree.isAlive) await this.exited;
  }

  /** Ends the command and frees its resources. */
  async release(graceMilliseconds: number): Promise<void> {
    await this.kill(graceMilliseconds);
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#unguard();
  }

  #collect(stream: Readable): Promise<void> {
    // A character may be split between two reads, and reads of the two streams alternate.
    const decoder = new StringDecoder('utf8');
    stream.on('data', (bytes: Buffer) => {
      this.#tail.add(decoder.write(bytes));
      const room = this.#listener?.printed(bytes);
      if (room === undefined) return;
      stream.pause();
      void room.then(() => stream.resume());
    });
    stream.on('error', () => {});
    return new Promise((resolve) => {
      stream.once('close', () => {
        this.#tail.add(decoder.end());
        resolve();
      });
    });
  }
}
