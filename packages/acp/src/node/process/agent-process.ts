import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import type { FrameQueue } from '../../transport/frame-queue.ts';
import { LineWriter } from '../../transport/line-writer.ts';
import type { Transport } from '../../transport/transport.ts';
import type { LineOptions } from '../../transport/web-streams.ts';
import { readFrames, writeTo } from '../node-streams.ts';
import { bufferedUntilRead } from './buffered-until-read.ts';
import { ProcessTree } from './process-tree.ts';
import { startUp } from './start-up.ts';
import { StderrTail } from './stderr-tail.ts';
import { within } from './within.ts';

/** How a process ended: with a code, or by a signal. */
export interface Exit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** Options of an agent process. */
export interface AgentProcessOptions extends LineOptions {
  /** How long the agent may take to exit by itself, and again after SIGTERM, in milliseconds; 2000 by default. */
  readonly graceMilliseconds?: number;
  /** How long processes that the agent has started may outlive it before they are ended, in milliseconds; 0 by default. */
  readonly leftoverGraceMilliseconds?: number;
  /** How much of standard error `stderrTail` keeps, in characters; 8192 by default. */
  readonly stderrTailSize?: number;
}

/** A child process whose three standard streams are pipes. */
export type PipedChild = ChildProcessByStdio<Writable, Readable, Readable>;

/** An agent that runs as a child process, together with the processes it started. */
export class AgentProcess implements AsyncCloseable {
  /** The transport to the agent. Closing it ends the agent; an agent that exits ends it with a `ConnectionError` with the reason `exited`. */
  readonly transport: Transport;
  /**
   * The agent's standard error from the start. Reading it is optional: up to a megabyte is buffered until it is read first, and later
   * output is only in {@link AgentProcess.stderrTail}.
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
  readonly #leftoverGrace: number;
  readonly #queue: FrameQueue;
  readonly #lines: LineWriter;
  readonly #outputEnded: Promise<void>;
  readonly #unguard: () => void;
  #ending: Promise<Exit> | undefined;
  #closing: Promise<void> | undefined;
  #leavesProcesses = false;

  /** Takes over a child process that has just been spawned as the leader of its own process group. */
  constructor(child: PipedChild, pid: number, options: AgentProcessOptions = {}) {
    this.#child = child;
    this.pid = pid;
    this.#grace = options.graceMilliseconds ?? 2_000;
    this.#leftoverGrace = options.leftoverGraceMilliseconds ?? 0;
    this.#tree = new ProcessTree(child, pid);
    this.#unguard = this.#tree.guard();
    this.#tail = new StderrTail(options.stderrTailSize ?? 8_192);
    child.stderr.on('data', (bytes: Uint8Array) => this.#tail.add(bytes));
    this.stderr = bufferedUntilRead(child.stderr);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
    });
    const { queue, ended } = readFrames(child.stdout, options);
    const input = child.stdin.write.bind(child.stdin);
    this.#queue = queue;
    this.#outputEnded = ended.catch(() => {});
    this.#lines = new LineWriter(writeTo(input), options.highWater);
    this.transport = {
      send: (frame) => this.#lines.send(frame),
      frames: queue,
      close: () => this.close(),
      writeBytes: (bytes) => void input(bytes),
    };
    // An agent that has closed one of its streams cannot be talked to any more, and is ended after the grace period.
    for (const lost of [this.exited, this.#outputEnded]) void lost.then(() => this.#onLost());
    child.stdin.on('error', () => this.#onLost());
  }

  /** The last lines of the agent's standard error. */
  get stderrTail(): string {
    return this.#tail.toString();
  }

  /**
   * Waits for the first request to the agent. If it fails or the signal aborts, it rejects at once and the agent is ended. The error of an
   * abort has the end of standard error, which usually says why.
   */
  startUp<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    return startUp(work, [Promise.resolve(this)], signal);
  }

  /**
   * Ends the agent with everything it started: closes its input, sends SIGTERM to what still runs after the grace period, and
   * SIGKILL after another one.
   */
  terminate(): Promise<Exit> {
    this.#ending ??= this.#end(this.#grace);
    return this.#ending;
  }

  /** Ends the agent, and returns whether it had exited and left processes behind, which are ended, too. */
  async leavesProcesses(): Promise<boolean> {
    await this.terminate();
    return this.#leavesProcesses;
  }

  /** Sends what is buffered, then ends the agent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    const lost = this.#ending !== undefined;
    const isWritten = this.#lines.end().catch(() => {});
    // An agent that has not read its input by now will not notice its end either.
    const isReading = await within(this.#grace, isWritten);
    this.#ending ??= this.#end(isReading ? this.#grace : 0);
    await this.#ending;
    // If the agent was lost before, its output is still being read and its reason reported, see `#onLost`.
    if (!lost) {
      this.#queue.end();
      this.#child.stdout.destroy();
    }
    this.#child.stderr.destroy();
  }

  async #end(graceToExit: number): Promise<Exit> {
    this.#child.stdin.end();
    const hasExited = await within(graceToExit, this.exited);
    // What still runs when the agent itself has exited was left behind by it.
    if (hasExited) this.#leavesProcesses = !(await this.#tree.gone(this.#leftoverGrace));
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

  /** Resolves when everything the agent wrote has been read. */
  async #outputRead(): Promise<void> {
    const { stdout, stderr } = this.#child;
    let ended = false;
    const closed = Promise.all([this.#outputEnded, closedOf(stderr)]).then(() => {
      ended = true;
    });
    // A process that left the agent's group may keep the pipe open for ever, but a slow reader is waited for.
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
