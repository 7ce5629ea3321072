import type { RemoteLimits } from '../wire/limits.ts';
import { fitsHeader } from '../wire/message-outline.ts';
import { EventChannel } from './event-channel.ts';

/** The most sessions with events of one connection; beyond it the connection ends. */
const MOST_SESSIONS = 10_000;

/** The events of a connection: one channel for the connection and one for each session. */
export class EventChannels {
  readonly connection: EventChannel;
  readonly #limits: RemoteLimits;
  readonly #sessions = new Map<string, EventChannel>();
  /** Sessions that could get no stream of their own; their messages go out on that of the connection. */
  readonly #withoutStream = new Set<string>();
  #sinceTrim = 0;

  constructor(limits: RemoteLimits) {
    this.#limits = limits;
    this.connection = new EventChannel(limits.highWater);
  }

  /** Whether any stream has a reader. */
  get isAnyOpen(): boolean {
    for (const channel of this.all()) if (channel.isOpen) return true;
    return false;
  }

  /** Returns the channel that carries the messages of a session. */
  of(session: string | undefined): EventChannel {
    if (session === undefined || this.#withoutStream.has(session)) return this.connection;
    // No client can name such a session in a header, so that it cannot open a stream for it.
    if (session.length > this.#limits.idLength || !fitsHeader(session)) return this.connection;
    return this.#sessions.get(session) ?? this.#added(session);
  }

  /** Returns whether the stream of a session is or was open. */
  hasBeenOpen(session: string): boolean {
    return this.#sessions.get(session)?.hasBeenOpen ?? false;
  }

  /** Returns the channel for a reader of a session's stream; `undefined` if there are too many streams already. */
  forReader(session: string): EventChannel | undefined {
    const channel = this.#sessions.get(session);
    if (channel?.isOpen) return channel;
    // Nothing is kept for clients that ask for one session after another.
    if (channel === undefined && this.#sessions.size + this.#withoutStream.size >= MOST_SESSIONS) return undefined;
    let open = 0;
    for (const other of this.#sessions.values()) if (other.isOpen) open += 1;
    if (open < this.#limits.sessions) {
      this.#withoutStream.delete(session);
      return channel ?? this.#added(session);
    }
    this.#withoutStream.add(session);
    for (const frame of channel?.takeUnwritten() ?? []) void this.connection.add(frame);
    return undefined;
  }

  /**
   * Adds a message to a channel. Returns `overrun` if there is far too much that nobody has read; otherwise a promise if the sender has to
   * wait.
   */
  add(channel: EventChannel, frame: string): Promise<void> | undefined | 'overrun' {
    const { kept } = this.#limits;
    if (channel.unwrittenSize > kept || this.#sessions.size > MOST_SESSIONS) return 'overrun';
    const room = channel.add(frame);
    this.#sinceTrim += frame.length;
    if (this.#sinceTrim * 16 < kept) return room;
    this.#sinceTrim = 0;
    // Each of many sessions may have a little that nobody has read.
    return this.#trim((kept / 16) * 15) > 2 * kept ? 'overrun' : room;
  }

  /** All channels. */
  *all(): Generator<EventChannel> {
    yield this.connection;
    yield* this.#sessions.values();
  }

  #added(session: string): EventChannel {
    const channel = new EventChannel(this.#limits.highWater);
    this.#sessions.set(session, channel);
    return channel;
  }

  /** Drops the oldest written events of the largest channels until the rest fits. Returns the size of the rest. */
  #trim(most: number): number {
    let total = 0;
    for (const channel of this.all()) total += channel.size;
    while (total > most) {
      let largest: EventChannel | undefined;
      for (const channel of this.all()) {
        if (channel.hasWritten && channel.size > (largest?.size ?? -1)) largest = channel;
      }
      if (largest === undefined) break;
      const enough = (largest.size / 4) * 3;
      while (total > most && largest.hasWritten && largest.size >= enough) total -= largest.dropOldest();
    }
    return total;
  }
}
