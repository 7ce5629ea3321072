import { kindOf } from '@emend/acp/jsonrpc';

/** Counts by request id. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  add(id: string): void {
    this.#counts.set(id, this.of(id) + 1);
  }

  /** Takes one away; false where there is none. */
  take(id: string): boolean {
    const count = this.of(id);
    if (count > 0) this.#counts.set(id, count - 1);
    return count > 0;
  }

  /** The ids that are still counted. */
  get left(): string[] {
    return [...this.#counts].filter(([, count]) => count > 0).map(([id]) => id);
  }
}

/** What passes in one piece: the entries of a batch, or a message alone. */
const entriesOf = (message: unknown): readonly unknown[] => (Array.isArray(message) ? message : [message]);
const idOf = (message: unknown) => JSON.stringify((message as { readonly id: unknown }).id);
const idsOf = (message: unknown, kind: 'request' | 'response') =>
  entriesOf(message)
    .filter((entry) => kindOf(entry) === kind)
    .map(idOf);

/** What one side has asked of a bridge and been answered. What is no message is answered too, with the id null. */
export class Account {
  readonly #asked = new Counts();
  readonly #open = new Counts();
  readonly #passedOn = new Counts();
  /** Answers of the other side that nobody had asked for; they are passed on. */
  readonly #strays = new Counts();
  readonly #batches: (readonly string[])[] = [];

  /** This side sends something. */
  sends(message: unknown): void {
    const entries = Array.isArray(message) && message.length === 0 ? [undefined] : entriesOf(message);
    const ids = entries.flatMap((entry) => {
      const kind = kindOf(entry);
      if (kind === 'request') return [idOf(entry)];
      return kind === 'invalid' || kind === 'batch' ? ['null'] : [];
    });
    for (const id of ids) {
      this.#asked.add(id);
      this.#open.add(id);
    }
    if (Array.isArray(message)) this.#batches.push(ids);
  }

  /** The other side sends something. */
  othersSends(message: unknown): void {
    for (const id of idsOf(message, 'response')) if (!this.#passedOn.take(id)) this.#strays.add(id);
  }

  /** The other side gets something; false where it is asked what this side never asked. */
  othersGets(message: unknown): boolean {
    return idsOf(message, 'request').every((id) => {
      this.#passedOn.add(id);
      return this.#asked.take(id);
    });
  }

  /** This side gets something; false for an answer too many. */
  gets(message: unknown): boolean {
    return idsOf(message, 'response').every((id) => this.#open.take(id) || this.#strays.take(id));
  }

  /** The ids that have no answer although nobody is waited for: neither the other side, nor the rest of a batch. */
  get forgotten(): readonly string[] {
    const isAwaited = (id: string) => this.#passedOn.of(id) > 0;
    return this.#open.left.filter((id) => {
      return !isAwaited(id) && !this.#batches.some((batch) => batch.includes(id) && batch.some(isAwaited));
    });
  }
}
