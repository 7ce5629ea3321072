import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { NodeOptions } from '../node-lease.ts';
import type { Answer, Order } from './log-order.ts';

/** A process with a log of its own on the same server. */
export class StartedProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: Answer[] = [];
  #news: () => void = () => {};
  #hasEnded = false;

  constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#answers.push(JSON.parse(line) as Answer);
      this.#news();
    });
    child.once('close', () => {
      this.#hasEnded = true;
      this.#news();
    });
  }

  tell(order: Order): void {
    this.#child.stdin.write(`${JSON.stringify(order)}\n`);
  }

  /** The next answer of one of these types; those of others are left for later. */
  async next<Type extends Answer['type']>(...types: Type[]): Promise<Answer & { readonly type: Type }> {
    while (true) {
      const index = this.#answers.findIndex(({ type }) => types.includes(type as Type));
      const [found] = index === -1 ? [] : this.#answers.splice(index, 1);
      if (found !== undefined) return found as Answer & { readonly type: Type };
      if (this.#hasEnded) throw new Error(`the process ended, and ${types.join(' or ')} had not come`);
      await new Promise<void>((resolve) => {
        this.#news = resolve;
      });
    }
  }

  /** The failures reported so far that nobody has asked for. */
  reported(): string[] {
    return this.#answers.flatMap((answer) => (answer.type === 'reported' ? [answer.failure] : []));
  }

  /** Suspends, resumes or kills the process. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#child.kill(signal);
  }

  /** All answers of a type that nobody has asked for. */
  all<Type extends Answer['type']>(type: Type): (Answer & { readonly type: Type })[] {
    return this.#answers.filter((answer): answer is Answer & { readonly type: Type } => answer.type === type);
  }

  async end(): Promise<void> {
    this.signal('SIGCONT');
    const ended = this.#hasEnded ? undefined : new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin.end();
    await ended;
  }
}

/** Options of {@link startProcess}. */
interface ProcessOptions {
  readonly retryFor?: number;
  readonly node?: NodeOptions;
  /** How far the clock of the process is ahead, in milliseconds. */
  readonly clockAhead?: number;
}

/** Starts the bundled `log-process` on a schema; it ends with the test. */
export async function startProcess(program: string, url: string, schema: string, options: ProcessOptions = {}) {
  const { retryFor = 30_000, node, clockAhead = 0 } = options;
  const args = [program, url, schema, `${retryFor}`, node === undefined ? '' : JSON.stringify(node), `${clockAhead}`];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const started = new StartedProcess(child);
  onTestFinished(() => started.end());
  await started.next('ready');
  return started;
}
