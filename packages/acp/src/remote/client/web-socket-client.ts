import { kindOf } from '../../jsonrpc/message.ts';
import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import { binaryFrame } from '../../transport/broken-frame.ts';
import { Gate } from '../../transport/gate.ts';
import { DEFAULT_HIGH_WATER, DEFAULT_MAX_FRAME_BYTES, type Transport } from '../../transport/transport.ts';
import { closeInTime } from '../wire/closing.ts';
import { FrameLink } from '../wire/frame-link.ts';
import { Liveness } from '../wire/liveness.ts';
import { closeCodes, headers, notices } from '../wire/names.ts';
import { readNotice } from '../wire/notices.ts';
import type { Socket, SocketEnd } from '../wire/socket.ts';
import type { RemoteOptions, RemotePlatform, RemoteState } from './options.ts';
import { onPageReturn } from './page-events.ts';
import { Reconnect } from './reconnect.ts';
import { RemoteError, type RemoteFailure } from './remote-error.ts';
import { socketRequest } from './socket-request.ts';

/** A transport over WebSockets that come and go. */
export interface WebSocketTransport extends Transport {
  /** Resolves when the server has accepted the first socket; rejects, with the status where the platform shows it, if it has not. */
  readonly opened: Promise<void>;
}

const KEPT = 16 * 1024 * 1024;
const CONNECTING_TIME = 15_000;
const CLOSING_TIME = 5_000;
const CHECK_TIME = 5_000;
/** With pings, and without them. */
const PINGED = { interval: 15_000, silence: 30_000 };
const ASKED = { interval: 30_000, silence: 50_000 };
/** How a lost socket looks that did not say why. */
const ABRUPT = 1006;

/** Connects to a server over WebSockets. If the server counts messages as well, the connection survives the loss of its socket. */
export function webSocketClient(address: string, options: RemoteOptions, platform: RemotePlatform): WebSocketTransport {
  const { clock } = platform;
  const reconnect = new Reconnect(platform, options.giveUpAfter);
  const opened = new Gate();
  const ended = new Gate();
  let socket: Socket | undefined;
  let liveness: Liveness | undefined;
  /** What happens next if nothing else does: the next attempt, or the end of this one. */
  let stopTimer = () => {};
  let attempt = 0;
  let connectionId: string | undefined;
  let isOpen = false;
  let hasOpened = false;
  let isAnswered = false;
  let isWaiting = false;
  let isClosing = false;
  let isOver = false;

  const limits = {
    highWater: options.highWater ?? DEFAULT_HIGH_WATER,
    kept: KEPT,
    maxFrameBytes: options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES,
  };
  const link = new FrameLink(limits, undefined, {
    notice: ({ method, params }) => method === notices.counted && counted(params['connectionId']),
    // A server never answers; it says when it has no room.
    confirmed: () => link.confirmNew(),
    violated: (sentence) => fail('forgotten', sentence),
  });

  function tell(state: RemoteState): void {
    notifyListener(options.onState, state);
  }

  function counted(id: unknown): void {
    if (connectionId !== undefined || typeof id !== 'string' || !/^[\w.-]+$/.test(id)) return;
    connectionId = id;
    link.settle(true);
  }

  function connect(): void {
    attempt += 1;
    const number = attempt;
    isWaiting = false;
    const isCurrent = () => number === attempt && !isOver;
    stopTimer = clock.after(CONNECTING_TIME, () => lost({ code: ABRUPT, reason: 'It did not answer in time.' }));
    const continuation = connectionId === undefined ? undefined : { connectionId, received: link.received };
    socketRequest(address, options, platform, continuation).then(
      (request) => {
        if (!isCurrent()) return;
        const current = platform.openSocket?.(request.url, request);
        if (current === undefined) fail('unreachable', 'There are no WebSockets here.');
        else listen(current, isCurrent, continuation !== undefined);
      },
      (cause: unknown) => {
        if (!isCurrent()) return;
        if (cause instanceof RemoteError) finish(cause);
        else lost({ code: ABRUPT, reason: String(cause) });
      },
    );
  }

  function listen(current: Socket, isCurrent: () => boolean, isResuming: boolean): void {
    socket = current;
    current.listen({
      opened(header) {
        if (!isCurrent() || isResuming) return;
        if (header(headers.counted) === '1') counted(header(headers.connection));
        established(current);
      },
      message(text) {
        if (!isCurrent()) return;
        if (text === undefined) link.frames.push([binaryFrame(0)]);
        else if (isOpen) received(text);
        else resumed(current, text);
      },
      alive: () => isCurrent() && liveness?.heard(),
      drained: () => isCurrent() && link.drained(),
      closed: (end) => isCurrent() && lost(end),
    });
  }

  function resumed(current: Socket, text: string): void {
    const notice = readNotice(text);
    const number = notice?.params['received'];
    if (notice?.method === notices.resumed && typeof number === 'number' && link.canContinueAfter(number))
      established(current, number);
    else fail('forgotten', 'The server cannot continue the connection from where it was.');
  }

  function established(current: Socket, number?: number): void {
    stopTimer();
    isOpen = true;
    hasOpened = true;
    reconnect.opened();
    liveness = new Liveness(clock, current.ping === undefined ? ASKED : PINGED, {
      probe: () => {
        current.ping?.();
        if (current.ping === undefined) link.confirm();
        else link.confirmNew();
        link.drained();
      },
      isBlind: () => link.isBusy() || (current.ping === undefined && link.isCounted !== true),
      gone: () => lost({ code: ABRUPT, reason: 'It has been silent for too long.' }),
    });
    liveness.start();
    link.attach(current, number);
    opened.open();
    tell({ type: 'open', carrier: 'websocket', isResumed: number !== undefined });
    if (isClosing) shut();
  }

  function received(text: string): void {
    reconnect.progressed();
    const isMessage = link.take(text);
    if (!isMessage || link.isCounted !== undefined) return;
    // A server that counts says so right after its first answer.
    if (isAnswered) link.settle(false);
    else isAnswered = isAnswer(text);
  }

  /** Ends the present attempt or socket, whatever state it is in. */
  function drop(): void {
    attempt += 1;
    stopTimer();
    liveness?.stop();
    link.detach();
    isOpen = false;
    socket?.terminate();
    socket = undefined;
  }

  function lost(end: SocketEnd): void {
    const wasOpen = isOpen;
    drop();
    const failure = isClosing ? undefined : failureOf(end, wasOpen);
    if (isClosing || failure !== undefined || isOrderly(end)) {
      finish(failure, end.reason);
      return;
    }
    const cause = sentenceOf(end);
    const isGoingAway = end.code === closeCodes.goingAway || end.code === closeCodes.restart;
    const delay = reconnect.pauseAfter({ retryAfter: end.retryAfter, isGoingAway });
    if (delay === undefined) {
      fail('unreachable', `The server could not be reached again. ${cause}`);
      return;
    }
    isWaiting = true;
    stopTimer = clock.after(delay, connect);
    tell({ type: 'waiting', attempt: reconnect.attempts, delay, cause });
  }

  /** Returns why the connection cannot go on after its socket has ended; `undefined` if it can, or has ended in order. */
  function failureOf(end: SocketEnd, wasOpen: boolean): RemoteError | undefined {
    const { code, status } = end;
    const sentence = sentenceOf(end);
    if (code === closeCodes.forgotten || (status === 404 && connectionId !== undefined))
      return new RemoteError('forgotten', `The server no longer knows this connection. ${sentence}`, status);
    if (status !== undefined && !isTemporary(end, hasOpened)) return new RemoteError('refused', sentence, status);
    if (wasOpen && isOrderly(end)) return undefined;
    if (isFinal(code)) return new RemoteError('refused', sentence);
    if (!hasOpened && status === undefined) return new RemoteError('unreachable', sentence);
    if (hasOpened && connectionId === undefined)
      return new RemoteError('forgotten', `The connection was lost, and this server cannot continue one. ${sentence}`);
    return undefined;
  }

  function fail(reason: RemoteFailure, sentence: string): void {
    finish(new RemoteError(reason, sentence));
  }

  function finish(failure: RemoteError | undefined, reason = ''): void {
    if (isOver) return;
    drop();
    isOver = true;
    isWaiting = false;
    stopListening();
    const refusal = failure ?? new Error('The connection is closed.');
    link.end(failure, refusal);
    opened.fail(refusal);
    ended.open();
    tell({ type: 'closed', reason: failure?.message ?? reason });
  }

  function shut(): void {
    link.flush();
    const close = { code: closeCodes.normal, reason: '', clock, within: CLOSING_TIME };
    if (socket !== undefined) stopTimer = closeInTime(socket, close, () => finish(undefined));
  }

  function abort(): void {
    socket?.close(closeCodes.normal);
    finish(undefined);
  }

  /** Finds out at once whether the server can be reached. */
  function check(): void {
    if (isWaiting) {
      stopTimer();
      connect();
    } else if (isOpen && !isClosing) liveness?.check(CHECK_TIME);
  }

  const stopPageEvents = onPageReturn(check);
  options.signal?.addEventListener('abort', abort);
  function stopListening(): void {
    stopPageEvents();
    options.signal?.removeEventListener('abort', abort);
  }

  tell({ type: 'connecting' });
  if (options.signal?.aborted === true) abort();
  else connect();

  return {
    opened: opened.promise,
    send: (frame) => link.send(frame),
    frames: link.frames,
    close() {
      if (!isClosing && !isOver) {
        isClosing = true;
        link.stopReading();
        link.stopSending(new Error('The connection is closed.'));
        if (isOpen) shut();
        else if (isWaiting || link.waiting === 0) finish(undefined);
      }
      return ended.promise;
    },
    abort,
  };
}

function isAnswer(text: string): boolean {
  try {
    return kindOf(JSON.parse(text)) === 'response';
  } catch {
    return false;
  }
}

function isOrderly({ code }: SocketEnd): boolean {
  return code === closeCodes.normal || code === 1005;
}

/** Whether a refusal may pass. Before the first connection that is believed only of a server that says when to come back. */
function isTemporary({ status = 0, retryAfter }: SocketEnd, hasOpened: boolean): boolean {
  const mayPass = status === 408 || status === 429 || (status >= 500 && status !== 501);
  return mayPass && (hasOpened || retryAfter !== undefined);
}

/** Whether a close code says that another socket would end in the same way. */
function isFinal(code: number): boolean {
  const isRule = code >= 1002 && code <= 1010 && code !== 1005 && code !== ABRUPT && code !== 1004;
  return isRule || (code >= 3000 && code !== closeCodes.dropped);
}

function sentenceOf({ code, reason, status }: SocketEnd): string {
  const what = status === undefined ? `The socket was closed (${code})` : `The server refused the socket (${status})`;
  return reason === '' ? `${what}.` : `${what}: ${reason}`;
}
