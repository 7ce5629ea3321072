import { rejected } from '../../transport/gate.ts';
import type { Transport } from '../../transport/transport.ts';
import { type MessageOutline, outlineMessage } from '../wire/message-outline.ts';
import { CONNECTION_HEADER, COUNTED_HEADER, LAST_EVENT_HEADER, NUMBER_HEADER, SESSION_HEADER } from '../wire/names.ts';
import type { ConnectionEnd, ConnectionSetup, RemoteConnection } from './connection.ts';
import type { EventChannel } from './event-channel.ts';
import { EventChannels } from './event-channels.ts';
import type { EventSink, HttpAnswer, HttpRequest } from './http-exchange.ts';
import { KeptRefusals } from './kept-refusals.ts';
import { MessageRoutes } from './message-routes.ts';
import { type PostedMessage, readMessage } from './post-body.ts';
import { PostInbox } from './post-inbox.ts';
import { PostOrder } from './post-order.ts';
import { refusal } from './refusal.ts';

/** How long an agent may take to answer `initialize`: as long as common clients wait for the headers of an answer. */
const INITIALIZE_TIME = 300_000;
/** How long the id of a connection whose handshake was refused is known. */
const REFUSED_TIME = 10_000;
/** How long a numbered POST waits for those before it, and how many wait at a time. */
const GAP_TIME = 30_000;
const MOST_WAITING = 256;

const ACCEPTED: HttpAnswer = { status: 202, headers: { 'content-length': '0' } };
const FORGOTTEN = refusal(404, 'There is no such connection.');

/** A connection over HTTP: the client posts its messages, and reads those of the agent from one stream of events a session. */
export class HttpConnection implements RemoteConnection {
  readonly kind = 'http';
  readonly id: string;
  readonly principal: string;
  readonly transport: Transport;
  readonly closed: Promise<ConnectionEnd>;
  readonly #setup: ConnectionSetup;
  readonly #channels: EventChannels;
  readonly #inbox: PostInbox;
  readonly #order: PostOrder<HttpAnswer | Promise<HttpAnswer>>;
  readonly #refusals = new KeptRefusals();
  readonly #routes: MessageRoutes;
  /** The handshake that waits for the agent's answer. */
  #handshake: { readonly id: string; readonly resolve: (answer: HttpAnswer) => void } | undefined;
  /** `refused`: the agent refused the handshake. `ending`: what is buffered is still sent. */
  #state: 'open' | 'refused' | 'ending' | 'ended' = 'open';
  #resolveClosed!: (end: ConnectionEnd) => void;
  #stopWaiting: (() => void) | undefined;
  #stopKeepAlive: (() => void) | undefined;

  constructor(setup: ConnectionSetup) {
    const { limits, clock } = setup;
    this.#setup = setup;
    this.id = setup.id;
    this.principal = setup.principal;
    this.#channels = new EventChannels(limits);
    this.#routes = new MessageRoutes(this.#channels);
    this.#inbox = new PostInbox(limits);
    this.#order = new PostOrder(clock, GAP_TIME, { waiting: MOST_WAITING, size: limits.maxFrameBytes });
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.transport = {
      send: (frame) => this.#send(frame),
      frames: this.#inbox.queue,
      rewrite: (replace) => {
        for (const channel of this.#channels.all()) channel.rewrite(replace);
      },
      close: () => this.end('agent'),
      abort: () => this.#finish('agent'),
    };
  }

  /** Hands the first message, `initialize`, to the agent. Resolves with the agent's answer. */
  initialize({ frame, outline }: PostedMessage): Promise<HttpAnswer> {
    const { id = 'null' } = outline;
    this.#endAfter(INITIALIZE_TIME, 'unused');
    return new Promise((resolve) => {
      this.#handshake = { id, resolve };
      this.#inbox.pass(frame);
    });
  }

  /** Takes a message that was posted. */
  async post(request: HttpRequest): Promise<HttpAnswer> {
    if (this.#state === 'ended' || this.#state === 'refused') return FORGOTTEN;
    const body = await readMessage(request, this.#setup.limits);
    // The client repeats what has not come whole, with the same number.
    if (!body.ok && !body.isWhole) return body.answer;
    const number = numberOf(request.header(NUMBER_HEADER));
    if (number === undefined) return body.ok ? this.#take(body.message, request, false) : body.answer;
    const outcome = await this.#order.run(number, body.ok ? body.message.frame.length : 0, () => {
      const answer = body.ok ? this.#take(body.message, request, true) : body.answer;
      if ('status' in answer) this.#refusals.keep(number, answer);
      return answer;
    });
    if (outcome === 'repeated') return this.#repeated(number);
    if (outcome !== 'missing') return outcome;
    if (this.#state !== 'open') return FORGOTTEN;
    return refusal(503, `A message before number ${number} is missing.`, { retryAfter: 1 });
  }

  /** Answers a POST whose number was handled before. */
  #repeated(number: number): HttpAnswer {
    const refused = this.#refusals.of(number);
    // Saying that it was accepted could lose a request without a word.
    return refused === 'unknown' ? this.#forget() : (refused ?? ACCEPTED);
  }

  /** Opens the stream of the connection, or that of the session which the request names. */
  openStream(request: HttpRequest): HttpAnswer {
    if (this.#state === 'ended' || this.#state === 'refused') return FORGOTTEN;
    if (!/\btext\/event-stream\b/i.test(request.header('accept') ?? '')) {
      return refusal(406, 'The request must accept text/event-stream.');
    }
    const session = request.header(SESSION_HEADER);
    if (session !== undefined && session.length > this.#setup.limits.idLength) {
      return refusal(400, `The session id has more than ${this.#setup.limits.idLength} characters.`);
    }
    const channel = session === undefined ? this.#channels.connection : this.#channels.forReader(session);
    if (channel === undefined) {
      return refusal(409, `A connection can have at most ${this.#setup.limits.sessions} streams of sessions.`);
    }
    // Some clients send the header without a value before they have read an event.
    const last = request.header(LAST_EVENT_HEADER) || undefined;
    const after = last === undefined ? undefined : /^\d{1,15}$/.test(last) ? Number(last) : Number.NaN;
    if (after !== undefined && !channel.canContinueAfter(after)) return this.#forget();
    return {
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        // Proxies that buffer would hold back events.
        'x-accel-buffering': 'no',
      },
      stream: (sink) => this.#attach(channel, sink, after),
    };
  }

  /** Ends the connection because the client asks for it. */
  remove(): HttpAnswer {
    if (this.#state === 'ended') return FORGOTTEN;
    this.#finish(this.#state === 'refused' ? 'refused' : 'left');
    return ACCEPTED;
  }

  async end(reason: ConnectionEnd): Promise<void> {
    if (this.#state === 'ending') {
      // An agent closes its side when the other ends; what was sent before must not be lost by it.
      await this.closed;
      return;
    }
    if (this.#state === 'open') {
      this.#state = 'ending';
      this.#inbox.end();
      await this.#written(reason);
    }
    this.#finish(reason);
  }

  erase(isErased: (frame: string) => boolean): void {
    for (const channel of this.#channels.all()) channel.rewrite((frame) => (isErased(frame) ? null : undefined));
  }

  #take(
    { frame, outline }: PostedMessage,
    request: HttpRequest,
    isNumbered: boolean,
  ): HttpAnswer | Promise<HttpAnswer> {
    if (this.#state === 'ended') return FORGOTTEN;
    // Nobody reads it any more, but the client is not to give up before it has read the rest.
    if (this.#state === 'ending') return ACCEPTED;
    const { type, method, id } = outline;
    if (type === 'response') {
      if (id !== undefined) this.#routes.answered(id);
      return this.#pass(frame);
    }
    const problem = this.#problemOf(outline, request);
    if (problem !== undefined) return refusal(400, problem, id === undefined ? {} : { id });
    if (type === 'notification' || id === undefined) return this.#pass(frame);
    if (!isNumbered && this.#routes.isOpen(id)) {
      this.#setup.notice({ type: 'dropped', reason: 'A request with the id of an open one was dropped.' });
      return ACCEPTED;
    }
    // What was refused keeps its number, since later messages must not wait for it: there is no use in trying it again.
    const details = { id, code: -32603, ...(isNumbered ? {} : { retryAfter: 1 }) };
    if (this.#routes.openRequests >= this.#setup.limits.requests) {
      return refusal(429, `More than ${this.#setup.limits.requests} requests are not answered yet.`, details);
    }
    const taken = this.#inbox.request(frame);
    if (taken === 'full') return refusal(429, 'Too much waits for the agent already.', details);
    this.#routes.requested(id, { session: request.header(SESSION_HEADER) ?? outline.session, method });
    const answerOf = (outcome: string) => (outcome === 'taken' ? ACCEPTED : FORGOTTEN);
    return typeof taken === 'string' ? answerOf(taken) : taken.then(answerOf);
  }

  #pass(frame: string): HttpAnswer {
    if (!this.#inbox.pass(frame)) this.#finish('overrun');
    return ACCEPTED;
  }

  /** Returns what is wrong with a request or notification, as a sentence. */
  #problemOf({ method, session }: MessageOutline, request: HttpRequest): string | undefined {
    const named = request.header(SESSION_HEADER);
    const { idLength } = this.#setup.limits;
    if (method === 'initialize') return 'The connection was initialized before.';
    if (named !== undefined && session !== undefined && named !== session) {
      return 'The session id of the header is not that of the message.';
    }
    const length = (session ?? named)?.length ?? 0;
    return length > idLength ? `The session id has more than ${idLength} characters.` : undefined;
  }

  #send(frame: string): Promise<void> | undefined {
    if (this.#state !== 'open') return rejected(new Error('The connection to the client has ended.'));
    const outline = outlineMessage(frame);
    if (outline?.type === 'response' && this.#answerHandshake(frame, outline)) return undefined;
    const outcome = this.#channels.add(this.#routes.channelOf(outline, frame), frame);
    if (outcome !== 'overrun') return outcome;
    this.#finish('overrun');
    return rejected(new Error('The client has left too much unread.'));
  }

  #answerHandshake(frame: string, { id, isError }: MessageOutline): boolean {
    const handshake = this.#handshake;
    if (handshake === undefined || handshake.id !== id) return false;
    this.#handshake = undefined;
    if (isError) this.#state = 'refused';
    this.#endAfter(isError ? REFUSED_TIME : this.#setup.limits.handshake, isError ? 'refused' : 'unused');
    handshake.resolve({
      status: 200,
      headers: { 'content-type': 'application/json', [CONNECTION_HEADER]: this.id, [COUNTED_HEADER]: '1' },
      body: frame,
    });
    return true;
  }

  #attach(channel: EventChannel, sink: EventSink, after: number | undefined): void {
    if (this.#state === 'ended' || (after !== undefined && !channel.canContinueAfter(after))) {
      this.#forget();
      sink.end();
      return;
    }
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    const missed = channel.open(sink, after, () => this.#onReaderGone());
    if (after !== undefined && after > 0) this.#setup.notice({ type: 'resumed', missed });
    this.#keepAlive();
  }

  #onReaderGone(): void {
    if (this.#state === 'ended' || this.#channels.isAnyOpen) return;
    this.#stopKeepAlive?.();
    this.#stopKeepAlive = undefined;
    this.#setup.notice({ type: 'lost', reason: 'The last stream of the client has ended.', canReturn: true });
    this.#endAfter(this.#setup.limits.away, 'lost');
  }

  #keepAlive(): void {
    this.#stopKeepAlive ??= this.#setup.clock.after(this.#setup.limits.keepAlive, () => {
      this.#stopKeepAlive = undefined;
      const { away, keepAlive } = this.#setup.limits;
      for (const channel of this.#channels.all()) {
        // The client is there, but does not open the stream that holds up the agent.
        if (channel.keepAlive() * keepAlive > away) this.#finish('overrun');
      }
      if (this.#state !== 'ended') this.#keepAlive();
    });
  }

  #forget(): HttpAnswer {
    this.#finish('forgotten');
    return FORGOTTEN;
  }

  #endAfter(milliseconds: number, reason: ConnectionEnd): void {
    this.#stopWaiting?.();
    this.#stopWaiting = this.#setup.clock.after(milliseconds, () => this.#finish(reason));
  }

  /** Waits until readers were given what is buffered for them, for a limited time. */
  async #written(reason: ConnectionEnd): Promise<void> {
    const { limits, clock } = this.#setup;
    let stop: (() => void) | undefined;
    const isAgent = reason === 'agent';
    const late = new Promise<void>((resolve) => {
      stop = clock.after(isAgent ? limits.away : limits.closing, resolve);
    });
    const written = [...this.#channels.all()].map((each) => each.written(isAgent ? 'for-readers' : 'none'));
    await Promise.race([Promise.all(written), this.closed, late]);
    stop?.();
  }

  #finish(reason: ConnectionEnd): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#stopWaiting?.();
    this.#stopKeepAlive?.();
    const { id = 'null' } = this.#handshake ?? {};
    this.#handshake?.resolve(refusal(500, 'The agent did not answer the handshake.', { id, code: -32603 }));
    this.#handshake = undefined;
    this.#order.end();
    this.#inbox.end();
    for (const channel of this.#channels.all()) channel.end();
    this.#resolveClosed(reason);
  }
}

/** Reads the number of a POST. Other clients may send keys that are no numbers; they mean nothing here. */
function numberOf(key: string | undefined): number | undefined {
  return key !== undefined && /^[1-9]\d{0,14}$/.test(key) ? Number(key) : undefined;
}
