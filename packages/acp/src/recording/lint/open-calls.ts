import type { Dialect } from '../../protocol/dialects.ts';
import { RecentMap } from './recent-map.ts';

/** A tool call that is not finished. */
interface OpenCall {
  readonly id: string;
  readonly status: string;
  /** The last frame that changed it, and where its id is. */
  readonly frame: number;
  readonly path: readonly (string | number)[];
}

const mostCalls = 1_000;
const finals: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  v1: new Set(['completed', 'failed']),
  june: new Set(['completed', 'failed']),
  november: new Set(['completed', 'failed', 'cancelled']),
};

/** The unfinished tool calls of a session. In November they outlive the work that made them; else a turn ends them. */
export class OpenCalls {
  readonly #finals: ReadonlySet<string>;
  readonly #open = new RecentMap<string, OpenCall>(mostCalls);
  /** The calls that a cancel has marked, until they finish. */
  readonly #cancelled = new RecentMap<string, true>(mostCalls);
  /** The calls that finished last: they stay so if only other fields of them change. */
  readonly #finished = new RecentMap<string, true>(mostCalls * 10);
  #background: ReadonlySet<unknown> = new Set();
  /** Whether the agent has said that it is idle. */
  isIdle = false;

  constructor(dialect: Dialect) {
    this.#finals = finals[dialect];
  }

  /** Returns whether a status means that a call is finished. */
  isFinal(status: string | null | undefined): boolean {
    return status !== undefined && status !== null && this.#finals.has(status);
  }

  /** Takes in an update of a tool call: a status that is omitted stays, and null clears it. */
  touch(id: string, status: string | null | undefined, frame: number, path: readonly (string | number)[]): void {
    const known = this.#open.get(id);
    if (this.isFinal(status)) {
      this.#open.delete(id);
      this.#cancelled.delete(id);
      this.#finished.set(id, true);
      return;
    }
    if (this.#cancelled.get(id) === true) return;
    if (status === undefined && this.#finished.get(id) === true) return;
    this.#finished.delete(id);
    this.#open.delete(id);
    this.#open.set(id, { id, status: status ?? known?.status ?? 'pending', frame, path });
  }

  /** The agent said whether it is idle, and what goes on in the background. */
  told(isIdle: boolean, background: ReadonlySet<unknown>): void {
    this.isIdle = isIdle;
    this.#background = background;
  }

  /** Work was cancelled: only what goes on in the background is still open. */
  dropForeground(): void {
    for (const [id] of [...this.#open]) if (!this.#background.has(id)) this.#open.delete(id);
  }

  /** The client cancelled the turn, and with it the calls that are open. */
  cancelled(): void {
    for (const [id] of this.#open) this.#cancelled.set(id, true);
    this.#open.clear();
  }

  /** Removes and returns the open calls that are not in the background. */
  takeOpen(): OpenCall[] {
    const open = [...this.#open.values()].filter(({ id }) => !this.#background.has(id));
    this.#open.clear();
    return open;
  }

  clear(): void {
    this.#open.clear();
    this.#cancelled.clear();
  }
}
