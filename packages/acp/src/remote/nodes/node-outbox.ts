import type { Clock } from '../wire/clock.ts';

/** How much text may wait for the end of the turn of the event loop, in UTF-16 units. */
const mostGathered = 64 * 1024;

interface Gathered {
  readonly channels: number[];
  readonly frame: string;
}

/**
 * Gathers what is sent to the channels of a link within one turn of the event loop, so that a message for several of them goes out once. The
 * order of the messages of a channel stays as it is.
 */
export class NodeOutbox {
  readonly #send: (channels: readonly number[], frame: string) => void;
  readonly #clock: Clock;
  #gathered: Gathered[] = [];
  /** Where the latest message with a text is, and the latest of a channel. */
  readonly #byText = new Map<string, number>();
  readonly #latest = new Map<number, number>();
  #size = 0;
  #stop: (() => void) | undefined;

  constructor(send: (channels: readonly number[], frame: string) => void, clock: Clock) {
    this.#send = send;
    this.#clock = clock;
  }

  /** Adds a message of a channel. */
  add(channel: number, frame: string): void {
    const same = this.#byText.get(frame);
    if (same !== undefined && same > (this.#latest.get(channel) ?? -1)) {
      this.#gathered[same]?.channels.push(channel);
      this.#latest.set(channel, same);
      return;
    }
    const at = this.#gathered.push({ channels: [channel], frame }) - 1;
    this.#byText.set(frame, at);
    this.#latest.set(channel, at);
    this.#size += frame.length;
    if (this.#size >= mostGathered) this.flush();
    else this.#stop ??= this.#clock.after(0, () => this.flush());
  }

  /** Rewrites what was gathered for a channel. What is taken away from it stays for the others, which may have nothing else of it. */
  rewrite(channel: number, replace: (frame: string) => string | null | undefined): void {
    for (const [at, { channels, frame }] of this.#gathered.entries()) {
      const other = channels.includes(channel) ? replace(frame) : undefined;
      if (other === undefined) continue;
      this.#byText.delete(frame);
      this.#gathered[at] =
        other === null ? { channels: channels.filter((each) => each !== channel), frame } : { channels, frame: other };
    }
  }

  /** Sends what was gathered. */
  flush(): void {
    this.#stop?.();
    this.#stop = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#byText.clear();
    this.#latest.clear();
    this.#size = 0;
    for (const { channels, frame } of gathered) if (channels.length > 0) this.#send(channels, frame);
  }
}
