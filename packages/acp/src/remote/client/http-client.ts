import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import { FrameQueue } from '../../transport/frame-queue.ts';
import { Gate, rejected } from '../../transport/gate.ts';
import {
  DEFAULT_HIGH_WATER,
  DEFAULT_MAX_FRAME_BYTES,
  hasRoom,
  type Received,
  type Transport,
} from '../../transport/transport.ts';
import { outlineMessage } from '../wire/message-outline.ts';
import { headers } from '../wire/names.ts';
import { EventStream, RefusedStream } from './event-stream.ts';
import { HttpRequests } from './http-requests.ts';
import { linkedAbort } from './linked-abort.ts';
import type { CarrierOptions, RemotePlatform, RemoteState } from './options.ts';
import { onPageReturn } from './page-events.ts';
import { type Pause, Reach } from './reach.ts';
import { Reconnect } from './reconnect.ts';
import { RemoteError, type RemoteFailure } from './remote-error.ts';
import { type Post, Routing } from './routing.ts';

/** POSTs at a time, if the server brings them into order. */
const PARALLEL = 4;
/** How long a numbered POST waits for its answer before it is repeated. */
const ANSWER_TIME = 45_000;
/** How long the end of the connection may take. */
const DELETE_TIME = 5_000;

interface Stream {
  readonly events: EventStream;
  readonly reconnect: Reconnect;
  /** Ends the reading. */
  readonly controller: AbortController;
  /** Whether the server has answered a request for the stream. */
  isAnswered: boolean;
}

/** Connects to a server over HTTP, with streams of events for what the server sends. The first frame must be `initialize`. */
export function httpClient(url: string, options: CarrierOptions, platform: RemotePlatform): Transport {
  return new HttpClient(url, options, platform);
}

class HttpClient implements Transport {
  readonly frames: FrameQueue;
  readonly #options: CarrierOptions;
  readonly #platform: RemotePlatform;
  readonly #requests: HttpRequests;
  readonly #highWater: number;
  readonly #reach: Reach;
  readonly #routing = new Routing();
  /** What waits to be posted, in order. */
  readonly #posts: Post[] = [];
  #running = 0;
  /** The size of what the server has not accepted yet. */
  #size = 0;
  #room: Gate | undefined;
  #reading: Gate | undefined;
  #flushed: Gate | undefined;
  /** Whether the server numbers its events and brings numbered POSTs into order. */
  #isCounted = false;
  #lastNumber = 0;
  /** The streams of sessions, and that of the connection, which has no name. */
  readonly #streams = new Map<string | undefined, Stream>();
  readonly #ended = new AbortController();
  #failure: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(url: string, options: CarrierOptions, platform: RemotePlatform) {
    this.#options = options;
    this.#platform = platform;
    this.#requests = new HttpRequests(url, options, platform);
    this.#highWater = options.highWater ?? DEFAULT_HIGH_WATER;
    this.#reach = new Reach(platform, {
      waiting: (attempt, delay, cause) => this.#tell({ type: 'waiting', attempt, delay, cause }),
      restored: () => this.#tell({ type: 'open', carrier: 'http', isResumed: true }),
      gaveUp: (cause) => this.#fail('unreachable', `The server could not be reached again. ${cause}`),
    });
    this.frames = new FrameQueue(() => {
      this.#reading?.open();
      this.#reading = undefined;
    });
    this.#tell({ type: 'connecting' });
    const stopPageEvents = onPageReturn(() => this.#check());
    const { signal } = this.#ended;
    signal.addEventListener('abort', stopPageEvents);
    options.signal?.addEventListener('abort', () => this.abort(), { signal });
    if (options.signal?.aborted) this.abort();
  }

  send(frame: string): Promise<void> | undefined {
    if (this.#failure !== undefined || this.#closing !== undefined) {
      return rejected(this.#failure ?? new Error('The connection is closed.'));
    }
    this.#posts.push(this.#routing.outgoing(frame));
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
    // A server that cannot be reached now is not waited for.
    if (!this.#reach.isBroken && (this.#running > 0 || this.#posts.length > 0)) {
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
      const needsStream = this.#requests.connection !== undefined && post.session !== undefined;
      if (needsStream && !this.#stream(post.session).isAnswered) break;
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
    const reconnect = new Reconnect(this.#platform, this.#options.giveUpAfter);
    const { signal } = this.#ended;
    const isHandshake = this.#requests.connection === undefined;
    let outcome: Outcome;
    do {
      outcome = await this.#attempt(post, number);
      if (outcome.type !== 'failed') {
        this.#reach.reached(reconnect);
        const { response, body } = outcome;
        if (!response.ok) this.#refused(post, response.status, body);
        else if (isHandshake) this.#begin(response, body);
        return;
      }
      // A handshake may be made twice: the server forgets a connection that nobody uses.
      const mayRepeat = isHandshake && this.#options.wasReached === true;
      if (number === undefined && !outcome.isUntouched && !mayRepeat) {
        const [reason, sentence] = isHandshake
          ? (['unreachable', 'The server could not be reached.'] as const)
          : (['forgotten', 'A message may have been lost, and this server cannot tell.'] as const);
        this.#fail(reason, `${sentence} ${outcome.problem}`);
      }
    } while (await this.#reach.pause(reconnect, outcome.problem, { ...outcome, signal }));
  }

  async #attempt({ frame: body, session }: Post, number: number | undefined): Promise<Outcome> {
    const { controller, unlink } = linkedAbort(this.#ended.signal);
    const numbered = number === undefined ? {} : { [headers.number]: String(number) };
    const stop = this.#platform.clock.after(ANSWER_TIME, () => {
      // A server may hold back a request for long. Only a numbered one can be repeated without being done twice.
      if (number !== undefined) controller.abort(new Error('The server did not answer in time.'));
    });
    try {
      const response = await this.#requests.send({
        method: 'POST',
        session,
        headers: { 'content-type': 'application/json', ...numbered },
        body,
        signal: controller.signal,
      });
      const text = await response.text();
      const { status } = response;
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      const isUntouched = status === 503 || (status === 429 && number === undefined && retryAfter !== undefined);
      // A server or a proxy that has read half of the request answers so. One that refuses a message says why.
      const isHalfRead = status === 408 || (status === 400 && text === '');
      const isTemporary = isUntouched || (number !== undefined && (isHalfRead || status === 502 || status === 504));
      if (!isTemporary) return { type: 'answered', response, body: text };
      return { type: 'failed', problem: `The server answered with status ${status}.`, isUntouched, retryAfter };
    } catch (cause) {
      return { type: 'failed', problem: textOf(cause), isUntouched: false };
    } finally {
      stop();
      unlink();
    }
  }

  /** Takes the answer to the handshake. */
  #begin(response: Response, body: string): void {
    const id = response.headers.get(headers.connection);
    const outline = outlineMessage(body);
    if (id === null || outline?.type !== 'response') {
      this.#fail('refused', 'The server did not answer as a server of agents does.');
      return;
    }
    this.#requests.connection = id;
    this.#isCounted = response.headers.get(headers.counted) === '1';
    // After a refusal the next handshake makes a connection of its own.
    if (outline.isError) void this.#remove();
    else {
      this.#stream(undefined);
      this.#tell({ type: 'open', carrier: 'http', isResumed: false });
    }
    void this.#deliver([body], undefined);
  }

  /** The server does not take a message. */
  #refused({ outline: { type, id = 'null' }, session }: Post, status: number, body: string): void {
    const isConnected = this.#requests.connection !== undefined;
    const isOver = [401, 403, 404, 410].includes(status);
    const sentence = `The server refused a message (${status}): ${body.trim().split('\n', 1)[0]}`;
    const answer = outlineMessage(body);
    if (isConnected && (status === 404 || status === 410)) {
      this.#fail('forgotten', 'The server no longer knows the connection.', status);
    } else if (type !== 'notification' && type !== 'response' && answer?.type === 'response' && answer.id === id) {
      void this.#deliver([body], session);
    } else if (isConnected && !isOver && type === 'request') {
      void this.#deliver([errorText(id, sentence)], session);
    } else this.#fail('refused', sentence, status);
  }

  /** Returns the stream of a session, and begins to read it. */
  #stream(session: string | undefined): Stream {
    const present = this.#streams.get(session);
    if (present !== undefined && !present.controller.signal.aborted) return present;
    // The stream of the connection and the messages show whether the server can be reached.
    const giveUpAfter = session === undefined ? this.#options.giveUpAfter : Number.POSITIVE_INFINITY;
    const reconnect = new Reconnect(this.#platform, giveUpAfter);
    const events =
      present?.events ??
      new EventStream({
        clock: this.#platform.clock,
        maxLength: this.#options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES,
        isCounted: this.#isCounted,
        open: (last, signal) => {
          const accept = { accept: 'text/event-stream', ...last };
          return this.#requests.send({ method: 'GET', session, headers: accept, signal });
        },
        deliver: (frames) => {
          if (frames.length > 0) this.#streams.get(session)?.reconnect.progressed();
          return this.#deliver(frames, session);
        },
      });
    const { controller, unlink } = linkedAbort(this.#ended.signal);
    const stream = { events, reconnect, controller, isAnswered: false };
    this.#streams.set(session, stream);
    void this.#read(session, stream).then(unlink);
    return stream;
  }

  /** Reads a stream, again and again, until it is no longer needed. */
  async #read(session: string | undefined, stream: Stream): Promise<void> {
    const { reconnect } = stream;
    const { signal } = stream.controller;
    const answered = () => {
      stream.isAnswered = true;
      this.#pump();
    };
    let pause: Pause;
    let problem: string;
    do {
      let isOpen = false;
      pause = { signal, isGoingAway: true };
      problem = 'A stream has ended.';
      try {
        await stream.events.read(signal, () => {
          isOpen = true;
          this.#reach.reached(reconnect);
          answered();
        });
      } catch (cause) {
        problem = textOf(cause);
        pause = { signal };
        if (cause instanceof RefusedStream) {
          const { status } = cause.response;
          const retryAfter = cause.response.headers.get('retry-after') ?? undefined;
          pause = { signal, retryAfter, isRefused: session !== undefined };
          if (session === undefined && status < 500 && status !== 409 && status !== 429) {
            this.#fail(status === 404 || status === 410 ? 'forgotten' : 'refused', problem, status);
          }
          // Some servers know a session only after the first message for it.
          answered();
        }
      }
      if (!this.#isCounted && !signal.aborted) this.#lost(session, isOpen);
      pause = { ...pause, atLeast: stream.events.retry };
    } while (await this.#reach.pause(reconnect, problem, pause));
    this.#reach.forget(reconnect);
  }

  /** What was written to a broken stream is lost if the server does not number it. */
  #lost(session: string | undefined, wasOpen: boolean): void {
    const sentence = 'A stream has ended, and this server cannot continue it.';
    if (session === undefined) this.#fail('forgotten', sentence);
    else if (wasOpen) {
      const errors = this.#routing.unanswered(session).map((id) => errorText(id, sentence));
      void this.#deliver(errors, session);
    }
  }

  /** Hands on what has arrived on a stream. Returns a promise if there is no room for more. */
  #deliver(frames: Received[], session: string | undefined): Promise<void> | undefined {
    for (const frame of frames) {
      if (typeof frame !== 'string') continue;
      const { opened, ended } = this.#routing.incoming(frame, session);
      if (opened !== undefined) this.#stream(opened);
      if (ended !== undefined) this.#streams.get(ended)?.controller.abort();
    }
    this.frames.push(frames);
    if (hasRoom(this.frames.size, this.#highWater)) return undefined;
    this.#reading ??= new Gate();
    return this.#reading.promise;
  }

  /** Finds out at once whether the server can be reached. */
  #check(): void {
    this.#reach.wake();
    for (const { events } of this.#streams.values()) events.check();
  }

  #tell(state: RemoteState): void {
    notifyListener(this.#options.onState, state);
  }

  #fail(reason: RemoteFailure, message: string, status?: number): void {
    if (this.#ended.signal.aborted) return;
    this.#finish(new RemoteError(reason, message, status));
    if (status !== 404) void this.#remove();
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
    this.#tell({ type: 'closed', reason: failure?.message ?? '' });
  }

  /** Tells the server that the connection is over. */
  async #remove(): Promise<void> {
    const { connection } = this.#requests;
    if (connection === undefined) return;
    this.#requests.connection = undefined;
    const controller = new AbortController();
    const stop = this.#platform.clock.after(DELETE_TIME, () => controller.abort());
    try {
      const own = { [headers.connection]: connection };
      const response = await this.#requests.send({ method: 'DELETE', headers: own, signal: controller.signal });
      await response.text();
    } catch {
      // The server ends a connection that nobody uses by itself.
    }
    stop();
  }
}

/** What became of a POST. A failed one may be repeated if the server has not touched it, or if it is numbered. */
type Outcome =
  | { readonly type: 'answered'; readonly response: Response; readonly body: string }
  | {
      readonly type: 'failed';
      readonly problem: string;
      readonly isUntouched: boolean;
      readonly retryAfter?: string | undefined;
    };

function textOf(cause: unknown): string {
  const { message, cause: inner } = (cause ?? {}) as Partial<Error>;
  return inner instanceof Error && inner.message !== '' ? inner.message : String(message ?? cause);
}

function errorText(id: string, message: string): string {
  return `{"jsonrpc":"2.0","id":${id},"error":{"code":-32603,"message":${JSON.stringify(message)}}}`;
}
