import type { RequestId } from '../../jsonrpc/message.ts';
import { errorText } from '../../jsonrpc/message-text.ts';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import type { Transport } from '../../transport/transport.ts';
import { closeInTime } from '../wire/closing.ts';
import { type FrameLink, frameLink } from '../wire/frame-link.ts';
import { type Liveness, watchLife } from '../wire/liveness.ts';
import { COUNTED_NOTICE, closeCodes, RESUMED_NOTICE } from '../wire/names.ts';
import { ERASED_FRAME, noticeText } from '../wire/notices.ts';
import { replaceKept } from '../wire/outbox.ts';
import type { Socket, SocketEnd } from '../wire/socket.ts';
import type { ConnectionEnd, ConnectionSetup, RemoteConnection } from './connection.ts';
import { answersRequest, initializeId } from './handshake.ts';
import { requestIn } from './open-work.ts';

const AGAIN = 'The connection was initialized before.';

/** The close code and the sentence for the client, for each way a connection can end. */
const farewells: Readonly<Record<ConnectionEnd, readonly [code: number, sentence: string]>> = {
  left: [closeCodes.normal, ''],
  lost: [closeCodes.forgotten, 'The connection was lost.'],
  unused: [closeCodes.policy, 'No initialize in time.'],
  refused: [closeCodes.normal, ''],
  agent: [closeCodes.normal, ''],
  forgotten: [closeCodes.forgotten, 'The connection cannot be continued from there.'],
  violation: [closeCodes.protocolError, 'A rule of the transport was broken.'],
  overrun: [closeCodes.tryLater, 'The client reads too slowly.'],
  draining: [closeCodes.goingAway, 'The server is shutting down.'],
  restarting: [closeCodes.restart, 'The server restarts.'],
  closed: [closeCodes.goingAway, 'The server is shutting down.'],
};

/** Close codes with which a client says that it does not come back. */
const LEFT: ReadonlySet<number> = new Set([closeCodes.normal, closeCodes.goingAway, 1005]);

/** A connection of a client over WebSockets: over one, or, if both sides count, over as many as it takes. */
export class SocketConnection implements RemoteConnection {
  readonly id: string;
  readonly kind = 'websocket';
  readonly principal: string;
  readonly transport: Transport;
  readonly closed: Promise<ConnectionEnd>;
  readonly #setup: ConnectionSetup;
  readonly #link: FrameLink;
  readonly #isCounted: boolean;
  #liveness: Liveness | undefined;
  #socket: Socket | undefined;
  /** Whether `initialize` has come, and its id until it is answered. */
  #hasBegun = false;
  #initializeId: RequestId | undefined;
  /** The number of the answer to `initialize`, until the socket has it. */
  #answerNumber: number | undefined;
  /** Ends the wait for the first message, or for a client that is away. */
  #stopHandshake: (() => void) | undefined;
  #stopAway: (() => void) | undefined;
  /** How the connection is about to end; a patient end waits for a client that is away. */
  #ending: { readonly reason: ConnectionEnd; readonly isPatient: boolean } | undefined;
  /** Ends the wait for the client's part of closing the socket. */
  #stopClosing: (() => void) | undefined;
  #isOver = false;
  #resolveClosed!: (end: ConnectionEnd) => void;

  constructor(setup: ConnectionSetup, { isCounted }: { readonly isCounted: boolean }) {
    this.id = setup.id;
    this.principal = setup.principal;
    this.#setup = setup;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#isCounted = isCounted;
    this.#link = frameLink(setup.limits, isCounted, {
      notice: () => {},
      given: (number) => number === this.#answerNumber && this.#announce(),
      // The client may be a page, which has no other way to ask for a sign of life.
      confirmed: () => this.#link.confirm(),
      violated: (sentence) => this.#refuse('violation', sentence),
    });
    const link = this.#link;
    this.transport = {
      send: (frame) => {
        const id = this.#initializeId;
        if (id !== undefined && answersRequest(frame, id)) this.#answered();
        return link.send(frame);
      },
      frames: link.frames,
      rewrite: (replace) => this.#rewrite(replace),
      close: () => this.#end('agent', isCounted),
      abort: () => this.#abort(),
    };
  }

  /** The size of what waits to be sent to this client, for a caller that does not let one client hold up others. */
  get waiting(): number {
    return this.#link.waiting;
  }

  /** Begins with the first socket. */
  attach(socket: Socket): void {
    const { clock, limits } = this.#setup;
    this.#stopHandshake = clock.after(limits.handshake, () => {
      this.#refuse('unused', `No initialize within ${limits.handshake / 1_000} s.`);
    });
    this.#use(socket);
    this.#link.attach(socket);
  }

  /** Returns whether a client that has received so many frames can come back. */
  canResume(received: number): boolean {
    return !this.#isOver && this.#ending?.isPatient !== false && this.#link.canContinueAfter(received);
  }

  /** Goes on with another socket, in place of the one there was, for a client that has received so many frames. */
  resume(socket: Socket, received: number): void {
    const link = this.#link;
    if (!this.canResume(received)) {
      let stop = () => {};
      socket.listen({ message() {}, alive() {}, drained() {}, closed: () => stop() });
      stop = this.#farewell(socket, 'forgotten', undefined, () => {});
      void this.end('forgotten');
      return;
    }
    // What still comes on the old socket is not counted any more once the client is told the number.
    const old = this.#socket;
    this.#forgetSocket();
    old?.terminate();
    this.#stopAway?.();
    this.#use(socket);
    socket.send(noticeText(RESUMED_NOTICE, { received: link.received }));
    this.#setup.notice({ type: 'resumed', missed: link.attach(socket, received) });
    if (this.#ending !== undefined) this.#close(this.#ending.reason);
  }

  end(reason: ConnectionEnd): Promise<void> {
    return this.#end(reason, false);
  }

  erase(isErased: (frame: string) => boolean): void {
    this.#rewrite((frame) => (isErased(frame) ? null : undefined));
  }

  #rewrite(replace: (frame: string) => string | null | undefined): void {
    // A client that does not count is never sent a notice; an empty text is not sent at all.
    const erased = this.#isCounted ? ERASED_FRAME : '';
    replaceKept(this.#link.outbox, (frame) => {
      const other = replace(frame);
      return other === null ? erased : other;
    });
    this.#link.measure();
  }

  #use(socket: Socket): void {
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.listen({
      message: (text) => isCurrent() && this.#message(text),
      alive: () => isCurrent() && this.#liveness?.heard(),
      drained: () => isCurrent() && this.#link.drained(),
      closed: (end) => isCurrent() && this.#gone(end),
    });
    const { limits, clock } = this.#setup;
    const times = { interval: limits.keepAlive, silence: limits.silence };
    this.#liveness = watchLife(clock, times, {
      probe: () => {
        socket.ping?.();
        this.#link.confirmNew();
        this.#link.drained();
      },
      isBlind: () => this.#link.isBusy(),
      gone: () => this.#drop('It has been silent for too long.'),
    });
  }

  /** Whatever goes wrong with a message ends its connection, not the process. */
  #message(text: string | undefined): void {
    try {
      this.#handle(text);
    } catch {
      this.#refuse('violation', 'A message could not be handled.');
    }
  }

  #handle(text: string | undefined): void {
    if (this.#isOver || this.#ending?.isPatient === false) return;
    if (text === undefined) {
      this.#setup.notice({ type: 'dropped', reason: 'A binary message was dropped.' });
      return;
    }
    if (!this.#hasBegun) {
      this.#initializeId = initializeId(text);
      if (this.#initializeId === undefined) {
        this.#refuse('violation', 'First message must be initialize.');
        return;
      }
      this.#hasBegun = true;
      this.#stopHandshake?.();
      this.#setup.onBegun?.();
    } else if (text.includes('"initialize"') && this.#refuseAgain(text)) return;
    this.#link.take(text);
  }

  /** Refuses a message that is another `initialize`; it counts, but is not handed on. Returns false for all others. */
  #refuseAgain(text: string): boolean {
    const request = requestIn(text);
    if (request?.method !== 'initialize') return false;
    if (this.#isCounted) this.#link.take(ERASED_FRAME);
    void this.#link.send(errorText(request.id, new RpcError(rpcErrorCodes.invalidRequest, AGAIN)));
    // It is not the agent that sends, so nothing else waits for a client that does not read.
    if (this.#link.waiting > this.#setup.limits.kept) this.#refuse('overrun', farewells.overrun[1]);
    return true;
  }

  /** The frame that is about to be sent answers the handshake. */
  #answered(): void {
    this.#initializeId = undefined;
    if (this.#isCounted) this.#answerNumber = this.#link.outbox.last + 1;
  }

  /** Tells the client, right after the answer to its handshake, that the server counts. */
  #announce(): void {
    this.#answerNumber = undefined;
    this.#socket?.send(noticeText(COUNTED_NOTICE, { connectionId: this.id }));
  }

  /** The socket is gone without our doing, or after our part of closing it. */
  #gone({ code, reason }: SocketEnd): void {
    this.#forgetSocket();
    if (this.#ending !== undefined && code !== 1006) this.#finish(this.#ending.reason);
    else if (LEFT.has(code)) this.#finish('left');
    else if (isBroken(code)) this.#finish('violation');
    // Without a closing handshake the reason is of this platform; otherwise it is of the peer, and not for the log of the operator.
    else this.#lost(`The socket was lost (${code})${code === 1006 && reason !== '' ? `: ${reason}` : '.'}`);
  }

  /** Ends a socket whose peer is gone. */
  #drop(reason: string): void {
    const socket = this.#socket;
    this.#forgetSocket();
    socket?.terminate();
    this.#lost(reason);
  }

  #lost(reason: string): void {
    const { clock, limits, notice } = this.#setup;
    if (this.#ending?.isPatient === false) {
      this.#finish(this.#ending.reason);
      return;
    }
    notice({ type: 'lost', reason, canReturn: this.#isCounted });
    if (!this.#isCounted) this.#finish(this.#ending?.reason ?? 'lost');
    else this.#stopAway = clock.after(limits.away, () => this.#finish(this.#ending?.reason ?? 'lost'));
  }

  #forgetSocket(): void {
    this.#socket = undefined;
    this.#liveness?.stop();
    this.#stopClosing?.();
    this.#stopClosing = undefined;
    this.#link.detach();
  }

  /** Ends the connection because of something the client did. */
  #refuse(reason: ConnectionEnd, sentence: string): void {
    if (this.#ending !== undefined) return;
    this.#ending = { reason, isPatient: false };
    this.#link.end(new Error(sentence));
    if (this.#socket === undefined) this.#finish(reason);
    else this.#close(reason, sentence);
  }

  #end(reason: ConnectionEnd, isPatient: boolean): Promise<void> {
    if (!this.#isOver && (this.#ending === undefined || (this.#ending.isPatient && !isPatient))) {
      this.#ending = { reason: this.#ending?.reason ?? reason, isPatient };
      this.#link.stop();
      if (this.#socket !== undefined) this.#close(reason);
      else if (!isPatient) this.#finish(this.#ending.reason);
    }
    return this.closed.then(() => {});
  }

  #close(reason: ConnectionEnd, sentence?: string): void {
    const socket = this.#socket;
    if (socket === undefined || this.#stopClosing !== undefined) return;
    this.#link.flush();
    this.#stopClosing = this.#farewell(socket, reason, sentence, () => this.#drop('It did not close its side.'));
  }

  #farewell(socket: Socket, why: ConnectionEnd, sentence: string | undefined, giveUp: () => void): () => void {
    const { clock, limits } = this.#setup;
    const [code, reason] = farewells[why];
    return closeInTime(socket, { code, reason: sentence ?? reason, clock, within: limits.closing }, giveUp);
  }

  #abort(): void {
    const socket = this.#socket;
    this.#forgetSocket();
    socket?.close(closeCodes.normal);
    socket?.terminate();
    this.#finish('agent');
  }

  #finish(reason: ConnectionEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forgetSocket();
    this.#stopHandshake?.();
    this.#stopAway?.();
    const isFailure = reason === 'lost' || reason === 'forgotten';
    this.#link.end(isFailure ? new Error(farewells[reason][1]) : undefined);
    this.#resolveClosed(reason);
  }
}

/** Whether the socket ended because of what the client sent: it would send the same again. */
function isBroken(code: number): boolean {
  return code === closeCodes.protocolError || code === closeCodes.tooBig;
}
