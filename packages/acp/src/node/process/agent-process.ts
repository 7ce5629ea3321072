import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { LineWriter } from '../../transport/line-writer.ts';
import type { Transport } from '../../transport/transport.ts';
import type { LineOptions } from '../../transport/web-streams.ts';
import { readFrames, write } from '../node-streams.ts';
import { keptForReader } from './buffered-until-read.ts';
import { ProcessTree } from './process-tree.ts';
import { startUp } from './start-up.ts';
import { StderrTail } from './stderr-tail.ts';
import { within } from './within.ts';

/** How a process ended: with a code, or by a signal. */
export interface Exit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** What a running agent can be told. */
export interface AgentProcessOptions extends LineOptions {
  /** How long the agent may take to end by itself, and again after SIGTERM, in milliseconds; 2000 if not given. */
  readonly graceMilliseconds?: number;
  /** How much of standard error is remembered, in characters; 8192 if not given. */
  readonly stderrTailSize?: number;
}

/** A child process whose three standard streams are pipes. */
export type PipedChild = ChildProcessByStdio<Writable, Readable, Readable>;

/** An agent that runs as a child process, with everything it started. */
export class AgentProcess implements AsyncCloseable {
  /** Frames to and from the agent; closing it ends the agent, and an agent that ends by itself ends it with `exited`. */
  readonly transport: Transport;
  /**
   * The agent's standard error from its first word on; it is read in any case, so not listening to it does no harm. What waits for its first
   * reader is kept up to a megabyte, and what comes then is only in {@link AgentProcess.stderrTail}.
   */
  readonly stderr: Readable;
  /** The id of the process. */
  readonly pid: number;
  /** How the process ended, once it has. */
  readonly exited: Promise<Exit>;
  readonly #child: PipedChild;
  readonly #tree: ProcessTree;
  readonly #tail: StderrTail;
  readonly #grace: number;
  readonly #queue: FrameQueue;
  readonly #lines: LineWriter;
  readonly #outputEnded: Promise<void>;
  readonly #unguard: () => void;
  #ending: Promise<Exit> | undefined;
  #closing: Promise<void> | undefined;

  /** Takes over a child process that has just been spawned, as the leader of its own group. */
  constructor(child: PipedChild, pid: number, options: AgentProcessOptions = {}) {
    this.#child = child;
    this.pid = pid;
    this.#grace = options.graceMilliseconds ?? 2_000;
    this.#tree = new ProcessTree(child, pid);
    this.#unguard = this.#tree.guard();
    this.#tail = new StderrTail(options.stderrTailSize ?? 8_192);
    child.stderr.on('data', (bytes: Uint8Array) => this.#tail.add(bytes));
    this.stderr = keptForReader(child.stderr);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
    });
    this.#queue = new FrameQueue(() => {
      if (child.stdout.isPaused()) child.stdout.resume();
    });
    this.#lines = new LineWriter((text) => write(child.stdin, text), options.highWater);
    this.transport = { send: (frame) => this.#lines.send(frame), frames: this.#queue, close: () => this.close() };
    this.#outputEnded = readFrames(child.stdout, this.#queue, options).catch(() => {});
    // An agent that closed any of its ends can no longer be talked to: it has the grace period left.
    for (const lost of [this.exited, this.#outputEnded]) void lost.then(() => this.#onLost());
    child.stdin.on('error', () => this.#onLost());
  }

  /** The last lines of the agent's standard error. */
  get stderrTail(): string {
    return this.#tail.toString();
  }

  /**
   * Waits for the first thing an agent is asked to do. If that fails or the signal aborts before, it rejects at once, with the end of
   * standard error if it was aborted, which usually says why, and the agent is ended afterwards.
   */
  startUp<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    return startUp(work, [Promise.resolve(this)], signal);
  }

  /**
   * Ends the agent with everything it started: its input is closed; what still runs after the grace period gets SIGTERM,
   * and what still runs after another gets SIGKILL.
   */
  terminate(): Promise<Exit> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  /** Sends what is waiting, then ends the agent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const lost = this.#ending !== undefined;
    await within(
      this.#grace,
      this.#lines.end().catch(() => {}),
    );
    await this.terminate();
    // An agent that was lost before still has its output to be read and its reason to tell, see `#onLost`.
    if (!lost) {
      this.#queue.end();
      this.#child.stdout.destroy();
    }
    this.#child.stderr.destroy();
  }

  async #end(): Promise<Exit> {
    this.#child.stdin.end();
    await within(this.#grace, this.exited);
    // Whoever is left when the agent itself has gone was forgotten by it.
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!this.#tree.isAlive) break;
      this.#tree.kill(signal);
      await this.#tree.gone(this.#grace);
    }
    this.#unguard();
    return this.exited;
  }

  async #onLost(): Promise<void> {
    if (this.#ending !== undefined) return;
    const exit = await this.terminate();
    await this.#outputRead();
    const how = exit.signal === undefined ? `with code ${exit.code}` : `by ${exit.signal}`;
    const details = { exitCode: exit.code, signal: exit.signal, stderrTail: this.stderrTail };
    this.#queue.fail(new ConnectionError('exited', `The agent's process ended ${how}.`, details));
  }

  /** Settles when everything the agent wrote has been read, as far as somebody reads. */
  async #outputRead(): Promise<void> {
    const { stdout, stderr } = this.#child;
    let ended = false;
    const closed = Promise.all([this.#outputEnded, closedOf(stderr)]).then(() => {
      ended = true;
    });
    // Something that left the agent's group may hold the pipe open for ever; a slow reader is no reason to stop.
    for (let idle = 0; !ended && idle < this.#grace; idle += 20) {
      await within(20, closed);
      if (stdout.isPaused() || this.#queue.size > 0) idle = 0;
    }
    stdout.destroy();
    stderr.destroy();
  }
}

function closedOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}
