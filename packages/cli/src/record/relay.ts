import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { findCommand, whyNotFound } from '@emend/acp/node';
import { Problem } from '../problem.ts';
import type { Sender } from './recording-lines.ts';

/** How a relayed agent ended. */
export interface RelayEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether it ended although nobody had asked it to. */
  readonly isUnasked: boolean;
}

const graceMilliseconds = 2_000;

/** Stands between our own standard streams and those of a command; `seen` is told of every chunk after it was passed on. */
export class Relay {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #timers: NodeJS.Timeout[] = [];
  #isAsked = false;
  readonly ended: Promise<RelayEnd>;

  constructor(command: readonly string[], seen: (from: Sender, chunk: Buffer) => void) {
    const [name = '', ...args] = command;
    const { platform, env } = process;
    const place = { env, cwd: process.cwd() };
    const found = findCommand(name, args, place);
    if (found === undefined) throw new Problem(`the agent could not be started: ${whyNotFound(name, place)}`);
    this.#child = spawn(found.file, found.args, {
      stdio: 'pipe',
      // A group of its own, so that it can be ended with everything it started.
      detached: platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: found.verbatim,
    });
    const { stdin, stdout, stderr } = this.#child;
    pass(
      process.stdin,
      stdin,
      (chunk) => seen('client', chunk),
      () => this.stop(),
    );
    pass(
      stdout,
      process.stdout,
      (chunk) => seen('agent', chunk),
      () => {},
    );
    pass(
      stderr,
      process.stderr,
      (chunk) => seen('stderr', chunk),
      () => {},
    );
    // An agent that does not read any more ends, or is ended; the failed write says nothing more.
    stdin.on('error', () => {});
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', (error) => reject(new Problem(`the agent could not be started: ${error.message}`)));
      this.#child.once('close', (code, signal) => {
        for (const timer of this.#timers) clearTimeout(timer);
        resolve({ code, signal, isUnasked: !this.#isAsked });
      });
    });
  }

  /** Closes the agent's input, and ends it by signals if it does not end by itself. */
  stop(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#child.stdin.end();
    this.#timers.push(
      setTimeout(() => this.kill('SIGTERM'), graceMilliseconds),
      setTimeout(() => this.kill('SIGKILL'), 2 * graceMilliseconds),
    );
  }

  /** Sends a signal to the agent and everything it started. */
  kill(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    try {
      if (process.platform === 'win32' || pid === undefined) this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // Gone already, which is what was wanted.
    }
  }
}

/** Passes bytes on as they come, waiting when the other side does, and only then lets somebody look at them. */
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
