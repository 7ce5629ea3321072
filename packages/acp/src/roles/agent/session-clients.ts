import { eraserFor } from '../../log/erased-update.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { checkUpdate } from './check-update.ts';
import type { ClientAccess } from './client-access.ts';
import type { SessionLink } from './session-link.ts';
import { SessionNews } from './session-news.ts';
import { mostUnsent, SessionOutput } from './session-output.ts';

const sent = Promise.resolve();

/** A client of a live session, on a connection of its own. */
export class SessionClient {
  readonly link: SessionLink;
  readonly output: SessionOutput;
  /** What it may do in the session. */
  readonly access: ClientAccess;
  /** When it joined, in milliseconds since 1970. */
  readonly since: number;

  constructor(sessionId: string, link: SessionLink) {
    this.link = link;
    this.access = link.access;
    this.since = link.definition.sessions?.now?.() ?? Date.now();
    this.output = new SessionOutput(sessionId, link);
  }

  /** Whether its connection lasts. A client that is away, and may come back to its connection, is there. */
  get isThere(): boolean {
    return !this.link.isOver();
  }

  /** Whether it is being sent the history. */
  get isJoining(): boolean {
    return this.output.released !== undefined;
  }

  /** Returns whether it is the client of a connection. */
  isOf({ connection }: Pick<SessionLink, 'connection'>): boolean {
    return this.link.connection === connection;
  }
}

/** A client that has joined a live session: it gets the history first, and updates are kept back meanwhile. */
export interface JoinedClient {
  readonly client: SessionClient;
  /** Sends what was kept back. */
  readonly onShown: () => void;
  /** Takes the client out again. */
  readonly undo: () => void;
}

/** The clients of a live session, oldest first. What is sent reaches all of them, in one order and each in its own dialect. */
export class SessionClients {
  readonly #sessionId: string;
  /** Tells those clients about each other that asked for it. */
  readonly news: SessionNews;
  /** Never empty: the last client to leave stays until another one joins. */
  #clients: readonly SessionClient[];

  constructor(sessionId: string, link: SessionLink) {
    this.#sessionId = sessionId;
    this.#clients = [new SessionClient(sessionId, link)];
    this.news = new SessionNews(sessionId, () => this.present);
  }

  /** The client that has been there for the longest time, or that left last. */
  get first(): SessionClient {
    return this.present[0] ?? (this.#clients[0] as SessionClient);
  }

  /** The clients whose connections last. */
  get present(): readonly SessionClient[] {
    return this.#clients.filter(({ isThere }) => isThere);
  }

  /** Returns whether a client is there besides the one of a connection. */
  hasOthers({ connection }: Pick<SessionLink, 'connection'>): boolean {
    return this.#clients.some((client) => client.isThere && client.link.connection !== connection);
  }

  /** Returns the client of a connection, also after it has left. */
  of(link: Pick<SessionLink, 'connection'>): SessionClient | undefined {
    return this.#clients.find((client) => client.isOf(link));
  }

  /** Adds a client, in place of an earlier one on the same connection and of those that have left. */
  join(link: SessionLink): JoinedClient {
    const before = this.#clients;
    const client = new SessionClient(this.#sessionId, link);
    client.output.hold();
    this.#clients = [...this.present.filter((each) => !each.isOf(link)), client];
    return {
      client,
      onShown: () => {
        client.output.release();
        this.news.clients();
      },
      undo: () => {
        client.output.drop();
        const rest = this.#clients.filter((each) => each !== client);
        const again = before.filter((each) => !rest.includes(each) && (each.isOf(link) || rest.length === 0));
        this.#clients = [...rest, ...again];
      },
    };
  }

  /** Takes out the client of a connection, unless it is the last one, and all that have left before. */
  leave(link: Pick<SessionLink, 'connection'>): void {
    const rest = this.present.filter((client) => !client.isOf(link));
    if (rest.length === 0) {
      // Others may have been cut off in the same moment, and are not kept for that.
      this.#clients = [this.of(link) ?? this.first];
      return;
    }
    const isNews = rest.length < this.#clients.length;
    this.#clients = rest;
    if (isNews) this.news.clients();
  }

  /** Resolves when updates are no longer kept back for the only client; undefined if they are not, since nobody waits for one of many. */
  get released(): Promise<void> | undefined {
    return this.#clients.length === 1 ? this.#clients[0]?.output.released : undefined;
  }

  /** Throws an `OutgoingValueError` if an update is malformed. */
  check(update: SessionUpdate): void {
    checkUpdate(this.first.link.check, { sessionId: this.#sessionId, update });
  }

  /** Sends a client what the session had before it was opened; the log already has it. */
  replayTo(
    { output }: SessionClient,
    updates: readonly SessionUpdate[],
    signal: AbortSignal,
    isAwaited: () => boolean,
  ): Promise<void> {
    return output.replay(updates, (update) => this.check(update), signal, isAwaited);
  }

  /** Takes what an update erases out of everything that waits for a client. */
  erase(update: SessionUpdate): void {
    if (eraserFor(update) === undefined) return;
    // Each queue has a place of its own to keep.
    for (const { output } of this.#clients) output.erase(() => eraserFor(update) ?? (() => undefined));
  }

  /**
   * Checks an update and sends it to all clients. Resolves when one of them has room for more: those that read slower do not hold up
   * the others.
   */
  send(update: SessionUpdate): Promise<void> {
    this.check(update);
    const [only] = this.#clients;
    if (this.#clients.length === 1 && only !== undefined) return only.output.send(update);
    return this.#sendTo(this.present, update);
  }

  /** Sends an update, which is right already, to all clients but the one of a connection. */
  sendToOthers(link: Pick<SessionLink, 'connection'>, update: SessionUpdate): void {
    for (const client of this.present) if (!client.isOf(link)) void client.output.send(update);
  }

  /** Sends what was kept back because more of it was to be expected. */
  flush(): void {
    for (const { output } of this.#clients) output.flush();
  }

  #sendTo(clients: readonly SessionClient[], update: SessionUpdate): Promise<void> {
    const all = clients.map(({ output }) => output.send(update));
    if (clients.some(({ link }) => link.hasRoom())) {
      for (const { link } of clients) if (link.unsent() > mostUnsent) link.drop();
      return sent;
    }
    const any = Promise.any(all).catch(() => all[0]);
    // A sender may choose not to wait, which must not become an unhandled rejection.
    any.catch(() => {});
    return any;
  }
}
