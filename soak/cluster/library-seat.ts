import { type Client, type ClientOptions, type ClientSession, connect, RpcError, type Transport } from '@emend/acp';
import { remote } from '@emend/acp/node';
import type { SessionState } from '@emend/acp/session';
import { messageText } from '@emend/acp/view';
import { after, within } from '../waiting.ts';
import { nothing, type PromptEnd, readyUrl, type Seat, type SeatParts, type Shown } from './seat.ts';
import { type Token, tokensOf } from './turn-order.ts';

const cwd = '/';
/** How long a lost server is tried before the client goes to another one, in milliseconds. */
const giveUpAfter = 2_500;
const openPatience = 25_000;
const greetingPatience = 8_000;

/** What a folded session shows: its messages and tool calls. */
export function shownBy(state: SessionState): Shown {
  const tokens: Token[] = [];
  const messages: string[] = [];
  for (const message of state.messages) {
    const text = messageText(message);
    if (text === '' || (message.kind !== 'user' && message.kind !== 'agent')) continue;
    tokens.push(...tokensOf(message.kind, text));
    messages.push(`${message.kind}: ${text}`);
  }
  const calls: string[] = [];
  for (const { toolCallId, title, status } of state.toolCalls) calls.push(`${toolCallId} ${title} ${status}`);
  return { ...nothing, tokens, whole: JSON.stringify({ messages, calls }) };
}

/** A client of the library, in June or November. */
export class LibrarySeat implements Seat {
  readonly name: string;
  readonly #dialect: 'june' | 'november';
  readonly #first: 'http' | 'websocket';
  readonly #parts: SeatParts;
  #client: Client | undefined;
  #session: ClientSession | undefined;
  #isWanted = false;
  #isAway = false;

  constructor(dialect: 'june' | 'november', first: 'http' | 'websocket', parts: SeatParts) {
    this.name = `${dialect} over ${first}`;
    this.#dialect = dialect;
    this.#first = first;
    this.#parts = parts;
  }

  get isHere(): boolean {
    return this.#session !== undefined && !this.#isAway;
  }

  async open(): Promise<string> {
    this.#isWanted = true;
    for (;;) {
      const client = await this.#connect();
      const session = await within(openPatience, client.newSession({ cwd })).catch(() => undefined);
      if (session !== undefined) {
        this.#take(client, session);
        return session.id;
      }
      void client.close().catch(() => {});
      await after(300);
    }
  }

  async join(sessionId: string): Promise<void> {
    this.#isWanted = true;
    while (this.#isWanted) {
      const client = await this.#connect();
      const begun = performance.now();
      const loading = client.loadSession({ sessionId, cwd });
      const session = await within(openPatience, loading).catch((error: unknown) => {
        this.#parts.see(`loads refused: ${error instanceof Error ? error.message.replace(/"[^"]*"/g, '"…"') : error}`);
        return undefined;
      });
      this.#parts.time('a load until its answer', performance.now() - begun);
      if (session !== undefined && this.#isWanted) return this.#take(client, session);
      void client.close().catch(() => {});
      await after(300);
    }
  }

  async reload(): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = await this.#client?.loadSession({ sessionId: session.id, cwd });
  }

  async prompt(text: string): Promise<PromptEnd> {
    try {
      if (this.#session === undefined) return { failure: 'not connected' };
      const { stopReason } = await this.#session.prompt(text);
      return { stopReason: String(stopReason) };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return error instanceof RpcError ? { failure, code: error.code } : { failure };
    }
  }

  cancel(): void {
    this.#session?.cancel();
  }

  shown(): Shown {
    return this.#session === undefined ? nothing : shownBy(this.#session.state);
  }

  async remove(): Promise<void> {
    if (this.#session !== undefined) await this.#client?.deleteSession(this.#session.id);
  }

  async leave(): Promise<void> {
    this.#isWanted = false;
    this.#session = undefined;
    const client = this.#client;
    this.#client = undefined;
    await within(5_000, client?.close() ?? Promise.resolve());
  }

  #take(client: Client, session: ClientSession): void {
    this.#client = client;
    this.#session = session;
    this.#isAway = false;
    void client.closed.then(() => {
      if (this.#client !== client) return;
      this.#session = undefined;
      this.#client = undefined;
      if (!this.#isWanted) return;
      this.#parts.see('clients that made a new connection');
      this.join(session.id).catch(() => {});
    });
  }

  /** The library has opened another connection, and does not try the session again. One that it could not load there is loaded on a new one. */
  #goOn(isLost: boolean): void {
    this.#isAway = isLost;
    this.#parts.see(isLost ? 'sessions lost by a new connection' : 'clients that went on with another connection');
    if (isLost) void this.#client?.close().catch(() => {});
  }

  async #connect(): Promise<Client> {
    for (;;) {
      const url = await readyUrl(this.#parts);
      const connecting = connect(this.#transport(url), {
        ...this.#options(),
        signal: AbortSignal.timeout(greetingPatience),
      });
      const client = await connecting.catch(() => undefined);
      if (client !== undefined) return client;
      await after(300);
    }
  }

  #transport(url: string): Transport {
    return this.#parts.transcript.over(remote(url, { first: this.#first, giveUpAfter }), url);
  }

  #options(): ClientOptions {
    return {
      info: { name: this.name, version: '1' },
      prefers: this.#dialect,
      requestPermission: async ({ options }) => {
        const optionId = await this.#parts.answer(options.map((option) => option.optionId));
        if (optionId === undefined) throw new RpcError(-32601, 'Method not found');
        return optionId === 'cancelled' ? { outcome: 'cancelled' } : optionId;
      },
      onEvent: (event) => {
        if (event.type === 'connection-lost') this.#isAway = true;
        if (event.type === 'reconnected' && event.restoring.length === 0) this.#goOn(event.lost.length > 0);
        if (event.type.startsWith('malformed')) this.#parts.see(`events of clients: ${event.type}`);
      },
      // Half of the clients let the library open another connection, the others make a new one themselves.
      ...(this.#dialect === 'june' && {
        reopen: async () => this.#transport(await readyUrl(this.#parts)),
      }),
    };
  }
}
