import { FrameQueue } from '../../transport/frame-queue.ts';
import { Gate, rejected } from '../../transport/gate.ts';
import {
  DEFAULT_HIGH_WATER,
  DEFAULT_MAX_FRAME_BYTES,
  hasRoom,
  type Received,
  type Transport,
} from '../../transport/transport.ts';
import { fitsHeader, type MessageOutline, outlineMessage } from '../wire/message-outline.ts';
import { headers } from '../wire/names.ts';
import { EventStream, RefusedStream } from './event-stream.ts';
import { HttpRequests } from './http-requests.ts';
import { linkedAbort } from './linked-abort.ts';
import type { RemoteOptions, RemotePlatform } from './options.ts';
import { Reconnect, type Setback } from './reconnect.ts';
import { RemoteError, type RemoteFailure } from './remote-error.ts';

/** POSTs at a time, if the server brings them into order. */
const PARALLEL = 4;
/** How long a numbered POST waits for its answer before it is repeated. */
const ANSWER_TIME = 45_000;
/** How long the end of the connection may take. */
const DELETE_TIME = 5_000;
/** The session of the connection's own stream. */
const NONE = '';

interface Post {
  readonly frame: string;
  readonly outline: MessageOutline;
  readonly session: string | undefined;
}

interface Stream {
  readonly events: EventStream;
  /** Ends the reading. */
  controller: AbortController;
  /** Whether the server has answered a request for the stream. */
  isAnswered: boolean;
}

/** Returns a transport to an agent behind a URL, over HTTP with streams of events. The first frame must be `initialize`. */
export function httpClient(url: string, options: RemoteOptions, platform: RemotePlatform): Transport {
  return new HttpClient(url, options, platform);
}

class HttpClient implements Transport {
  readonly frames: FrameQueue;
  readonly #options: RemoteOptions;
  readonly #platform: RemotePlatform;
  readonly #requests: HttpRequests;
  readonly #highWater: number;
  /** What waits to be posted, in order. */
  readonly #posts: Post[] = [];
  #running = 0;
  /** The size of what was not accepted by the server yet. */
  #size = 0;
  #room: Gate | undefined;
  #reading: Gate | undefined;
  #flushed: Gate | undefined;
  #isCounted = false;
  #lastNumber = 0;
  readonly #streams = new Map<string, Stream>();
  /** Requests of this side that are not answered. */
  readonly #open = new Map<string, Post>();
  /** The sessions of the other side's requests that are not answered. */
  readonly #questions = new Map<string, string>();
  /** What cannot reach the server now, and how to make it try again. */
  readonly #broken = new Map<Reconnect, () => void>();
  readonly #ended = new AbortController();
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(url: string, options: RemoteOptions, platform: RemotePlatform) {
    this.#options = options;
    this.#platform = platform;
    this.#requests = new HttpRequests(url, options, platform);
    this.#highWater = options.highWater ?? DEFAULT_HIGH_WATER;
    this.frames = new FrameQueue(() => {
      this.#reading?.open();
      this.#reading = undefined;
    });
    options.onState?.({ type: 'connecting' });
    options.signal?.addEventListener('abort', () => this.abort(), { signal: this.#ended.signal });
    if (options.signal?.aborted) this.abort();
  }

  send(frame: string): Promise<void> | undefined {
    if (this.#failure !== undefined || this.#closing !== undefined) {
      return rejected(this.#failure ?? new Error('The connection is closed.'));
    }
    const outline = outlineMessage(frame) ?? { type: 'invalid' };
    const { type, id = '' } = outline;
    const session = type === 'response' ? this.#questions.get(id) : headerOf(outline.session);
    const post = { frame, outline, session };
    if (type === 'response') this.#questions.delete(id);
    if (type === 'request') this.#open.set(id, post);
    this.#posts.push(post);
    this.#size += frame.length;
    this.#pump();
    if (hasRoom(this.#size, this.#highWater)) return undefined;
    this.#room ??= new Gate();
    return this.#room.promise;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  abort(): void {
    this.#finish(undefined);
    void this.#remove();
  }

  async #close(): Promise<void> {
    if (this.#running > 0 || this.#posts.length > 0) {
      this.#flushed = new Gate();
      await this.#flushed.promise;
    }
    this.#finish(undefined);
    await this.#remove();
  }

  /** Starts POSTs, in order, as many at a time as the server allows. */
  #pump(): void {
    while (!this.#ended.signal.aborted && this.#running < (this.#isCounted ? PARALLEL : 1)) {
      const post = this.#posts[0];
      if (post === undefined) break;
      // What the agent says about the message comes on the stream of its session, so that has to be there first.
      if (this.#requests.connection !== undefined && post.session !== undefined) {
        if (!this.#stream(post.session).isAnswered) break;
      }
      this.#posts.shift();
      this.#running += 1;
      void this.#post(post, this.#isCounted ? ++this.#lastNumber : undefined).then(() => {
        this.#running -= 1;
        this.#size -= post.frame.length;
        if (hasRoom(this.#size, this.#highWater)) {
          this.#room?.open();
          this.#room = undefined;
        }
        this.#pump();
        if (this.#running === 0 && this.#posts.length === 0) this.#flushed?.open();
      });
    }
  }

  /** Posts a message until the server has accepted or refused it, or the connection is over. */
  async #post(post: Post, number: number | undefined): Promise<void> {
    const reconnect = this.#reconnect();
    const isHandshake = this.#requests.connection === undefined;
    // A connection that nobody uses ends by itself, so that the handshake may be repeated as well.
    const mayRepeat = isHandshake || number !== undefined;
    for (;;) {
      let setback: Setback = {};
      let problem: string;
      const { controller, unlink } = linkedAbort(this.#ended.signal);
      const stop =
        number === undefined ? () => {} : this.#platform.clock.after(ANSWER_TIME, () => controller.abort(SILENT));
      try {
        const response = await this.#requests.send({
          method: 'POST',
          session: post.session,
          headers: {
            'content-type': 'application/json',
            ...(number === undefined ? {} : { [headers.number]: String(number) }),
          },
          body: post.frame,
          signal: controller.signal,
        });
        const body = await response.text();
        const { status } = response;
        if (response.ok) {
          this.#reached(reconnect);
          if (isHandshake) this.#begin(response, body);
          return;
        }
        const isOverloaded = status === 503 || (status === 429 && number === undefined);
        if (!isOverloaded && !(mayRepeat && (status === 502 || status === 504))) {
          this.#refused(post, status, body);
          return;
        }
        setback = { retryAfter: response.headers.get('retry-after') ?? undefined };
        problem = `The server answered with status ${status}.`;
      } catch (cause) {
        problem = textOf(cause);
        if (!mayRepeat) this.#fail('lost', `A message may not have arrived: ${problem}`);
      } finally {
        stop();
        unlink();
      }
      if (!(await this.#pause(reconnect, problem, setback))) return;
    }
  }

  /** Takes the answer to the handshake. */
  #begin(response: Response, body: string): void {
    const id = response.headers.get(headers.connection);
    const outline = outlineMessage(body);
    if (id === null || outline?.type !== 'response') {
      this.#fail('refused', 'The server did not answer as an agent does.');
      return;
    }
    this.#requests.connection = id;
    this.#isCounted = response.headers.get(headers.counted) === '1';
    if (outline.isError) {
      // The next handshake makes a connection of its own.
      void this.#remove();
    } else {
      this.#stream(NONE);
      this.#options.onState?.({ type: 'open', carrier: 'http', isResumed: false });
    }
    void this.#deliver([body], NONE);
  }

  /** The server does not take a message. */
  #refused({ outline, session }: Post, status: number, body: string): void {
    const sentence = `The server refused a message with status ${status}: ${firstLine(body)}`;
    if (this.#requests.connection !== undefined && (status === 404 || status === 410)) {
      this.#fail('forgotten', 'The server no longer knows the connection.', status);
      return;
    }
    const answer = outlineMessage(body);
    const id = outline.type === 'request' ? (outline.id ?? 'null') : 'null';
    const isAnswer = answer?.type === 'response' && answer.id === id;
    if (isAnswer && outline.type !== 'notification' && outline.type !== 'response') void this.#deliver([body], NONE);
    else if (outline.type === 'request' && this.#requests.connection !== undefined && status !== 401 && status !== 403) {
      void this.#deliver([errorText(id, sentence)], session ?? NONE);
    } else this.#fail('refused', sentence, status);
  }

  /** Returns the stream of a session, and begins to read it. */
  #stream(session: string): Stream {
    let stream = this.#streams.get(session);
    if (stream !== undefined && !stream.controller.signal.aborted) return stream;
    const events =
      stream?.events ??
      new EventStream({
        clock: this.#platform.clock,
        maxLength: this.#options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES,
        isCounted: this.#isCounted,
        open: (last, signal) =>
          this.#requests.send({
            method: 'GET',
            session: headerOf(session),
            headers: { accept: 'text/event-stream', ...last },
            signal,
          }),
        deliver: (frames) => this.#deliver(frames, session),
      });
    stream = { events, controller: new AbortController(), isAnswered: false };
    this.#streams.set(session, stream);
    void this.#read(session, stream);
    return stream;
  }

  /** Reads a stream, again and again, until it is no longer needed. */
  async #read(session: string, stream: Stream): Promise<void> {
    const { controller, unlink } = linkedAbort(this.#ended.signal);
    stream.controller = controller;
    const isSession = session !== NONE;
    // The stream of the connection and the messages show whether the server can be reached.
    const reconnect = isSession ? this.#reconnect(Number.POSITIVE_INFINITY) : this.#reconnect();
    const answered = () => {
      stream.isAnswered = true;
      this.#pump();
    };
    while (!controller.signal.aborted) {
      let setback: Setback = { isGoingAway: true };
      let problem = 'The stream has ended.';
      let isOpen = false;
      try {
        await stream.events.read(controller.signal, () => {
          isOpen = true;
          answered();
          this.#reached(reconnect);
        });
      } catch (cause) {
        problem = textOf(cause);
        setback = {};
        if (cause instanceof RefusedStream && !controller.signal.aborted) {
          const { status } = cause.response;
          setback = { retryAfter: cause.response.headers.get('retry-after') ?? undefined };
          if (!isSession && status < 500 && status !== 409 && status !== 429) {
            this.#fail(status === 404 || status === 410 ? 'forgotten' : 'refused', problem, status);
          }
          // Some servers know a session only after the first message for it.
          answered();
        }
      }
      if (controller.signal.aborted) break;
      if (!this.#isCounted) this.#lost(session, isOpen);
      if (!(await this.#pause(reconnect, problem, setback, controller.signal, stream.events.retry))) break;
    }
    unlink();
  }

  /** What was written to a broken stream is lost, if the server does not number it. */
  #lost(session: string, wasOpen: boolean): void {
    if (session === NONE) {
      this.#fail('lost', 'The stream of the connection has ended, and this server cannot continue it.');
    } else if (wasOpen) {
      const lost = [...this.#open].filter(([, post]) => post.session === session);
      const sentence = 'The stream of the session has ended, and this server cannot continue it.';
      void this.#deliver(
        lost.map(([id]) => errorText(id, sentence)),
        session,
      );
    }
  }

  /** Hands on what has arrived on a stream. Returns a promise if there is no room for more. */
  #deliver(frames: Received[], session: string): Promise<void> | undefined {
    for (const frame of frames) if (typeof frame === 'string') this.#note(frame, session);
    this.frames.push(frames);
    if (hasRoom(this.frames.size, this.#highWater)) return undefined;
    this.#reading ??= new Gate();
    return this.#reading.promise;
  }

  /** Notes what later messages need to know of this one. */
  #note(frame: string, stream: string): void {
    const outline = outlineMessage(frame);
    const { type, id = '', session = stream } = outline ?? {};
    if (type === 'request' && fitsHeader(session)) this.#questions.set(id, session);
    if (type !== 'response') return;
    const request = this.#open.get(id);
    this.#open.delete(id);
    if (outline?.openedSession !== undefined && fitsHeader(outline.openedSession)) this.#stream(outline.openedSession);
    const isEnd = request?.outline.method === 'session/close' || request?.outline.method === 'session/delete';
    if (isEnd && !outline?.isError) this.#streams.get(request?.session ?? NONE)?.controller.abort();
  }

  #reconnect(giveUpAfter = this.#options.giveUpAfter): Reconnect {
    return new Reconnect(this.#platform, giveUpAfter);
  }

  /** Waits before the next attempt. Resolves with false if there is none. */
  async #pause(
    reconnect: Reconnect,
    cause: string,
    setback: Setback,
    signal = this.#ended.signal,
    atLeast = 0,
  ): Promise<boolean> {
    if (this.#ended.signal.aborted) return false;
    const pause = reconnect.pauseAfter(setback);
    if (pause === undefined) {
      this.#fail('unreachable', `The server could not be reached: ${cause}`);
      return false;
    }
    const delay = Math.max(pause, atLeast);
    this.#options.onState?.({ type: 'waiting', attempt: reconnect.attempts, delay, cause });
    await new Promise<void>((resolve) => {
      const stop = this.#platform.clock.after(delay, resolve);
      const wake = () => {
        stop();
        resolve();
      };
      this.#broken.set(reconnect, wake);
      signal.addEventListener('abort', wake, { once: true });
    });
    return !signal.aborted;
  }

  /** The server was reached: what waits to try again need not wait any longer. */
  #reached(reconnect: Reconnect): void {
    reconnect.succeeded();
    if (!this.#broken.delete(reconnect)) return;
    for (const wake of this.#broken.values()) wake();
    if (this.#broken.size > 0) return;
    this.#options.onState?.({ type: 'open', carrier: 'http', isResumed: true });
  }

  #fail(reason: RemoteFailure, message: string, status?: number): void {
    if (this.#ended.signal.aborted) return;
    this.#finish(new RemoteError(reason, message, status));
    if (reason !== 'forgotten') void this.#remove();
  }

  #finish(failure: Error | undefined): void {
    if (this.#ended.signal.aborted) return;
    this.#failure = failure ?? new Error('The connection is closed.');
    this.#ended.abort(this.#failure);
    if (failure === undefined) this.frames.end();
    else this.frames.fail(failure);
    this.#room?.fail(this.#failure);
    this.#reading?.open();
    this.#flushed?.open();
    this.#options.onState?.({ type: 'closed', reason: this.#failure.message });
  }

  /** Tells the server that the connection is over. */
  async #remove(): Promise<void> {
    const { connection } = this.#requests;
    if (connection === undefined) return;
    const controller = new AbortController();
    const stop = this.#platform.clock.after(DELETE_TIME, () => controller.abort());
    try {
      const removing = this.#requests.send({ method: 'DELETE', signal: controller.signal });
      await (await removing).text();
    } catch {
      // The server ends a connection that nobody uses by itself.
    }
    stop();
  }
}

const SILENT = new Error('The server did not answer in time.');

/** Returns a session as it is named in a header; `undefined` if there is none or it cannot be. */
function headerOf(session: string | undefined): string | undefined {
  return session !== undefined && fitsHeader(session) ? session : undefined;
}

function textOf(cause: unknown): string {
  const { message, cause: inner } = (cause ?? {}) as Partial<Error>;
  return inner instanceof Error && inner.message !== '' ? inner.message : String(message ?? cause);
}

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? '';

function errorText(id: string, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":${JSON.stringify(message)}}}`;
}
