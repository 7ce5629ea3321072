import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { Implementation } from '../../protocol/base/generated/initialize.ts';
import type {
  ListSessionsRequest,
  ListSessionsResponse,
  SessionInfo,
} from '../../protocol/base/generated/session-setup.ts';
import type { InitializeResponse } from '../../protocol/june/generated/initialize.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { KnownCapabilities } from './capabilities.ts';
import type { EarlyUpdates } from './early-updates.ts';
import { MalformedResultError } from './errors.ts';
import { Loads } from './loads.ts';
import { Login } from './login.ts';
import type { ClientOptions } from './options.ts';
import { ClientSession, controlOf } from './session.ts';
import { type Settle, untilQuiet } from './settling.ts';
import type { AskOptions, ClientWire } from './typed-peer.ts';

/** Where a session works, and with what. */
export interface SessionRequest extends AskOptions {
  /** The working directory, as an absolute path. */
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
  readonly _meta?: Meta;
}

/** Which earlier session is meant. */
export interface EarlierSessionRequest extends SessionRequest {
  readonly sessionId: string;
}

/** Which earlier session is loaded, and how. */
export interface LoadRequest extends EarlierSessionRequest {
  /**
   * Makes the load wait for history that a v1 agent sends behind its answer: until the session has been quiet for so long. A v2
   * agent sends its history before the answer, so there is nothing to wait for. Without it the load resolves with the answer, and what comes later is
   * applied as it comes.
   */
  readonly settle?: Settle;
}

/** What a client is made of. */
export interface ClientParts {
  readonly agent: InitializeResponse;
  readonly wire: ClientWire;
  readonly options: ClientOptions;
  readonly sessions: Map<string, ClientSession>;
  readonly early: EarlyUpdates;
  /** Whether the agent speaks v1, which does not say that history precedes the answer to a load. */
  readonly speaksV1: boolean;
}

/** A connection of a client to one agent, after the handshake. */
export class Client implements AsyncCloseable {
  /** What the agent answered to `initialize`. */
  readonly agent: InitializeResponse;
  /** The sessions that are open on this connection, by id. */
  readonly sessions: ReadonlyMap<string, ClientSession>;
  readonly #sessions: Map<string, ClientSession>;
  readonly #capabilities: KnownCapabilities;
  readonly #wire: ClientWire;
  readonly #options: ClientOptions;
  readonly #early: EarlyUpdates;
  readonly #speaksV1: boolean;
  readonly #loads = new Loads();
  /** The sessions whose load the agent has not answered yet. */
  readonly #unanswered = new Set<string>();
  readonly #login = new Login(() => this.#logIn());

  constructor({ agent, wire, options, sessions, early, speaksV1 }: ClientParts) {
    this.agent = agent;
    this.sessions = sessions;
    this.#sessions = sessions;
    this.#wire = wire;
    this.#options = options;
    this.#early = early;
    this.#speaksV1 = speaksV1;
    this.#capabilities = new KnownCapabilities(agent.capabilities ?? {});
  }

  /** Who the agent is, if it says so. */
  get info(): Implementation | undefined {
    return this.agent.agentInfo ?? undefined;
  }

  /** Resolves with the reason when the connection is over. */
  get closed(): Promise<ConnectionError> {
    return this.#wire.peer.closed;
  }

  /** Starts a session. */
  async newSession(request: SessionRequest): Promise<ClientSession> {
    this.#capabilities.requireSessions('cannot start a session');
    const params = { ...this.#roots(request), mcpServers: request.mcpServers ?? [] };
    return this.#expectingSession(request, () =>
      this.#wire.request('session/new', params, {
        signal: request.signal,
        onResult: (answer) => {
          const { sessionId } = answer;
          const session = this.#open(sessionId);
          controlOf(session).setUp(answer);
          for (const event of this.#early.take(sessionId)) controlOf(session).apply(event);
          return session;
        },
      }),
    );
  }

  /**
   * Brings an earlier session back with its history, which is in its state when the promise resolves; of v1 agents that send it
   * late, see `settle`. Prompts and further loads of the session wait until the load is over.
   */
  async loadSession(request: LoadRequest): Promise<ClientSession> {
    this.#capabilities.require('load', 'cannot load a session');
    const params = { ...this.#roots(request), mcpServers: request.mcpServers ?? [], sessionId: request.sessionId };
    const { sessionId, settle, signal } = request;
    const load = async (): Promise<ClientSession> => {
      const isNew = !this.#sessions.has(sessionId);
      // The replay precedes the answer, so the session must be there to take it.
      const session = this.#open(sessionId);
      controlOf(session).apply({ type: 'load_started' });
      this.#unanswered.add(sessionId);
      try {
        await this.#wire.request('session/load', params, {
          signal,
          onResult: (answer) => {
            this.#unanswered.delete(sessionId);
            controlOf(session).setUp(answer);
            if (settle === undefined || !this.#speaksV1) controlOf(session).apply({ type: 'load_ended' });
          },
        });
        if (session.state.phase === 'replaying' && settle !== undefined) await this.#settled(session, settle, signal);
        controlOf(session).apply({ type: 'load_ended' });
        return session;
      } catch (error) {
        controlOf(session).apply({ type: 'load_failed' });
        if (isNew) this.#sessions.delete(sessionId);
        throw error;
      } finally {
        this.#unanswered.delete(sessionId);
      }
    };
    const signals = signal === undefined ? [] : [signal];
    return this.#login.around(() => this.#loads.run(sessionId, load, signals), signal);
  }

  /** Waits until the late history of a session has come; rejects if it no longer can. */
  async #settled(session: ClientSession, settle: Settle, signal: AbortSignal | undefined): Promise<void> {
    const { peer } = this.#wire;
    const over = new AbortController();
    const lost = peer.closed.then((error) => Promise.reject(error));
    lost.catch(() => {});
    // What has arrived and waits for a slow handler is a change as well.
    const watch = (): unknown => (peer.waiting.messages > 0 ? {} : session.state);
    try {
      const stops = signal === undefined ? [] : [signal];
      await unlessAborted(Promise.race([untilQuiet(settle, watch, over.signal), lost]), stops);
    } finally {
      over.abort();
    }
  }

  /** Brings an earlier session back without its history. */
  async resumeSession(request: EarlierSessionRequest): Promise<ClientSession> {
    this.#capabilities.require('resume', 'cannot resume a session');
    const { mcpServers } = request;
    const params = {
      ...this.#roots(request),
      sessionId: request.sessionId,
      ...(mcpServers === undefined ? {} : { mcpServers }),
    };
    return this.#expectingSession(request, () =>
      this.#wire.request('session/resume', params, {
        signal: request.signal,
        onResult: (answer) => {
          const session = this.#open(request.sessionId);
          controlOf(session).setUp(answer);
          for (const event of this.#early.take(session.id)) controlOf(session).apply(event);
          return session;
        },
      }),
    );
  }

  /** One page of the sessions that the agent knows. */
  async listSessions(request: ListSessionsRequest = {}, options: AskOptions = {}): Promise<ListSessionsResponse> {
    this.#capabilities.require('list', 'cannot list sessions');
    return this.#login.around(() => this.#wire.request('session/list', request, options), options.signal);
  }

  /** Every session that the agent knows, page after page; a missing cursor is the end (C12), and one given twice an error. */
  async *allSessions(request: { readonly cwd?: string } = {}, options: AskOptions = {}): AsyncGenerator<SessionInfo> {
    const seen = new Set<string | null | undefined>();
    let cursor: string | null | undefined;
    do {
      const next = cursor === undefined || cursor === null ? {} : { cursor };
      const page = await this.listSessions({ ...request, ...next }, options);
      yield* page.sessions;
      cursor = page.nextCursor;
      if (seen.has(cursor))
        throw new MalformedResultError('session/list', [`nextCursor ${JSON.stringify(cursor)} was given before`]);
      seen.add(cursor);
    } while (cursor !== undefined && cursor !== null);
  }

  /** Deletes a session for good. */
  async deleteSession(sessionId: string, options: AskOptions = {}): Promise<void> {
    this.#capabilities.require('delete', 'cannot delete a session');
    await this.#login.around(() => this.#wire.request('session/delete', { sessionId }, options), options.signal);
    this.#sessions.delete(sessionId);
  }

  /** Authenticates by one of the methods that the agent offers (C5). */
  async authenticate(methodId: string, options: AskOptions = {}): Promise<void> {
    const isOffered = this.agent.authMethods?.some((method) => method.id === methodId) === true;
    if (!isOffered) throw new TypeError(`the agent offers no authentication method ${JSON.stringify(methodId)}`);
    await this.#wire.request('authenticate', { methodId }, options);
  }

  /** Ends the authenticated state. */
  async logout(options: AskOptions = {}): Promise<void> {
    this.#capabilities.requireLogout();
    await this.#wire.request('logout', {}, options);
  }

  /**
   * Asks the agent something that the protocol does not define. Not to be awaited in a handler of `notifications`, which
   * the answer would wait for: that has `context.request`.
   */
  request(method: string, params?: unknown, options?: AskOptions): Promise<unknown> {
    return this.#wire.peer.request(method, params, options);
  }

  /** Tells the agent something that the protocol does not define. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#wire.peer.notify(method, params);
  }

  /** Ends the connection. */
  close(): Promise<void> {
    return this.#wire.peer.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #roots(request: SessionRequest | undefined): {
    readonly cwd: string;
    readonly additionalDirectories?: readonly string[];
    readonly _meta?: Meta;
  } {
    if (request === undefined) throw new TypeError('a session needs a working directory: { cwd }, an absolute path');
    const { cwd, additionalDirectories = [], mcpServers = [], _meta } = request;
    // Duplicates and the working directory itself grant nothing more (C11).
    const roots = [...new Set(additionalDirectories)].filter((path) => path !== cwd);
    if (roots.length > 0)
      this.#capabilities.require('additionalDirectories', 'cannot hand over additional directories');
    this.#capabilities.checkServers(mcpServers);
    return {
      cwd,
      ...(roots.length === 0 ? {} : { additionalDirectories: roots }),
      ...(_meta === undefined ? {} : { _meta }),
    };
  }

  #open(id: string): ClientSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session: ClientSession = new ClientSession({
      id,
      wire: this.#wire,
      capabilities: this.#capabilities,
      options: this.#options,
      // One that is being loaded again is not forgotten: its history is on the way.
      forget: () => void (this.#unanswered.has(id) || this.#sessions.delete(id)),
      login: this.#login,
      loads: this.#loads,
    });
    this.#sessions.set(id, session);
    return session;
  }

  /** Updates may come before the answer that names their session. */
  #expectingSession({ signal }: AskOptions, attempt: () => Promise<ClientSession>): Promise<ClientSession> {
    const expecting = (): Promise<ClientSession> =>
      this.#early.expecting(attempt, (sessionId) => {
        this.#options.onEvent?.({ type: 'unknown-session', sessionId, params: undefined });
      });
    return this.#login.around(expecting, signal);
  }

  async #logIn(): Promise<boolean> {
    const chosen = await this.#options.chooseAuthMethod?.(this.agent.authMethods ?? []);
    if (chosen === undefined) return false;
    await this.authenticate(chosen.id);
    return true;
  }
}
