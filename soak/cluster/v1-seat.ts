import type { Transport } from '@emend/acp';
import { remote } from '@emend/acp/node';
import { after, within } from '../waiting.ts';
import { nothing, type PromptEnd, readyUrl, type Seat, type SeatParts, type Shown } from './seat.ts';
import { orderIn, type Token, tokensOf } from './turn-order.ts';

type Json = Record<string, unknown>;

const giveUpAfter = 2_500;
const openPatience = 25_000;
const greetingPatience = 8_000;
const reloadPatience = 20_000;

/** A client of v1 that knows nothing of this library but its transport, and keeps what it is told as it comes. */
export class V1Seat implements Seat {
  readonly name: string;
  readonly #first: 'http' | 'websocket';
  readonly #parts: SeatParts;
  #line: Line | undefined;
  #sessionId = '';
  #isWanted = false;

  constructor(first: 'http' | 'websocket', parts: SeatParts) {
    this.name = `v1 over ${first}`;
    this.#first = first;
    this.#parts = parts;
  }

  get isHere(): boolean {
    return this.#line?.isOpen === true;
  }

  async open(): Promise<string> {
    for (;;) {
      const line = await this.#connect();
      const answer = await within(openPatience, line.ask('session/new', { cwd: '/', mcpServers: [] }));
      const { sessionId } = (answer?.['result'] ?? {}) as { sessionId?: string };
      if (sessionId !== undefined) {
        this.#take(line, sessionId);
        return sessionId;
      }
      line.close();
      await after(300);
    }
  }

  async join(sessionId: string): Promise<void> {
    this.#isWanted = true;
    while (this.#isWanted) {
      const line = await this.#connect();
      const begun = performance.now();
      const answer = await within(openPatience, line.load(sessionId));
      this.#parts.time('a load until its answer', performance.now() - begun);
      if (answer?.['result'] !== undefined && this.#isWanted) return this.#take(line, sessionId);
      line.close();
      await after(300);
    }
  }

  async reload(): Promise<void> {
    const line = this.#line;
    const answer = await within(reloadPatience, line?.load(this.#sessionId) ?? Promise.resolve(undefined));
    // What a load repeats that is answered later could not be told from what the next one repeats.
    if (answer === undefined) line?.close();
    if (answer?.['result'] === undefined) throw new Error(`not loaded: ${JSON.stringify(answer)}`);
  }

  async prompt(text: string): Promise<PromptEnd> {
    const line = this.#line;
    if (line === undefined) return { failure: 'not connected' };
    line.typed.add(orderIn(text)?.key ?? '');
    const params = { sessionId: this.#sessionId, prompt: [{ type: 'text', text }] };
    const { result, error } = await line.ask('session/prompt', params);
    if (error !== undefined) {
      const { message, code } = error as Json;
      return { failure: String(message), ...(typeof code === 'number' && { code }) };
    }
    return { stopReason: String((result as Json | undefined)?.['stopReason']) };
  }

  cancel(): void {
    this.#line?.send({ method: 'session/cancel', params: { sessionId: this.#sessionId } });
  }

  shown(): Shown {
    const line = this.#line;
    return line === undefined ? nothing : { tokens: line.tokens(), whole: undefined, untold: line.typed };
  }

  async remove(): Promise<void> {
    await this.#line?.ask('session/delete', { sessionId: this.#sessionId });
  }

  async leave(): Promise<void> {
    this.#isWanted = false;
    const line = this.#line;
    this.#line = undefined;
    line?.close();
  }

  #take(line: Line, sessionId: string): void {
    this.#isWanted = true;
    this.#line = line;
    this.#sessionId = sessionId;
    void line.closed.then(() => {
      if (this.#line !== line) return;
      this.#line = undefined;
      if (!this.#isWanted) return;
      this.#parts.see('clients that made a new connection');
      this.join(sessionId).catch(() => {});
    });
  }

  async #connect(): Promise<Line> {
    for (;;) {
      const url = await readyUrl(this.#parts);
      const transport = remote(url, { first: this.#first, giveUpAfter });
      const line = new Line(this.#parts.transcript.over(transport, url), this.#parts);
      const info = { name: this.name, version: '1' };
      const answer = await within(
        greetingPatience,
        line.ask('initialize', { protocolVersion: 1, clientInfo: info, clientCapabilities: {} }),
      );
      if (answer?.['result'] !== undefined) return line;
      line.close();
      await after(300);
    }
  }
}

/** One connection of a v1 client. */
class Line {
  isOpen = true;
  /** The keys of what was typed here since the last load: a v1 client is not told its own words. */
  typed = new Set<string>();
  readonly closed: Promise<void>;
  readonly #transport: Transport;
  readonly #parts: SeatParts;
  readonly #open = new Map<number, (answer: Json) => void>();
  #ids = 0;
  /** What was said since the last load, with the kind of who said it. */
  #said: { kind: 'user' | 'agent'; text: string }[] = [];

  constructor(transport: Transport, parts: SeatParts) {
    this.#transport = transport;
    this.#parts = parts;
    this.closed = this.#read();
  }

  send(message: Json): void {
    void Promise.resolve(this.#transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }))).catch(() => {});
  }

  ask(method: string, params: Json): Promise<Json> {
    if (!this.isOpen) return Promise.resolve({ error: { message: 'the connection has ended' } });
    this.#ids += 1;
    const id = this.#ids;
    const answered = new Promise<Json>((resolve) => this.#open.set(id, resolve));
    this.send({ id, method, params });
    return answered;
  }

  /** Loads a session; what was said before does not count any more. */
  load(sessionId: string): Promise<Json> {
    this.#said = [];
    this.typed = new Set();
    return this.ask('session/load', { sessionId, cwd: '/', mcpServers: [] });
  }

  tokens(): readonly Token[] {
    return this.#said.flatMap(({ kind, text }) => tokensOf(kind, text));
  }

  close(): void {
    this.isOpen = false;
    void this.#transport.close().catch(() => {});
  }

  async #read(): Promise<void> {
    try {
      for await (const batch of this.#transport.frames)
        for (const frame of batch) if (typeof frame === 'string') this.#take(JSON.parse(frame));
    } catch {
      // The connection is over, which whoever waits for an answer is told below.
    }
    this.isOpen = false;
    for (const resolve of this.#open.values()) resolve({ error: { message: 'the connection has ended' } });
    this.#open.clear();
    await this.#transport.close().catch(() => {});
  }

  #take(message: Json): void {
    const { id, method, params } = message;
    if (method === 'session/update') this.#hear((params as Json)['update'] as Json);
    else if (method === 'session/request_permission') void this.#answer(id, params as Json);
    else if (method !== undefined && id !== undefined)
      this.send({ id, error: { code: -32601, message: 'Method not found' } });
    else if (method === undefined) {
      this.#open.get(id as number)?.(message);
      this.#open.delete(id as number);
    }
  }

  #hear({ sessionUpdate, content }: Json): void {
    const kind = /^(user|agent)_message_chunk$/.exec(String(sessionUpdate))?.[1] as 'user' | 'agent' | undefined;
    const text = (content as Json | undefined)?.['text'];
    if (kind !== undefined && typeof text === 'string' && text !== '') this.#said.push({ kind, text });
  }

  async #answer(id: unknown, params: Json): Promise<void> {
    const options = (params['options'] as Json[]).map((option) => String(option['optionId']));
    const optionId = await this.#parts.answer(options);
    if (optionId === undefined) this.send({ id, error: { code: -32601, message: 'Method not found' } });
    else if (optionId === 'cancelled') this.send({ id, result: { outcome: { outcome: 'cancelled' } } });
    else this.send({ id, result: { outcome: { outcome: 'selected', optionId } } });
  }
}
