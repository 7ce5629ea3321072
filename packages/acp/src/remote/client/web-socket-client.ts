import { binaryFrame } from '../../transport/broken-frame.ts';
import { Gate } from '../../transport/gate.ts';
import { DEFAULT_HIGH_WATER, DEFAULT_MAX_FRAME_BYTES, type Transport } from '../../transport/transport.ts';
import { closeInTime } from '../wire/closing.ts';
import { frameLink } from '../wire/frame-link.ts';
import { type Liveness, watchLife } from '../wire/liveness.ts';
import {
  CONNECTION_HEADER,
  COUNTED_HEADER,
  COUNTED_NOTICE,
  DROPPED,
  GOING_AWAY,
  LOST_PLACE,
  NORMAL,
  RESTART,
  RESUMED_NOTICE,
} from '../wire/names.ts';
import { parsedObject, readNotice } from '../wire/notices.ts';
import type { Socket, SocketEnd } from '../wire/socket.ts';
import { contact } from './contact.ts';
import type { CarrierOptions, RemotePlatform } from './options.ts';
import { reconnect } from './reconnect.ts';
import { ABRUPT, FORGOTTEN, NO_ANSWER, RemoteError, SILENT } from './remote-error.ts';
import { socketRequest } from './socket-request.ts';

const KEPT = 16 * 1024 * 1024;
const CONNECTING_TIME = 15_000;
const CLOSING_TIME = 5_000;
const CHECK_TIME = 5_000;
/** The code of a socket that was closed without one. */
const NO_CODE = 1005;

/** Connects to a server over WebSockets. If the server counts messages as well, the connection survives the loss of its socket. */
export function webSocketClient(address: string, options: CarrierOptions, platform: RemotePlatform): Transport {
  const { clock } = platform;
  const { wasReached, highWater = DEFAULT_HIGH_WATER, maxFrameBytes = DEFAULT_MAX_FRAME_BYTES } = options;
  const pauses = reconnect(platform, options.giveUpAfter);
  let { decide } = options;
  const ended = new Gate();
  /** Whether messages flow, and no attempt is running or waited for. */
  let isOpen = false;
  let isClosing = false;
  let socket: Socket | undefined;
  let liveness: Liveness | undefined;
  /** What happens next if nothing else does: the next attempt, or the end of this one. */
  let stopTimer = () => {};
  /** The present attempt and its socket; what comes late from an earlier one is not heard. */
  let attempt = new AbortController();
  /** The connection's id, known if the server counts. */
  let id: string | undefined;
  /** Whether an answer has come; a server that counts says so right after it. */
  let isAnswered = false;

  const { isOver, begin, opened, pause, fail, end } = contact('websocket', options, platform, {
    abort,
    ended(failure) {
      drop();
      link.end(failure);
      ended.open();
      return decide?.(failure);
    },
    returned: () => isOpen && !isClosing && liveness?.check(CHECK_TIME),
  });

  const link = frameLink({ highWater, kept: KEPT, maxFrameBytes }, undefined, {
    notice: ({ method, params }) => method === COUNTED_NOTICE && counted(params['connectionId']),
    confirmed: (isAsking) => isAsking && link.confirmNew(),
    violated: (sentence) => fail('forgotten', sentence),
  });

  function counted(given: unknown): void {
    if (id !== undefined || typeof given !== 'string') return;
    id = given;
    link.settle(true);
  }

  function connect(): void {
    attempt = new AbortController();
    const { signal } = attempt;
    const isMine = () => !signal.aborted;
    const isResuming = id !== undefined;
    stopTimer = clock.after(CONNECTING_TIME, () => lost({ code: ABRUPT, reason: NO_ANSWER }));
    socketRequest(address, options, platform, id && `${id}.${link.received}`, signal)
      .then((request) => {
        if (!isMine()) return;
        if (!('url' in request)) return lost(request);
        const current = platform.openSocket?.(request.url, request);
        socket = current;
        if (current === undefined) return fail('unreachable', 'There are no WebSockets here.', 501);
        current.listen({
          opened(header) {
            if (!isMine() || isResuming) return;
            if (header(COUNTED_HEADER)) counted(header(CONNECTION_HEADER));
            start(current);
          },
          message(text) {
            if (!isMine()) return;
            try {
              if (text === undefined) link.frames.push([binaryFrame(0)]);
              else if (isOpen) take(text);
              else resume(current, text);
            } catch {
              fail('forgotten', 'A message could not be handled.');
            }
          },
          alive: () => isMine() && liveness?.heard(),
          drained: () => isMine() && link.drained(),
          closed: (end) => isMine() && lost(end),
        });
      })
      .catch((cause) => {
        if (!isMine()) return;
        if (cause instanceof RemoteError) end(cause);
        else lost({ code: ABRUPT, reason: String(cause) });
      });
  }

  function resume(current: Socket, text: string): void {
    const notice = readNotice(text);
    const count = notice?.params['received'] as number;
    if (notice?.method === RESUMED_NOTICE && link.canContinueAfter(count)) start(current, count);
    else fail('forgotten', FORGOTTEN);
  }

  function start(current: Socket, count?: number): void {
    const { ping } = current;
    stopTimer();
    isOpen = true;
    pauses.opened();
    // A page cannot ping, but a server that counts answers what it says.
    liveness = watchLife(
      clock,
      { interval: ping ? 15_000 : 30_000, silence: ping ? 30_000 : 50_000 },
      {
        probe() {
          if (ping) current.ping?.();
          else link.confirm();
          link.confirmNew();
          link.drained();
        },
        isBlind: () => link.isBusy() || !(ping || id),
        gone: () => lost({ code: ABRUPT, reason: SILENT }),
      },
    );
    link.attach(current, count);
    decide?.();
    decide = undefined;
    opened(count !== undefined);
  }

  function take(text: string): void {
    pauses.progressed();
    if (!link.take(text) || id !== undefined) return;
    if (isAnswered) link.settle(false);
    else isAnswered = isAnswer(parsedObject(text));
  }

  /** Ends the present attempt or socket, whatever state it is in. */
  function drop(): void {
    attempt.abort();
    stopTimer();
    liveness?.stop();
    link.detach();
    socket?.terminate();
    socket = undefined;
  }

  function lost({ code, reason, status, retryAfter }: SocketEnd): void {
    const wasOpen = isOpen;
    isOpen = false;
    drop();
    const what = status ? 'The server refused the socket' : 'The socket was closed';
    const sentence = `${what} (${status ?? code})${reason ? `: ${reason}` : '.'}`;
    if (isClosing || (wasOpen && (code === NORMAL || code === NO_CODE))) end(undefined, reason);
    else if (code === LOST_PLACE || (id && status === 404)) fail('forgotten', sentence, status);
    else if (status ? !mayPass(status, id) || !(id ?? retryAfter ?? wasReached) : isFinal(code))
      fail('refused', sentence, status);
    else if (wasOpen && id === undefined) fail('forgotten', `This server cannot continue a connection. ${sentence}`);
    else {
      const isGoingAway = code === GOING_AWAY || code === RESTART;
      if (id ?? retryAfter ?? wasReached)
        void pause(pauses, { cause: sentence, retryAfter, isGoingAway }).then((goesOn) => goesOn && connect());
      else fail('unreachable', sentence);
    }
  }

  function shut(): void {
    link.flush();
    const close = { code: NORMAL, reason: '', clock, within: CLOSING_TIME };
    if (socket) stopTimer = closeInTime(socket, close, end);
  }

  function abort(): void {
    socket?.close(NORMAL);
    end();
  }

  begin(connect);

  return {
    send: link.send,
    frames: link.frames,
    close() {
      if (!isClosing && !isOver()) {
        isClosing = true;
        link.stop();
        if (isOpen) shut();
        else end();
      }
      return ended.promise;
    },
    abort,
  };
}

function isAnswer({ id, method }: Readonly<Record<string, unknown>>): boolean {
  return id !== undefined && method === undefined;
}

/** Whether a refusal may pass. Where a socket was open before, 400 is the answer of a proxy that has read half of the request. */
function mayPass(status: number, id: string | undefined): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501) || (status === 400 && id !== undefined);
}

/** Whether a close code says that another socket would end in the same way. */
function isFinal(code: number): boolean {
  const isRule = code >= 1002 && code <= 1010 && code !== NO_CODE && code !== ABRUPT;
  return isRule || (code >= 3000 && code !== DROPPED);
}
