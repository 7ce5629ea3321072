import { isWritableMessage } from '@emend/acp/protocol';
import { entryHead, messageOf, type Sender } from './recording-lines.ts';
import type { Leaf, Redact } from './redaction.ts';
import { SecretWatch } from './secret-watch.ts';

interface Entry {
  /** Start of the entry that is written. */
  readonly head: string;
  readonly message: unknown;
  readonly leaves: readonly Leaf[];
  readonly size: number;
}

/** How much is held back until it is known whether it contains part of a secret: characters, and messages. */
const mostCharacters = 1024 * 1024;
const mostEntries = 1_000;

/** Writes recording lines without secrets, including secrets split over several messages. A line is held back until its texts are known to be safe. */
export class RedactedRecording {
  readonly #redact: Redact;
  readonly #watch: SecretWatch;
  #waiting: Entry[] = [];
  #size = 0;

  constructor(redact: Redact) {
    this.#redact = redact;
    this.#watch = new SecretWatch(redact.spellings);
  }

  /** True while lines are held back. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Adds a line and returns what can be written now. */
  take(at: number, from: Sender, line: string): string {
    const message = from === 'stderr' ? undefined : messageOf(line);
    this.#waiting.push(message === undefined ? this.#textEntry(at, from, line) : this.#entry(at, from, message, line));
    this.#size += line.length;
    if (this.#size > mostCharacters || this.#waiting.length > mostEntries) return this.settle();
    return this.#written();
  }

  /** Returns the lines held back, with the end of a text masked if it may be the start of a secret. */
  settle(): string {
    this.#watch.settle();
    return this.#written();
  }

  #textEntry(at: number, from: Sender, line: string): Entry {
    const text = JSON.stringify(this.#redact.text(line));
    return { head: `${entryHead(at, from)},"text":${text}}\n`, message: undefined, leaves: [], size: line.length };
  }

  #entry(at: number, from: Sender, message: object, line: string): Entry {
    const size = line.length;
    if (!isWritableMessage(message)) {
      // A message that cannot be written again cannot be redacted, so none of it is kept.
      const text = '"(a message nested too deep to be redacted)"';
      return { head: `${entryHead(at, from)},"text":${text}}\n`, message: undefined, leaves: [], size };
    }
    // Only streamed text continues in a later message; requests and answers are complete.
    const isWhole = 'id' in message && !Array.isArray(message);
    const leaves: Leaf[] = [];
    const redacted = this.#redact.value(message, leaves, from, !isWhole);
    const watch = isWhole ? new SecretWatch(this.#redact.spellings) : this.#watch;
    for (const leaf of leaves) watch.take(leaf);
    return { head: `${entryHead(at, from)},"message":`, message: redacted, leaves, size };
  }

  #written(): string {
    const held = this.#watch.held();
    const first = this.#waiting.findIndex(({ leaves }) => leaves.some((leaf) => held.has(leaf)));
    const sure = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
    for (const { size } of sure) this.#size -= size;
    return sure
      .map(({ head, message }) => (message === undefined ? head : `${head}${JSON.stringify(message)}}\n`))
      .join('');
  }
}
