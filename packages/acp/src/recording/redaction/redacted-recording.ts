import { isWritableMessage } from '../../protocol/reading/nesting.ts';
import { inputLineOf } from '../input-line.ts';
import { entryHead, messageOf, parsedJson, type Sender } from './recording-line.ts';
import type { Leaf, Redact } from './redaction.ts';
import { SecretWatch } from './secret-watch.ts';

interface Entry {
  /** Start of the entry that is written. */
  readonly head: string;
  readonly message: unknown;
  /** End of the entry, after the message. */
  readonly tail: string;
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
    const head = entryHead(at, from);
    return this.#add(
      message === undefined
        ? textEntry(`${head},"text":${JSON.stringify(this.#redact.text(line))}}`, line)
        : this.#entry(`${head},"message":`, '}', from, message, line),
    );
  }

  /** Adds a line of a file, a recording or bare messages, and returns what can be written now. Every line stays a line. */
  takeRecorded(line: string): string {
    return this.#add(this.#recordedEntry(line));
  }

  #recordedEntry(line: string): Entry {
    const value = parsedJson(line);
    if (typeof value !== 'object' || value === null) return textEntry(this.#redact.text(line), line);
    const { entry } = inputLineOf(0, value);
    if (entry === undefined) return this.#entry('', '', 'agent', value, line);
    const { at, from, message, ...others } = entry;
    // The time must stay a number, whatever the secrets are.
    const beside = JSON.stringify(isWritableMessage(others) ? this.#redact.value(others) : {});
    const head = `{"at":${at},"from":"${from}"${beside === '{}' ? '' : `,${beside.slice(1, -1)}`}`;
    if (typeof message !== 'object' || message === null) {
      const text = message === undefined ? '' : `,"message":${JSON.stringify(this.#redact.value(message))}`;
      return textEntry(`${head}${text}}`, line);
    }
    return this.#entry(`${head},"message":`, '}', from, message, line);
  }

  #add(entry: Entry): string {
    this.#waiting.push(entry);
    this.#size += entry.size;
    if (this.#size > mostCharacters || this.#waiting.length > mostEntries) return this.settle();
    return this.#written();
  }

  /** Returns the lines held back, with the end of a text masked if it may be the start of a secret. */
  settle(): string {
    this.#watch.settle();
    return this.#written();
  }

  #entry(head: string, tail: string, from: Sender, message: object, line: string): Entry {
    const size = line.length;
    // A message that cannot be written again cannot be redacted, so none of it is kept.
    if (!isWritableMessage(message)) return textEntry(withoutMessage(head), line);
    // Only streamed text continues in a later message; requests and answers are complete.
    const isWhole = 'id' in message && !Array.isArray(message);
    const leaves: Leaf[] = [];
    const redacted = this.#redact.value(message, leaves, from, !isWhole);
    const watch = isWhole ? new SecretWatch(this.#redact.spellings) : this.#watch;
    for (const leaf of leaves) watch.take(leaf);
    return { head, message: redacted, tail: `${tail}\n`, leaves, size };
  }

  #written(): string {
    const held = this.#watch.held();
    const first = this.#waiting.findIndex(({ leaves }) => leaves.some((leaf) => held.has(leaf)));
    const sure = this.#waiting.splice(0, first === -1 ? this.#waiting.length : first);
    for (const { size } of sure) this.#size -= size;
    return sure
      .map(({ head, message, tail }) => (message === undefined ? head : `${head}${JSON.stringify(message)}`) + tail)
      .join('');
  }
}

/** Returns an entry that is complete. */
function textEntry(text: string, line: string): Entry {
  return { head: text, message: undefined, tail: '\n', leaves: [], size: line.length };
}

const tooDeep = '"(a message nested too deep to be redacted)"';

/** Returns what stands for a message that is not kept; of bare messages that is only a text. */
function withoutMessage(head: string): string {
  return head === '' ? tooDeep : `${head.slice(0, -'"message":'.length)}"text":${tooDeep}}`;
}
