import { textFrame } from '../../transport/broken-frame.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { Gate, rejected } from '../../transport/gate.ts';
import { hasRoom } from '../../transport/transport.ts';
import { ERASED_NOTICE, RECEIVED_NOTICE } from './names.ts';
import { type Notice, noticeText, readNotice } from './notices.ts';
import { Outbox } from './outbox.ts';
import type { Socket } from './socket.ts';

/**
 * One side of a connection whose sockets come and go: numbers and keeps what is sent until the other side has it, and counts what is
 * received. It has no timers and does not open or close sockets.
 */
export interface FrameLink {
  readonly frames: FrameQueue;
  /** What may still have to be sent, by its numbers. Call `measure` after a change. */
  readonly outbox: Outbox;
  /** How many frames have come. */
  readonly received: number;
  /** The size of the frames that wait for a socket with room. */
  readonly waiting: number;
  /** Whether no sign of life can be expected: nothing is read, or a long message is still going out before what asks for one. */
  isBusy(): boolean;
  /** The other side counts, or it does not: then nothing is kept for it. */
  settle(isCounted: boolean): void;
  /** Returns whether another socket can continue after the frames that the other side has. */
  canContinueAfter(received: number): boolean;
  /** Sends the frames after `received` to a socket, from now on. Returns how many there are already. */
  attach(socket: Socket, received?: number): number;
  /** The socket is gone: what is sent waits for the next. */
  detach(): void;
  /** Sends a frame after all earlier ones. Returns a promise if there is no room. */
  send(frame: string): Promise<void> | undefined;
  /** Gives everything that waits to the socket, because it is about to be closed. */
  flush(): void;
  /** The socket has room again. */
  drained(): void;
  /** Takes a text message of the socket. Returns whether it was a frame of the protocol. */
  take(text: string): boolean;
  /** Tells the other side what has come, if that is more than it was told. */
  confirmNew(): void;
  /** Tells the other side what has come, for a sign of life. */
  confirm(): void;
  /** Measures again what waits. */
  measure(): void;
  /** Refuses what is sent from now on, and ends the iteration of the frames after those that have come. */
  stop(failure?: Error): void;
  /** Ends the link: frames that have come are still read; what waits is dropped. */
  end(failure?: Error): void;
}

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
  /** Called when a frame was given to the socket, with its number. */
  given?(number: number): void;
  /** Called when the other side has said what it has, and perhaps asked for the same. */
  confirmed(isAsking: boolean): void;
  /** Called when the other side breaks a rule, so that the connection cannot go on. */
  violated(sentence: string): void;
}

/** How much is received before it is confirmed. */
const FRAMES_TO_CONFIRM = 128;
const SIZE_TO_CONFIRM = 64 * 1024;
/** How many times the high-water mark may be on its way unconfirmed, so that a sender notices soon that nobody reads. */
const MARKS_ON_THE_WAY = 4;

/** Returns a link that has no socket yet. `isCounted` is `undefined` while it is not known whether the other side counts. */
export function frameLink(limits: LinkLimits, isCounted: boolean | undefined, listener: LinkListener): FrameLink {
  const { highWater, kept, maxFrameBytes } = limits;
  const mostUnconfirmed = Math.min(kept, MARKS_ON_THE_WAY * highWater);
  const outbox = new Outbox();
  let socket: Socket | undefined;
  /** The number of the next frame to give to the socket, and the size of all from it on. */
  let next = 1;
  let waiting = 0;
  let room: Gate | undefined;
  let refusal: Error | undefined;
  let received = 0;
  /** What was confirmed last, and the size of what has come since. */
  let said = 0;
  let unsaid = 0;
  /** Whether the other side was told less than it may want to know: nobody had read the rest, or there was no room to say it. */
  let owes = false;
  /** Whether the other side was asked to confirm, and has not answered. */
  let hasAsked = false;
  let isPaused = false;
  /** What the socket had not sent when `isBusy` was last called. */
  let unsent = 0;

  const frames = new FrameQueue(() => {
    if (isPaused) {
      isPaused = false;
      socket?.resume?.();
    }
    if (owes || isDue()) confirm();
  });
  const isDue = () => received - said >= FRAMES_TO_CONFIRM || unsaid >= SIZE_TO_CONFIRM;
  const isBehind = () => !hasRoom(frames.size, highWater);
  const buffered = () => socket?.bufferedAmount ?? 0;
  const isFree = () => hasRoom(waiting + buffered(), highWater);

  function pump(): void {
    for (
      let frame = outbox.frames.get(next);
      socket && frame !== undefined && hasRoom(buffered(), highWater);
      frame = outbox.frames.get(next)
    ) {
      const given = outbox.size - waiting;
      if (given > 0 && given + frame.length > mostUnconfirmed) {
        if (!hasAsked) confirm(true);
        hasAsked = true;
        break;
      }
      give(socket, frame);
    }
    if (room === undefined || !isFree()) return;
    room.open();
    room = undefined;
  }

  function give(to: Socket, frame: string): void {
    waiting -= frame.length;
    // An empty text is all that is left of an erased frame for a peer that does not count.
    if (frame !== '' || isCounted !== false) to.send(frame);
    listener.given?.(next);
    if (isCounted === false) outbox.confirm(next);
    next += 1;
  }

  /** `isAsking` has the other side answer with what it has; were every notice answered, there would be one for each message. */
  function confirm(isAsking = false): void {
    if (isCounted !== true || socket === undefined) return;
    // What nobody has read yet is not confirmed: that is how the other side learns to wait.
    owes = isBehind();
    if (!hasRoom(buffered(), highWater)) {
      owes = true;
      return;
    }
    if (!owes) {
      said = received;
      unsaid = 0;
    }
    socket.send(noticeText(RECEIVED_NOTICE, { received: said, ...(isAsking && { ask: true }) }));
  }

  function confirmed({ received: count, ask }: Notice['params']): void {
    if (!Number.isSafeInteger(count) || (count as number) < 0 || (count as number) >= next) {
      // The value itself may be anything, also what cannot be printed.
      listener.violated('The other side says that it has messages which were not sent.');
      return;
    }
    // An answer without news is followed by another once there are some.
    if ((count as number) >= outbox.first) hasAsked = false;
    outbox.confirm(count as number);
    pump();
    listener.confirmed(ask === true);
  }

  /**
   * Stops reading. A peer that counts waits for its messages to be confirmed, so that reading can go on for longer, and with it the signs of
   * life on both sides.
   */
  function pauseIfBehind(): void {
    const limit = isCounted === true ? kept : highWater;
    if (isPaused || hasRoom(frames.size, limit)) return;
    if (socket?.pause !== undefined) {
      isPaused = true;
      socket.pause();
    } else if (frames.size > limit + 2 * maxFrameBytes) listener.violated('More has come than can be kept unread.');
  }

  function measure(): void {
    waiting = 0;
    for (let number = next; number <= outbox.last; number += 1) waiting += outbox.frames.get(number)?.length ?? 0;
  }

  function stop(failure?: Error): void {
    if (failure === undefined) frames.end();
    else frames.fail(failure);
    refusal ??= failure ?? new Error('The connection is closed.');
  }

  return {
    frames,
    outbox,
    get received() {
      return received;
    },
    get waiting() {
      return waiting;
    },
    isBusy() {
      const before = unsent;
      unsent = buffered();
      return isPaused || unsent < before;
    },
    settle(counts) {
      isCounted = counts;
      if (!counts) outbox.confirm(next - 1);
      pump();
    },
    canContinueAfter: (count) => isCounted !== false && outbox.canContinueAfter(count) && count < next,
    attach(to, count = 0) {
      outbox.confirm(count);
      next = count + 1;
      waiting = outbox.size;
      socket = to;
      // The number that the other side was told when the socket was made.
      said = received;
      unsaid = 0;
      hasAsked = false;
      pauseIfBehind();
      pump();
      return outbox.last - count;
    },
    detach() {
      socket = undefined;
      isPaused = false;
    },
    send(frame) {
      if (refusal !== undefined) return rejected(refusal);
      outbox.add(frame);
      waiting += frame.length;
      pump();
      if (isFree()) return undefined;
      room ??= new Gate();
      return room.promise;
    },
    flush() {
      for (let frame = outbox.frames.get(next); socket && frame !== undefined; frame = outbox.frames.get(next))
        give(socket, frame);
    },
    drained() {
      if (owes && !isBehind()) confirm();
      pump();
    },
    take(text) {
      const notice = isCounted === false ? undefined : readNotice(text);
      if (notice !== undefined && notice.method !== ERASED_NOTICE) {
        if (notice.method !== RECEIVED_NOTICE) listener.notice(notice);
        else if (isCounted) confirmed(notice.params);
        return false;
      }
      received += 1;
      unsaid += text.length;
      if (notice === undefined) frames.push([textFrame(text, maxFrameBytes)]);
      pauseIfBehind();
      if (isDue() && !isBehind()) confirm();
      return true;
    },
    confirmNew() {
      if (received === said) return;
      // Answering without news would be answered again, and so on.
      if (isBehind()) owes = true;
      else confirm();
    },
    confirm: () => confirm(),
    measure,
    stop,
    end(failure) {
      stop(failure);
      socket = undefined;
      outbox.confirm(outbox.last);
      waiting = 0;
      room?.fail(refusal);
      room = undefined;
    },
  };
}
