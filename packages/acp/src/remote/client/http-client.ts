import { errorText } from '../../jsonrpc/message-text.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { Gate, rejected } from '../../transport/gate.ts';
import {
  DEFAULT_HIGH_WATER,
  DEFAULT_MAX_FRAME_BYTES,
  hasRoom,
  type Received,
  type Transport,
} from '../../transport/transport.ts';
import { type Liveness, watchLife } from '../wire/liveness.ts';
import { outlineMessage } from '../wire/message-outline.ts';
import { CONNECTION_HEADER, COUNTED_HEADER, LAST_EVENT_HEADER, NUMBER_HEADER, SESSION_HEADER } from '../wire/names.ts';
import { contact, type Problem } from './contact.ts';
import { type Position, readEvents } from './event-stream.ts';
import { answerText, firstLine, type HeaderValues, retryAfterOf, sendRequest } from './http-request.ts';
import type { CarrierOptions, RemotePlatform } from './options.ts';
import { type Reconnect, reconnect } from './reconnect.ts';
import { FORGOTTEN, NO_ANSWER, RemoteError, SILENT } from './remote-error.ts';
import { type Post, routing } from './routing.ts';

/** POSTs at a time, if the server brings them into order. */
const PARALLEL = 4;
/** How long a POST that may be repeated waits for its answer. */
const ANSWER_TIME = 45_000;
/** How long an answer is waited for when the server was out of reach before. */
const RETURN_TIME = 10_000;
/** How long a server may take to accept what was sent before a close, and then to end the connection. */
const CLOSING_TIME = 5_000;
/** How often a server shows that it is alive, and how long one may be silent: one that is known to do that, and any other. */
const SIGN_INTERVAL = 15_000;
const SILENCE = 45_000;
const LONG_SILENCE = 300_000;
/** How much later than usual a sign of life may be when a page has come back. */
const CHECK_TIME = 5_000;

interface Stream extends Position {
  /** Whether the server has answered a request for the stream. */
  isAnswered: boolean;
  /** Whether the stream is no longer needed. */
  isOver: boolean;
  /** Whether it is being read. */
  isOpen: boolean;
  /** The present attempt to read it. */
  attempt: AbortController;
  liveness?: Liveness;
}

/** Connects to a server over HTTP, with streams of events for what the server sends. The first frame must be `initialize`. */
export function httpClient(url: string, options: CarrierOptions, platform: RemotePlatform): Transport {
  const { clock } = platform;
  const { highWater = DEFAULT_HIGH_WATER, maxFrameBytes = DEFAULT_MAX_FRAME_BYTES, giveUpAfter, wasReached } = options;
  const { outgoing, incoming, unanswered } = routing(streamOf, leave);
  /** What waits to be posted, in order. */
  const posts: Post[] = [];
  /** The streams of sessions, and that of the connection, which has no name. */
  const streams = new Map<string | undefined, Stream>();
  /** Requests that run. */
  const attempts = new Set<AbortController>();
  const {
    isOver,
    isBroken,
    begin: start,
    opened,
    pause,
    reached,
    forget,
    fail,
    end,
  } = contact('http', options, platform, {
    abort: () => end(),
    ended(failure) {
      if (failure === undefined) frames.end();
      else frames.fail(failure);
      refusal = failure ?? new Error(CLOSED);
      for (const stream of streams.values()) stream.isOver = true;
      for (const attempt of attempts) attempt.abort(refusal);
      room?.fail(refusal);
      reading?.open();
      flushed?.open();
      if (!isGone(failure?.status)) removing = remove();
      return false;
    },
    returned() {
      for (const { liveness } of streams.values()) liveness?.check(SIGN_INTERVAL + CHECK_TIME);
    },
  });
  let connection: string | undefined;
  /** Whether the server numbers its events and brings numbered POSTs into order. */
  let isCounted = false;
  let lastNumber = 0;
  /** How many POSTs run, and the size of what the server has not accepted yet. */
  let running = 0;
  let size = 0;
  let room: Gate | undefined;
  let reading: Gate | undefined;
  let flushed: Gate | undefined;
  let refusal: Error | undefined;
  let closing: Promise<void> | undefined;
  let removing: Promise<unknown> | undefined;
  const frames = new FrameQueue(() => {
    reading?.open();
    reading = undefined;
  });

  function request(method: string, controller: AbortController, own: HeaderValues, body?: string): Promise<Response> {
    attempts.add(controller);
    const named = { [CONNECTION_HEADER]: connection, ...own };
    return sendRequest(url, method, controller.signal, named, body, options, platform);
  }

  /** Starts POSTs, in order, as many at a time as the server allows. */
  function pump(): void {
    for (let post = posts[0]; post !== undefined && !isOver(); post = posts[0]) {
      if (running >= (isCounted ? PARALLEL : 1)) return;
      // What the agent says about the message comes on the stream of its session, so that has to be there first.
      if (connection !== undefined && post.session !== undefined && !streamOf(post.session).isAnswered) return;
      posts.shift();
      running += 1;
      void deliver(post, isCounted ? String(++lastNumber) : undefined);
    }
    if (running === 0) flushed?.open();
  }

  /** Makes attempts until one resolves without a problem, or there is no sense in another. */
  async function persist(pace: Reconnect, attempt: (controller: AbortController) => Promise<Problem | undefined>) {
    let problem: Problem | undefined;
    do {
      const controller = new AbortController();
      problem = await attempt(controller).catch((cause) => ({ cause: textOf(cause) }));
      attempts.delete(controller);
    } while (problem && (await pause(pace, problem)));
    forget(pace);
  }

  /** Posts a message until the server has accepted or refused it, or the connection is over. */
  async function deliver(post: Post, number: string | undefined): Promise<void> {
    const isHandshake = connection === undefined;
    // Only a numbered message can be repeated without being done twice; a handshake may be: the server forgets a connection that nobody uses.
    const mayRepeat = number !== undefined || (isHandshake && wasReached);
    const pace = reconnect(platform, giveUpAfter);
    await persist(pace, async (controller) => {
      // A server may hold back a request for long, and an agent may take long to start.
      const isLost = number && pace.attempts() > 0 && !streams.get(undefined)?.isOpen;
      const stop = clock.after(
        isLost ? RETURN_TIME : ANSWER_TIME,
        () => mayRepeat && controller.abort(new Error(NO_ANSWER)),
      );
      try {
        const own = { 'content-type': 'application/json', [SESSION_HEADER]: post.session, [NUMBER_HEADER]: number };
        const response = await request('POST', controller, own, post.frame);
        const body = await answerText(response, maxFrameBytes);
        const { status } = response;
        const retryAfter = retryAfterOf(response);
        // Then it has not looked at the message. Before the first contact that is believed only of a server that says when to come back.
        const isBelieved = retryAfter !== undefined || mayRepeat;
        const isBusy =
          status === 503 ? isBelieved || !isHandshake : status === 429 && number === undefined && isBelieved;
        // A network with a page of its own may answer in place of the server.
        const isCut = mayRepeat && !isHandshake && (isHalfRead(status, body) || [200, 502, 504].includes(status));
        if (isBusy || isCut) return { cause: `The server answered with status ${status}.`, retryAfter };
        if (!isHandshake) reached(pace);
        if (!response.ok) refused(post, status, body);
        else if (isHandshake) begin(response, body);
      } catch (cause) {
        if (cause instanceof RemoteError) end(cause);
        else if (mayRepeat) throw cause;
        else if (isHandshake) fail('unreachable', `The server could not be reached. ${textOf(cause)}`);
        else fail('forgotten', `A message may have been lost, and this server cannot tell. ${textOf(cause)}`);
      } finally {
        stop();
      }
      return undefined;
    });
    running -= 1;
    size -= post.frame.length;
    if (hasRoom(size, highWater)) {
      room?.open();
      room = undefined;
    }
    pump();
  }

  /** Takes the answer to the handshake. */
  function begin(response: Response, body: string): void {
    const id = response.headers.get(CONNECTION_HEADER);
    const { type, isError } = outlineMessage(body) ?? {};
    if (id === null || type !== 'response') {
      fail('refused', 'The server did not answer as a server of agents does.');
      return;
    }
    connection = id;
    isCounted = response.headers.get(COUNTED_HEADER) === '1';
    // After a refusal the next handshake makes a connection of its own.
    if (isError) void remove();
    else {
      streamOf(undefined);
      opened(false);
    }
    arrived([body], undefined);
  }

  /** The server does not take a message. */
  function refused({ outline: { type, id = 'null' }, session }: Post, status: number, body: string): void {
    const sentence = `The server refused a message (${status}): ${firstLine(body)}`;
    const answer = outlineMessage(body);
    const isKnown = connection === undefined || !isGone(status);
    if (isKnown && type !== 'notification' && type !== 'response' && answer?.type === 'response' && answer.id === id)
      arrived([body], session);
    else if (type === 'request' && connection !== undefined && ![401, 403, 404, 410].includes(status))
      arrived([failed(id, sentence)], session);
    else shutOut(status, sentence);
  }

  /** The server does not go on with the connection. */
  function shutOut(status: number, sentence: string): void {
    if (connection !== undefined && isGone(status)) fail('forgotten', FORGOTTEN, status);
    else fail('refused', sentence, status);
  }

  /** Returns the stream of a session, and begins to read it. */
  function streamOf(session: string | undefined): Stream {
    const present = streams.get(session);
    if (present !== undefined && !present.isOver) return present;
    const { lastId = isCounted ? '0' : '', retry = 0 } = present ?? {};
    const attempt = new AbortController();
    const stream: Stream = { lastId, retry, attempt, isAnswered: false, isOver: false, isOpen: false };
    streams.set(session, stream);
    void read(session, stream);
    return stream;
  }

  /** Reads a stream, again and again, until it is no longer needed. */
  async function read(session: string | undefined, stream: Stream): Promise<void> {
    // The stream of the connection and the messages show whether the server can be reached.
    const pace = reconnect(platform, session === undefined ? giveUpAfter : Number.POSITIVE_INFINITY);
    await persist(pace, async (controller) => {
      stream.attempt = controller;
      const liveness = watchLife(
        clock,
        { interval: SIGN_INTERVAL, silence: isCounted ? SILENCE : LONG_SILENCE },
        {
          probe() {},
          isBlind: () => reading !== undefined,
          gone: () => controller.abort(new Error(SILENT)),
        },
      );
      stream.liveness = liveness;
      if (pace.attempts() > 0) liveness.check(RETURN_TIME);
      let problem: Problem = { cause: 'A stream has ended.', isGoingAway: true };
      try {
        const own = {
          accept: 'text/event-stream',
          [SESSION_HEADER]: session,
          [LAST_EVENT_HEADER]: stream.lastId || undefined,
        };
        const response = await request('GET', controller, own);
        const { status, body } = response;
        stream.isAnswered = true;
        if (response.ok && body !== null) {
          if (!/event-stream/.test(response.headers.get('content-type') ?? ''))
            throw new Error('This is no stream of events.');
          stream.isOpen = true;
          liveness.heard();
          reached(pace);
          pump();
          await readEvents(body, stream, isCounted, maxFrameBytes, (batch) => {
            liveness.heard();
            if (batch.length > 0) pace.progressed();
            return arrived(batch, session);
          });
        } else {
          // Some servers know a session only after the first message for it.
          const isRefused = session !== undefined;
          const cause = `The server refused a stream (${status}).`;
          problem = { cause, retryAfter: retryAfterOf(response), isRefused };
          const mayPass = status >= 500 || status === 409 || status === 429 || (isCounted && isHalfRead(status, ''));
          if (!isRefused && !mayPass) shutOut(status, cause);
          pump();
        }
      } catch (cause) {
        problem = { cause: textOf(cause) };
      }
      const wasOpen = stream.isOpen;
      stream.isOpen = false;
      liveness.stop();
      controller.abort();
      if (stream.isOver) return undefined;
      if (!isCounted && !problem.isRefused) lost(session, wasOpen);
      return { ...problem, atLeast: stream.retry };
    });
  }

  /** What was written to a broken stream is lost if the server does not number it. */
  function lost(session: string | undefined, wasOpen: boolean): void {
    const sentence = 'A stream has ended, and this server cannot continue it.';
    if (session === undefined) fail('forgotten', sentence);
    else if (wasOpen)
      arrived(
        unanswered(session).map((id) => failed(id, sentence)),
        session,
      );
  }

  /** Hands on what has arrived on a stream. Returns a promise if there is no room for more. */
  function arrived(batch: Received[], stream: string | undefined): Promise<void> | undefined {
    for (const frame of batch) if (typeof frame === 'string') incoming(frame, stream);
    frames.push(batch);
    if (hasRoom(frames.size, highWater)) return undefined;
    reading ??= new Gate();
    return reading.promise;
  }

  /** The session is over, and its stream with it. */
  function leave(session: string | undefined): void {
    const stream = streams.get(session);
    if (stream === undefined) return;
    stream.isOver = true;
    stream.attempt.abort();
  }

  /** Tells the server that the connection is over. */
  async function remove(): Promise<void> {
    const own = { [CONNECTION_HEADER]: connection };
    if (connection === undefined) return;
    connection = undefined;
    const controller = new AbortController();
    const stop = clock.after(CLOSING_TIME, () => controller.abort());
    try {
      await (await request('DELETE', controller, own)).body?.cancel();
    } catch {
      // The server ends a connection that nobody uses by itself.
    }
    stop();
  }

  async function close(): Promise<void> {
    // A server that was not reached yet, or cannot be reached now, is not waited for.
    if (connection !== undefined && !isBroken() && running + posts.length > 0) {
      flushed = new Gate();
      const stop = clock.after(CLOSING_TIME, () => flushed?.open());
      await flushed.promise;
      stop();
    }
    end();
    await removing;
  }

  start(() => {});

  return {
    send(frame) {
      if (isOver() || closing !== undefined) return rejected(refusal ?? new Error(CLOSED));
      posts.push(outgoing(frame));
      size += frame.length;
      pump();
      if (hasRoom(size, highWater)) return undefined;
      room ??= new Gate();
      return room.promise;
    },
    frames,
    close() {
      closing ??= close();
      return closing;
    },
    abort: () => end(),
  };
}

const CLOSED = 'The connection is closed.';

/** Whether a status says that something is not there. */
const isGone = (status: number | undefined) => status === 404 || status === 410;

/** Whether a server or a proxy answers so that has read half of a request; one that refuses a message says why. */
const isHalfRead = (status: number, body: string) =>
  status === 408 || (status === 400 && /^$|\b400 Bad Request\b/.test(body));

function textOf(cause: unknown): string {
  const { message, cause: inner } = (cause ?? {}) as Partial<Error>;
  return inner instanceof Error && inner.message !== '' ? inner.message : String(message ?? cause);
}

/** Returns the answer to a request that has failed on its way. */
const failed = (id: string | undefined, message: string) => errorText(id ?? 'null', new RpcError(-32603, message));
