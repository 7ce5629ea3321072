import { type ConvertedMessages, type LedgerEntry, type StreamConverter, streamConverter } from '@emend/acp/bridge';
import { kindOf } from '@emend/acp/jsonrpc';
import { type Dialect, isWritableMessage } from '@emend/acp/protocol';
import type { BridgeMessage, BridgeRow } from '../../api/bridge-view.ts';
import { GrowingNumbers } from '../growing-numbers.ts';
import { AppliedRules } from './applied-rules.ts';
import { PackedTexts } from './packed-texts.ts';
import { shortened } from './shortened.ts';

/** A message of a recording, with its frame and who sent it. */
export interface RecordedMessage {
  readonly frame: number;
  readonly from: 'client' | 'agent';
  readonly message: unknown;
}

/** What is kept of a message until its row is asked for. */
type Kept = Pick<BridgeRow, 'from' | 'message' | 'cut' | 'translated' | 'ledger' | 'isSame'>;

/** How many entries of the ledger a row shows; all of them are counted. */
const mostEntries = 50;

/** Translates a recording to another dialect, message by message, and keeps what each became. */
export class BridgeTranslation {
  readonly from: Dialect;
  readonly rules = new AppliedRules();
  readonly #converter: StreamConverter | undefined;
  readonly #rows = new PackedTexts();
  readonly #frames = new GrowingNumbers(Uint32Array);
  /** The rows with losses or repairs, and their frames. */
  readonly #noted = new GrowingNumbers(Uint32Array);
  readonly #notedFrames = new GrowingNumbers(Uint32Array);
  changed = 0;
  #last: RecordedMessage | undefined;

  constructor(from: Dialect, to: Dialect) {
    this.from = from;
    this.#converter = from === to ? undefined : streamConverter({ from, to });
  }

  /** Translates the next message. What is no message of the protocol has no row. */
  take(recorded: RecordedMessage): void {
    const { from, message } = recorded;
    if (kindOf(message) === 'invalid' || !isWritableMessage(message)) return;
    this.#last = recorded;
    const became = this.#converter?.convert(from, message) ?? { messages: [{ from, message }], ledger: [] };
    this.#keep(recorded, became as ConvertedMessages);
  }

  /** Takes what was held back until the end of the recording; it belongs to the last message. */
  end(): void {
    const rest = this.#converter?.end();
    if (rest === undefined || this.#last === undefined) return;
    if (rest.messages.length === 0 && rest.ledger.length === 0) return;
    this.#keep({ ...this.#last, message: null }, rest);
  }

  /** Resolves once nothing waits to be stored. */
  settled(): Promise<void> {
    return this.#rows.settled();
  }

  /** Returns how many rows there are. */
  count(show: 'all' | 'ledger'): number {
    return show === 'all' ? this.#frames.length : this.#noted.length;
  }

  /** Returns the row of a frame, or the nearest one before it; -1 if there is none. */
  place(show: 'all' | 'ledger', frame: number): number {
    return (show === 'all' ? this.#frames : this.#notedFrames).countUpTo(frame) - 1;
  }

  async row(show: 'all' | 'ledger', index: number): Promise<BridgeRow | undefined> {
    const at = show === 'all' ? index : this.#noted.at(index);
    const text = await this.#rows.at(at);
    return text === undefined ? undefined : { frame: this.#frames.at(at), ...(JSON.parse(text) as Kept) };
  }

  #keep({ frame, from, message }: RecordedMessage, { messages, ledger }: ConvertedMessages): void {
    const [only] = messages;
    const written = JSON.stringify(message);
    const isSame = messages.length === 1 && only?.from === from && JSON.stringify(only.message) === written;
    if (!isSame) this.changed += 1;
    for (const entry of ledger) this.rules.take(frame, entry);
    if (ledger.length > 0) {
      this.#noted.push(this.#frames.length);
      this.#notedFrames.push(frame);
    }
    this.#frames.push(frame);
    const kept: Kept = {
      ...sideOf(from, message),
      // The page shows the same message twice, so that it is kept once.
      translated: isSame ? [] : messages.map((one) => sideOf(one.from, one.message)),
      isSame,
      ledger: ledger.slice(0, mostEntries).map(shortEntry),
    };
    this.#rows.push(JSON.stringify(kept));
  }
}

function sideOf(from: 'client' | 'agent', message: unknown): BridgeMessage {
  const { value, cut } = shortened(message);
  return { from, message: value, cut };
}

function shortEntry(entry: LedgerEntry): LedgerEntry {
  return shortened(entry).value as LedgerEntry;
}
