import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
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

  async end(): Promise<void> {
    const ended = this.#hasEnded ? undefined : new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin.end();
    await ended;
  }
}

/** Starts the bundled `log-process` on a schema; it ends with the test. */
export async function startProcess(program: string, url: string, schema: string, retryFor = 30_000) {
  const args = [program, url, schema, `${retryFor}`];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const started = new StartedProcess(child);
  onTestFinished(() => started.end());
  await started.next('ready');
  return started;
}
