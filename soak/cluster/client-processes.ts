import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { markName } from '../process-mark.ts';
import type { Tally } from '../tally.ts';
import type { ClientOrder, ClientReport, ClientSetup } from './client-messages.ts';

const program = fileURLToPath(new URL('client-process.js', import.meta.url));

/** The processes that have the clients. */
export class ClientProcesses {
  readonly #children: ChildProcess[] = [];
  readonly #latest = new Map<ChildProcess, ClientReport & { type: 'counts' }>();
  readonly #waiting = new Map<number, { left: number; took: number[]; resolve: (took: readonly number[]) => void }>();
  readonly #gone: Promise<unknown>[] = [];
  #recoveries = 0;
  #isKilled = false;

  constructor(setups: readonly ClientSetup[], mark: string, onLost: (problem: string) => void) {
    for (const setup of setups) {
      const env = { ...process.env, [markName]: mark };
      const child = fork(program, [JSON.stringify(setup)], { env, execArgv: ['--expose-gc'] });
      child.on('message', (report: ClientReport) => this.#take(child, report));
      const gone = new Promise<void>((resolve) => {
        child.once('close', (status, signal) => {
          if (status !== 0 && !this.#isKilled)
            onLost(`a process with clients ended with ${signal ?? `status ${status}`}`);
          resolve();
        });
      });
      this.#children.push(child);
      this.#gone.push(gone);
    }
  }

  /** How many sessions are open. */
  get open(): number {
    return [...this.#latest.values()].reduce((sum, { open }) => sum + open, 0);
  }

  /** The largest memory of one of them, in bytes. */
  get memory(): number {
    return Math.max(0, ...[...this.#latest.values()].map(({ memory }) => memory));
  }

  get violations(): readonly string[] {
    return [...this.#latest.values()].flatMap(({ violations }) => violations);
  }

  /** How many checks there were so far. */
  get checks(): number {
    return [...this.#latest.values()].reduce(
      (sum, { checked }) => sum + checked.reduce((all, [, times]) => all + times, 0),
      0,
    );
  }

  /** How often something was seen so far, by the beginning of its name. */
  seen(what: string): number {
    return [...this.#latest.values()].reduce(
      (sum, { seen }) => sum + seen.reduce((all, [name, times]) => (name.startsWith(what) ? all + times : all), 0),
      0,
    );
  }

  tell(order: ClientOrder): void {
    for (const child of this.#children) if (child.connected) child.send(order);
  }

  /** Prompts sessions until they answer again; resolves with how long each of them took. */
  recover(sessions: readonly string[], since: number, patience: number): Promise<readonly number[]> {
    this.#recoveries += 1;
    const fault = this.#recoveries;
    return new Promise((resolve) => {
      this.#waiting.set(fault, { left: this.#children.filter(({ connected }) => connected).length, took: [], resolve });
      this.tell({ type: 'recover', fault, since, sessions, patience });
    });
  }

  /** Ends them at once; what they have told so far counts. */
  kill(): void {
    this.#isKilled = true;
    for (const child of this.#children) child.kill('SIGKILL');
  }

  /** Waits until all have checked their sessions and ended, and adds what they have counted. */
  async end(tally: Tally, patience: number): Promise<void> {
    this.tell({ type: 'stop' });
    const late = setTimeout(() => {
      for (const child of this.#children) child.kill('SIGKILL');
    }, patience);
    await Promise.all(this.#gone);
    clearTimeout(late);
    for (const { checked, violations, seen, longest } of this.#latest.values()) {
      for (const [what, times] of checked) tally.checked.set(what, times + (tally.checked.get(what) ?? 0));
      for (const [what, times] of seen) tally.see(what, times);
      for (const [what, milliseconds] of longest) tally.time(what, milliseconds);
      tally.violations.push(...violations);
    }
  }

  #take(child: ChildProcess, report: ClientReport): void {
    if (report.type === 'counts') {
      this.#latest.set(child, report);
      return;
    }
    const waiting = this.#waiting.get(report.fault);
    if (waiting === undefined) return;
    waiting.took.push(...report.took);
    waiting.left -= 1;
    if (waiting.left > 0) return;
    this.#waiting.delete(report.fault);
    waiting.resolve(waiting.took);
  }
}
