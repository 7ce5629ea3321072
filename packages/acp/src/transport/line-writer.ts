import { Gate, rejected } from './gate.ts';
import { DEFAULT_HIGH_WATER } from './transport.ts';

/** Writes one piece of text; what it returns settles when the next piece may be written. */
export type Write = (text: string) => Promise<void>;

/** Turns frames into lines and writes together what was sent together, one write under way at a time. */
export class LineWriter {
  readonly #write: Write;
  readonly #highWater: number;
  #waiting = '';
  #flushing: Promise<void> | undefined;
  #room: Gate | undefined;
  #ended = false;
  readonly #aborted = new Gate();
  #failure: { readonly cause: unknown } | undefined;

  constructor(write: Write, highWater: number = DEFAULT_HIGH_WATER) {
    this.#write = write;
    this.#highWater = highWater;
  }

  /** Takes a frame; a promise asks to wait, see `Transport.send`. */
  send(frame: string): Promise<void> | undefined {
    if (this.#failure !== undefined) return rejected(this.#failure.cause);
    if (this.#ended) return rejected(new Error('The transport is closed.'));
    // A line break in a JSON text can only be white space between tokens (B2).
    this.#waiting += frame.includes('\n') ? `${frame.replaceAll('\n', ' ')}\n` : `${frame}\n`;
    this.#flushing ??= this.#flush();
    if (this.#waiting.length < this.#highWater) return undefined;
    this.#room ??= new Gate();
    return this.#room.promise;
  }

  /** Takes no more frames, and settles when everything taken so far has been written; rejects when writing has failed. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.race([this.#flushing, this.#aborted.promise]);
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  /** Takes no more frames and drops what waits; whoever waits for what is under way waits no longer. */
  abort(): void {
    this.#fail(new Error('The transport was aborted.'));
    this.#aborted.open();
  }

  async #flush(): Promise<void> {
    // One turn later: whatever the running code still sends goes out in the same write.
    await undefined;
    try {
      while (this.#waiting !== '') {
        const text = this.#waiting;
        this.#waiting = '';
        const writing = this.#write(text);
        this.#openRoom();
        await writing;
      }
    } catch (cause) {
      this.#fail(cause);
    }
    this.#flushing = undefined;
  }

  #fail(cause: unknown): void {
    this.#failure ??= { cause };
    this.#waiting = '';
    this.#room?.fail(cause);
    this.#room = undefined;
  }

  #openRoom(): void {
    this.#room?.open();
    this.#room = undefined;
  }
}
