import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { findCommand, ProcessTree, whyNotFound } from '@emend/acp/node';
import type { Sender } from '@emend/acp/recording';
import { failed, Problem } from '../output/problem.ts';
import { writeStandardError } from '../output/standard-error.ts';

/** How a relayed agent ended. */
export interface RelayEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** True if the agent ended by itself. */
  readonly isUnasked: boolean;
}

/** Returns a sentence for an agent that ended by itself with a failure. */
export function relayFailure({ code, signal, isUnasked }: RelayEnd): string | undefined {
  if (!isUnasked || code === 0) return undefined;
  return `The agent ${signal === null ? `ended with status ${code}` : `was ended by ${signal}`}.`;
}

const graceMilliseconds = 2_000;

/** Connects our standard streams to those of a command; calls `seen` with every chunk after it was passed on. */
export class Relay {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #tree: ProcessTree | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #closed: Promise<void>;
  #isAsked = false;
  readonly ended: Promise<RelayEnd>;

  constructor(command: readonly string[], seen: (from: Sender, chunk: Buffer) => void) {
    const [name = '', ...args] = command;
    const { platform, env } = process;
    const place = { env, cwd: process.cwd() };
    const found = findCommand(name, args, place);
    if (found === undefined) throw new Problem(`The agent could not be started: ${whyNotFound(name, place)}`);
    const { child, tree, unguard } = ProcessTree.startGuarded(() =>
      spawn(found.file, found.args, {
        stdio: 'pipe',
        // A process group of its own, so that it can be ended with every process it started.
        detached: platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: found.verbatim,
      }),
    );
    this.#child = child;
    this.#tree = tree;
    pass(
      process.stdin,
      child.stdin,
      (chunk) => seen('client', chunk),
      () => this.stop(),
    );
    pass(
      child.stdout,
      process.stdout,
      (chunk) => seen('agent', chunk),
      () => {},
    );
    child.stderr.on('data', (chunk: Buffer) => {
      writeStandardError(chunk);
      seen('stderr', chunk);
    });
    // An agent that stops reading ends or is ended, so a failed write needs no report.
    child.stdin.on('error', () => {});
    this.#closed = new Promise((resolve) => child.once('close', () => resolve()));
    this.ended = new Promise((resolve, reject) => {
      child.once('error', (error) => reject(new Problem(failed('The agent could not be started', error))));
      child.once('exit', (code, signal) => {
        const isUnasked = !this.#isAsked;
        for (const timer of this.#timers) clearTimeout(timer);
        void this.#finish().then(() => {
          unguard();
          resolve({ code, signal, isUnasked });
        });
      });
    });
  }

  /** Closes the agent's input, and sends signals if it does not end by itself. */
  stop(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#child.stdin.end();
    this.#timers.push(
      setTimeout(() => this.kill('SIGTERM'), graceMilliseconds),
      setTimeout(() => this.kill('SIGKILL'), 2 * graceMilliseconds),
    );
  }

  /** Sends a signal to the agent and every process it started. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    this.#tree?.kill(signal);
  }

  /** Ends processes that the agent left behind, and passes on the rest of its output. */
  async #finish(): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (this.#tree?.isAlive !== true) break;
      this.#tree.kill(signal);
      await this.#tree.gone(graceMilliseconds);
    }
    const { stdout, stderr } = this.#child;
    let isClosed = false;
    const closed = this.#closed.then(() => {
      isClosed = true;
    });
    // A process that left the agent's group may keep the pipe open for ever. A slow reader is still waited for.
    for (let idle = 0; !isClosed && idle < graceMilliseconds; idle += 20) {
      await Promise.race([closed, delay(20)]);
      if (stdout.isPaused()) idle = 0;
    }
    stdout.destroy();
    stderr.destroy();
  }
}

/** Passes bytes on with back-pressure, then calls `seen` with them. */
function pass(from: Readable, to: Writable, seen: (chunk: Buffer) => void, atEnd: () => void): void {
  from.on('data', (chunk: Buffer) => {
    if (!to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
    seen(chunk);
  });
  from.once('end', atEnd);
  from.once('error', atEnd);
}
