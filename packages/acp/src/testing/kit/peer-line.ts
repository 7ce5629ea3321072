import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { otherSide, type Side } from '../../protocol/side.ts';
import type { Received } from '../../transport/transport.ts';
import { Evidence, type EvidenceLimits } from './evidence.ts';
import { whenSilent } from './patience.ts';
import { seenWords } from './seen-words.ts';
import type { PeerExit, StartedPeer } from './started-peer.ts';
import { fail, Judgement, type SeenFrame } from './verdict.ts';

/** An answer of the peer to a request of the kit. */
export interface Answer {
  readonly frame: SeenFrame;
  readonly result?: unknown;
  readonly error?: JsonObject;
}

/** Answers a request of the peer: returns the result, throws an {@link ErrorAnswer}, or returns `undefined` to leave it open. */
type Responder = (params: JsonObject, id: unknown) => unknown;

/** An error with which the kit answers a request of the peer. */
export class ErrorAnswer extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface Waiter {
  readonly isMet: (frame: SeenFrame) => boolean;
  readonly resolve: (frame: SeenFrame) => void;
  readonly reject: () => void;
}

/** How the kit talks to a peer. */
export interface PeerLineOptions {
  /** Which side the kit plays. */
  readonly plays: Side;
  /** For how long the peer may be silent while something is waited for, in milliseconds. A peer that is slow but goes on is not wrong. */
  readonly patience: number;
  /** How much is kept of the connection. */
  readonly limits?: EvidenceLimits | undefined;
  /** What was said on the connection before: it is evidence, too. */
  readonly before?: readonly SeenFrame[] | undefined;
  /** The id of the first request; 1 by default. */
  readonly firstId?: number | undefined;
}

const unknownMethod = -32601;

/** A request that no peer knows: its answer shows that everything before it was read. */
const fenceMethod = '_emend.check/fence';

/** A message of this length may be nested so deep that it can be read but not written; it is kept as text. */
const deepFrom = 1_000;

/** One connection to a peer under check: sends what it is told, valid or not, and keeps every frame of both sides as evidence. */
export class PeerLine {
  /** Every frame so far, of both sides. */
  readonly evidence: Evidence;
  /** Why the peer ended the connection, once it has; `undefined` if it just did. */
  readonly ended: Promise<unknown>;
  /** How the process of the peer ended, once it has; `undefined` if there is no process. */
  readonly exited: Promise<PeerExit> | undefined;
  /** Answers requests of the peer by their method; others are answered with "method not found". */
  readonly responders = new Map<string, Responder>();
  readonly #peer: StartedPeer;
  readonly #options: PeerLineOptions;
  readonly #side: Side;
  readonly #waiters = new Set<Waiter>();
  /** What waits until a line that was begun has been ended. */
  #held: string[] | undefined;
  #isOver = false;
  #heard = 0;
  #nextId: number;

  constructor(peer: StartedPeer, options: PeerLineOptions) {
    this.#peer = peer;
    this.#options = options;
    this.#side = otherSide(options.plays);
    this.#nextId = options.firstId ?? 1;
    this.evidence = new Evidence(options.limits);
    for (const frame of options.before ?? []) this.evidence.add(frame, 0);
    this.exited = peer.exited;
    this.ended = this.#read();
  }

  /** The end of the standard error of the peer so far. */
  get stderrTail(): string {
    return this.#peer.stderrTail ?? '';
  }

  /** Which side the peer is. */
  get peerSide(): Side {
    return this.#side;
  }

  /** Whether the peer has ended the connection. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The first id that no request of the kit has had. */
  get nextId(): number {
    return this.#nextId;
  }

  /** Every frame so far, of both sides. */
  get frames(): readonly SeenFrame[] {
    return this.evidence.frames;
  }

  /** Sends a message, or any other JSON value. */
  send(message: unknown): SeenFrame {
    return this.#sent({ from: this.#options.plays, message }, JSON.stringify(message));
  }

  /** Sends a line as it is. */
  sendText(text: string): SeenFrame {
    return this.#sent({ from: this.#options.plays, text }, text);
  }

  /** Sends a notification. */
  notify(method: string, params: JsonObject): SeenFrame {
    return this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request and returns its id and the answer, for those who have more to do before it comes. */
  ask(
    method: string,
    params: unknown,
  ): { readonly id: number; readonly sent: SeenFrame; readonly answer: Promise<Answer> } {
    const id = this.#nextId++;
    const answer = this.answerTo(id, method);
    // A wait that a check has given up must not end the program.
    answer.catch(() => {});
    const sent = this.send({ jsonrpc: '2.0', id, method, params });
    return { id, sent, answer };
  }

  /** Sends a request and waits for its answer. */
  request(method: string, params: unknown): Promise<Answer> {
    return this.ask(method, params).answer;
  }

  /** Waits for the answer with an id, from now on. */
  async answerTo(id: unknown, what: string): Promise<Answer> {
    const frame = await this.next(({ message }) => isAnswer(message) && message['id'] === id, `an answer to ${what}`);
    const { result, error } = frame.message as JsonObject;
    return { frame, ...(result !== undefined && { result }), ...(isObject(error) && { error }) };
  }

  /** Waits for a frame of the peer, from now on. The check fails if the peer ends the connection, floods it, or falls silent. */
  async next(isMet: (frame: SeenFrame) => boolean, what: string): Promise<SeenFrame> {
    if (this.#isOver) throw this.#overBefore(what);
    let waiter: Waiter | undefined;
    let stop: (() => void) | undefined;
    try {
      return await new Promise<SeenFrame>((resolve, reject) => {
        const from = this.frames.length;
        stop = whenSilent(
          this.#options.patience,
          () => this.#heard,
          () => reject(this.#silentAfter(from, what)),
        );
        waiter = { isMet, resolve, reject: () => reject(this.#overBefore(what)) };
        this.#waiters.add(waiter);
      });
    } finally {
      stop?.();
      if (waiter !== undefined) this.#waiters.delete(waiter);
    }
  }

  /**
   * Waits until the peer has worked off everything that it has got: it answers a request that nobody has heard of. What comes later was
   * not caused by anything that was sent before.
   */
  async fence(): Promise<void> {
    await this.request(fenceMethod, {});
  }

  /** Whether what is sent can be cut anywhere: connections of whole messages cannot. */
  get canSplit(): boolean {
    return this.#peer.transport.writeBytes !== undefined;
  }

  /**
   * Sends a message whose text is cut inside its first character that is not ASCII. The peer must have read the first piece when the second
   * is sent: it has answered a request that came together with the first.
   */
  async sendSplit(message: JsonObject): Promise<SeenFrame> {
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    const cut = bytes.findIndex((byte) => byte >= 0x80) + 1;
    const id = this.#nextId++;
    const before = { jsonrpc: '2.0', id, method: fenceMethod, params: {} };
    const answered = this.answerTo(id, 'a request that came together with the beginning of the next one');
    this.evidence.add({ from: this.#options.plays, message: before }, 0);
    const frame: SeenFrame = { from: this.#options.plays, message };
    this.evidence.add(frame, bytes.length);
    this.#held = [];
    const start = new TextEncoder().encode(`${JSON.stringify(before)}\n`);
    this.#write(new Uint8Array([...start, ...bytes.subarray(0, cut)]));
    try {
      await answered;
    } finally {
      this.#write(bytes.subarray(cut));
      const held = this.#held;
      this.#held = undefined;
      for (const text of held) this.#pass(text);
    }
    return frame;
  }

  /** Whether the peer leaves processes behind when it ends, which it does then; `undefined` if that cannot be seen. */
  async leavesProcesses(): Promise<boolean | undefined> {
    return this.#peer.leavesProcesses?.();
  }

  /** Closes the connection and waits for the end of the peer. */
  async close(): Promise<void> {
    await this.#peer.transport.close();
    await this.ended;
  }

  #sent(frame: SeenFrame, text: string): SeenFrame {
    this.evidence.add(frame, text.length);
    if (this.#held === undefined) this.#pass(text);
    else this.#held.push(text);
    return frame;
  }

  #pass(text: string): void {
    // A peer that does not read is found out by what it does not answer.
    void this.#peer.transport.send(text)?.catch(() => {});
  }

  #write(bytes: Uint8Array): void {
    this.#peer.transport.writeBytes?.(bytes);
  }

  async #read(): Promise<unknown> {
    let cause: unknown;
    try {
      for await (const batch of this.#peer.transport.frames) for (const received of batch) this.#take(received);
    } catch (error) {
      cause = error;
    }
    this.#end();
    return cause;
  }

  /** Ends every wait: nothing that is waited for will come. */
  #end(): void {
    this.#isOver = true;
    for (const { reject } of this.#waiters) reject();
  }

  #take(received: Received): void {
    if (this.evidence.isFull) {
      // What a flood brings is read and forgotten, until its connection is closed.
      if (!this.#isOver) this.#end();
      return;
    }
    const frame = this.#seen(received);
    this.evidence.add(frame, typeof received === 'string' ? received.length : received.head.length);
    // Noise is no sign of life: a peer that only prints never answers.
    if (frame.text === undefined) this.#heard += 1;
    for (const { isMet, resolve } of this.#waiters) if (isMet(frame)) resolve(frame);
    const { message } = frame;
    if (isObject(message) && typeof message['method'] === 'string' && message['id'] !== undefined) {
      this.#respond(message['method'], message);
    }
  }

  #seen(received: Received): SeenFrame {
    if (typeof received !== 'string') return { from: this.#side, text: `${received.head}… (${received.problem})` };
    try {
      const message: unknown = JSON.parse(received);
      if (received.length > deepFrom) JSON.stringify(message);
      return { from: this.#side, message };
    } catch {
      return { from: this.#side, text: received };
    }
  }

  #respond(method: string, { id, params }: JsonObject): void {
    try {
      const responder = this.responders.get(method);
      if (responder === undefined) throw new ErrorAnswer(unknownMethod, 'Method not found');
      const result = responder(isObject(params) ? params : {}, id);
      if (result !== undefined) this.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      if (!(error instanceof ErrorAnswer)) throw error;
      const { code, message, data } = error;
      this.send({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } });
    }
  }

  /** The frame after which nothing more came is part of the evidence, as is what came since the wait began. */
  #silentAfter(from: number, what: string): Judgement {
    const since = this.frames.slice(from);
    const seen = seenWords(since.filter((frame) => frame.from === this.#side));
    const reason = `no sign of ${what} within ${this.#options.patience / 1_000} s; seen meanwhile: ${seen}`;
    const [asked, ...rest] = since.length > 0 ? since : this.frames.slice(-1);
    return new Judgement('fail', reason, asked === undefined ? [] : [asked, ...rest.slice(-3)]);
  }

  #overBefore(what: string): Judgement {
    const how = this.evidence.isFull ? 'sends without end; there was no room for' : 'ended the connection before';
    return new Judgement('fail', `the ${this.#side} ${how} ${what}`, this.frames.slice(-3));
  }
}

/** Returns how many requests on a connection, of either side, have not been answered. */
export function openRequests(frames: readonly SeenFrame[]): number {
  const open = { client: new Set<unknown>(), agent: new Set<unknown>() };
  for (const { from, message } of frames) {
    if (isAnswer(message)) open[otherSide(from)].delete(message['id']);
    else if (isObject(message) && message['id'] !== undefined) open[from].add(message['id']);
  }
  return open.client.size + open.agent.size;
}

/** Returns whether a message answers a request. */
export function isAnswer(message: unknown): message is JsonObject {
  return isObject(message) && message['method'] === undefined && ('result' in message || 'error' in message);
}

/** Returns the result of an answer; the check fails if it is an error. */
export function resultOf(answer: Answer, what: string): JsonObject {
  const { error, result, frame } = answer;
  if (error !== undefined) fail(`${what} was answered with the error ${error['code']}: ${error['message']}`, frame);
  if (!isObject(result)) fail(`the answer to ${what} has no result`, frame);
  return result;
}
