import { MemoryRows } from './memory-rows.ts';
import { Bells } from './store/bells.ts';
import { SessionChanges } from './store/session-changes.ts';
import { runNow } from './store/steps.ts';
import type { Append, Changed, FoldAccess, Store, Work } from './store/store.ts';
import { StoreLog } from './store/store-log.ts';

/** A log that lives as long as the process: for tests, and for agents whose sessions need not outlive them. */
export class MemoryLog extends StoreLog {
  constructor() {
    super(new MemoryStore());
  }
}

class MemoryStore implements Store {
  readonly changes = new SessionChanges(Number.POSITIVE_INFINITY);
  readonly bells = new Bells();
  readonly #rows = new MemoryRows();

  async read<T>(work: Work<T>): Promise<T> {
    return runNow(work(this.#rows));
  }

  async write(work: Work<Changed>): Promise<Changed> {
    return this.#write(work);
  }

  async append(append: Append): Promise<number> {
    return this.#write((rows) => this.changes.append(rows, append.sessionId, [append])).next;
  }

  #write(work: Work<Changed>): Changed {
    const changed = runNow(work(this.#rows));
    this.bells.ring([changed.number]);
    return changed;
  }

  async delete(sessionId: string): Promise<void> {
    const number = this.#rows.delete(sessionId);
    if (number === undefined) return;
    this.changes.forget(number);
    this.bells.ring([number]);
  }

  fold(run: (access: FoldAccess) => Promise<Changed>): Promise<unknown> {
    return run({ read: (work) => this.read(work), write: (work) => this.write(work), pause: () => Promise.resolve() });
  }

  report(): void {}

  async close(): Promise<void> {}
}
