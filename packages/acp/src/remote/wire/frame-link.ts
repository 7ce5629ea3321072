import { textFrame } from '../../transport/broken-frame.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { Gate, rejected } from '../../transport/gate.ts';
import { hasRoom } from '../../transport/transport.ts';
import { notices } from './names.ts';
import { ERASED_FRAME, type Notice, noticeText, readNotice } from './notices.ts';
import { Outbox } from './outbox.ts';
import type { Socket } from './socket.ts';

/** Limits of a {@link FrameLink}. */
interface LinkLimits {
  readonly highWater: number;
  readonly kept: number;
  readonly maxFrameBytes: number;
}

/** Callbacks of a {@link FrameLink}. */
interface LinkListener {
  /** Called for a notice that is not about what was received. */
  notice(notice: Notice): void;
  /** Called when the other side has said what it has. */
  confirmed(): void;
  /** Called when the other side breaks a rule, so that the connection cannot go on. */
  violated(sentence: string): void;
}

/** How much is received before it is confirmed. */
const FRAMES_TO_CONFIRM = 128;
const SIZE_TO_CONFIRM = 64 * 1024;

/**
 * One side of a connection whose sockets come and go: numbers and keeps what is sent until the other side has it, and counts what is
 * received. It has no timers and does not open or close sockets.
 */
export class FrameLink {
  readonly frames: FrameQueue;
  readonly #limits: LinkLimits;
  readonly #listener: LinkListener;
  readonly #outbox = new Outbox();
  #isCounted: boolean | undefined;
  #socket: Socket | undefined;
  /** The number of the next frame to give to the socket. */
  #next = 1;
  /** The size of the frames that were not given to the socket. */
  #waiting = 0;
  #room: Gate | undefined;
  #failure: Error | undefined;
  #announcement: { readonly after: number; readonly text: string } | undefined;
  #received = 0;
  /** What was confirmed last, and the size of what has come since. */
  #said = 0;
  #unsaid = 0;
  /** Whether the other side was told less than it may want to know: nobody had read the rest, or there was no room to say it. */
  #owes = false;
  /** Whether the other side was asked to confirm, and has not answered. */
  #hasAsked = false;
  #isPaused = false;
  /** What the socket had not sent when `isBusy` was last called. */
  #unsent = 0;

  /** `isCounted` is `undefined` while it is not known whether the other side counts. */
  constructor(limits: LinkLimits, isCounted: boolean | undefined, listener: LinkListener) {
    this.#limits = limits;
    this.#isCounted = isCounted;
    this.#listener = listener;
    this.frames = new FrameQueue(() => this.#taken());
  }

  /** Whether both sides count; `undefined` while that is not known. */
  get isCounted(): boolean | undefined {
    return this.#isCounted;
  }

  /** How many frames have come. */
  get received(): number {
    return this.#received;
  }

  /** The size of the frames that wait for a socket with room. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether no sign of life can be expected: nothing is read, or a long message is still going out before what asks for one. */
  isBusy(): boolean {
    const before = this.#unsent;
    this.#unsent = this.#socket?.bufferedAmount ?? 0;
    return this.#isPaused || this.#unsent < before;
  }

  /** The other side counts, or it does not: then nothing is kept for it. */
  settle(isCounted: boolean): void {
    this.#isCounted = isCounted;
    if (!isCounted) this.#outbox.confirm(this.#next - 1);
    this.#pump();
  }

  /** Returns whether another socket can continue after the frames that the other side has. */
  canContinueAfter(received: number): boolean {
    return this.#isCounted !== false && this.#outbox.canContinueAfter(received) && received < this.#next;
  }

  /** Sends the frames after `received` to a socket, from now on. Returns how many there are already. */
  attach(socket: Socket, received = 0): number {
    this.#outbox.confirm(received);
    this.#next = received + 1;
    this.#waiting = this.#outbox.size;
    this.#socket = socket;
    // The number that the other side was told when the socket was made.
    this.#said = this.#received;
    this.#unsaid = 0;
    this.#hasAsked = false;
    this.#isPaused = false;
    this.#pauseIfBehind();
    this.#pump();
    return this.#outbox.last - received;
  }

  /** The socket is gone: what is sent waits for the next. */
  detach(): void {
    this.#socket = undefined;
    this.#isPaused = false;
  }

  /** Sends a frame after all earlier ones. Returns a promise if there is no room. */
  send(frame: string): Promise<void> | undefined {
    if (this.#failure !== undefined) return rejected(this.#failure);
    this.#outbox.add(frame);
    this.#waiting += frame.length;
    this.#pump();
    if (this.#hasRoom()) return undefined;
    this.#room ??= new Gate();
    return this.#room.promise;
  }

  /** Sends a notice right after the frame that was sent last. */
  announce(text: string): void {
    if (this.#next > this.#outbox.last) this.#socket?.send(text);
    else this.#announcement = { after: this.#outbox.last, text };
  }

  /** Gives everything that waits to the socket, because it is about to be closed. Returns false if there is none. */
  flush(): boolean {
    if (this.#socket === undefined) return false;
    while (this.#next <= this.#outbox.last) this.#give(this.#socket);
    return true;
  }

  /** The socket has room again. */
  drained(): void {
    if (this.#owes && !this.#isBehind) this.confirm();
    this.#pump();
  }

  /** Takes a text message of the socket. Returns whether it was a frame of the protocol. */
  take(text: string): boolean {
    const notice = this.#isCounted === false ? undefined : readNotice(text);
    if (notice !== undefined && notice.method !== notices.erased) {
      if (notice.method !== notices.received) this.#listener.notice(notice);
      else if (this.#isCounted === true) this.#confirm(notice.params['received']);
      return false;
    }
    this.#received += 1;
    this.#unsaid += text.length;
    if (notice === undefined) this.frames.push([textFrame(text, this.#limits.maxFrameBytes)]);
    this.#pauseIfBehind();
    if (this.#isDue && !this.#isBehind) this.confirm();
    return true;
  }

  /** Tells the other side what has come, if that is more than it was told. */
  confirmNew(): void {
    if (this.#received > this.#said) this.confirm();
  }

  /** Tells the other side what has come, for a sign of life. */
  confirm(): void {
    const socket = this.#socket;
    if (this.#isCounted !== true || socket === undefined) return;
    // What nobody has read yet is not confirmed: that is how the other side learns to wait.
    this.#owes = this.#isBehind;
    if (!hasRoom(socket.bufferedAmount, this.#limits.highWater)) {
      this.#owes = true;
      return;
    }
    if (!this.#owes) {
      this.#said = this.#received;
      this.#unsaid = 0;
    }
    socket.send(noticeText(notices.received, { received: this.#said }));
  }

  /** Replaces kept frames whose words were erased. */
  erase(isErased: (frame: string) => boolean): void {
    const before = this.#outbox.size;
    // A peer that does not count is never sent a notice; an empty text is not sent at all.
    const replacement = this.#isCounted === false ? '' : ERASED_FRAME;
    let given = 0;
    let number = this.#outbox.first;
    this.#outbox.replace((frame) => {
      const isReplaced = isErased(frame);
      if (isReplaced && number < this.#next) given += replacement.length - frame.length;
      number += 1;
      return isReplaced ? replacement : undefined;
    });
    this.#waiting += this.#outbox.size - before - given;
  }

  /** Ends the link: frames that have come are still read; what is sent is refused. */
  end(failure: Error | undefined, refusal: Error = failure ?? new Error('The connection is closed.')): void {
    this.stopReading(failure);
    if (this.#failure === undefined) this.#failure = refusal;
    this.#socket = undefined;
    this.#outbox.confirm(this.#outbox.last);
    this.#waiting = 0;
    this.#room?.fail(refusal);
    this.#room = undefined;
  }

  /** Ends the iteration of the frames, after those that have come. */
  stopReading(failure?: Error): void {
    if (failure === undefined) this.frames.end();
    else this.frames.fail(failure);
  }

  /** Refuses what is sent from now on. */
  stopSending(refusal: Error): void {
    this.#failure ??= refusal;
  }

  get #isDue(): boolean {
    return this.#received - this.#said >= FRAMES_TO_CONFIRM || this.#unsaid >= SIZE_TO_CONFIRM;
  }

  get #isBehind(): boolean {
    return !hasRoom(this.frames.size, this.#limits.highWater);
  }

  #hasRoom(): boolean {
    return hasRoom(this.#waiting + (this.#socket?.bufferedAmount ?? 0), this.#limits.highWater);
  }

  #pump(): void {
    const socket = this.#socket;
    if (socket !== undefined) {
      const { highWater, kept } = this.#limits;
      while (this.#next <= this.#outbox.last && hasRoom(socket.bufferedAmount, highWater)) {
        const given = this.#outbox.size - this.#waiting;
        if (given > 0 && given + (this.#outbox.at(this.#next)?.length ?? 0) > kept) {
          // The other side answers this with what it has.
          if (!this.#hasAsked) this.confirm();
          this.#hasAsked = true;
          break;
        }
        this.#give(socket);
      }
    }
    if (this.#room === undefined || !this.#hasRoom()) return;
    this.#room.open();
    this.#room = undefined;
  }

  #give(socket: Socket): void {
    const frame = this.#outbox.at(this.#next) ?? '';
    this.#waiting -= frame.length;
    if (frame !== '' || this.#isCounted !== false) socket.send(frame);
    if (this.#announcement?.after === this.#next) {
      socket.send(this.#announcement.text);
      this.#announcement = undefined;
    }
    if (this.#isCounted === false) this.#outbox.confirm(this.#next);
    this.#next += 1;
  }

  #confirm(received: unknown): void {
    if (typeof received !== 'number' || !Number.isSafeInteger(received) || received < 0 || received >= this.#next) {
      this.#listener.violated(`The other side says that it has ${String(received)} of ${this.#next - 1} messages.`);
      return;
    }
    // An answer without news is followed by another once there are some.
    if (received >= this.#outbox.first) this.#hasAsked = false;
    this.#outbox.confirm(received);
    this.#pump();
    this.#listener.confirmed();
  }

  /**
   * Stops reading. A peer that counts waits for its messages to be confirmed, so that reading can go on for longer, and with it the signs of
   * life on both sides.
   */
  #pauseIfBehind(): void {
    const limit = this.#isCounted === true ? this.#limits.kept : this.#limits.highWater;
    if (this.#socket === undefined || this.#isPaused || hasRoom(this.frames.size, limit)) return;
    if (this.#socket.pause !== undefined) {
      this.#isPaused = true;
      this.#socket.pause();
    } else if (this.frames.size > limit + 2 * this.#limits.maxFrameBytes) {
      this.#listener.violated('More has come than can be kept unread.');
    }
  }

  #taken(): void {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#socket?.resume?.();
    }
    if (this.#owes || this.#isDue) this.confirm();
  }
}
