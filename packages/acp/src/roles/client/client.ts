import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { AuthenticateResponse, LogoutResponse } from '../../protocol/base/generated/authentication.ts';
import type { Implementation } from '../../protocol/base/generated/initialize.ts';
import type {
  ListSessionsRequest,
  ListSessionsResponse,
  SessionInfo,
} from '../../protocol/base/generated/session-setup.ts';
import type { Dialect } from '../../protocol/dialects.ts';
import type { InitializeResponse } from '../../protocol/june/generated/initialize.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { ReplayFrom } from '../../protocol/november/generated/session-setup.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { PromptIds } from '../prompt-ids.ts';
import type { AgentCalls } from './agent-calls.ts';
import type { AgentLine } from './agent-line.ts';
import { KnownCapabilities } from './capabilities.ts';
import type { EarlyUpdates } from './early-updates.ts';
import { MalformedResultError } from './errors.ts';
import { Login } from './login.ts';
import type { ClientOptions } from './options.ts';
import { type AnotherConnection, isLoss, Reconnection } from './reconnection.ts';
import { Restoration } from './restoration.ts';
import { ClientSession, controlOf } from './session.ts';
import type { RestoreParts } from './session-restore.ts';
import { type Settle, untilQuiet } from './settling.ts';
import { type TerminalLogin, TerminalLoginError, terminalLoginOf } from './terminal-login.ts';
import type { CallOptions, MetaCallOptions } from './typed-peer.ts';

/** Where a session works, and which MCP servers it may use. */
export interface SessionRequest extends CallOptions {
  /** The working directory, as an absolute path. */
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly McpServer[];
  readonly _meta?: Meta;
}

/** Names an earlier session. */
export interface EarlierSessionRequest extends SessionRequest {
  readonly sessionId: string;
}

/** Names an earlier session to resume. */
export interface ResumeRequest extends EarlierSessionRequest {
  /** From where on the agent repeats the history; not at all by default. Types other than `start` are extensions of an agent. */
  readonly replayFrom?: ReplayFrom;
}

/** Names an earlier session to load. */
export interface LoadRequest extends EarlierSessionRequest {
  /**
   * Makes the load wait for history that a v1 agent sends after its answer, until the session has been quiet for some time. Without
   * it the load resolves with the answer, and later updates are applied as they arrive. It has no effect on v2 agents, which send
   * their history before the answer.
   */
  readonly settle?: Settle;
}

/** The parts of a client. */
interface ClientParts {
  readonly agent: InitializeResponse;
  readonly line: AgentLine;
  /** How another connection is opened when this one is lost; undefined if there can be none. */
  readonly again: AnotherConnection | undefined;
  readonly calls: AgentCalls;
  readonly options: ClientOptions;
  readonly sessions: Map<string, ClientSession>;
  readonly early: EarlyUpdates;
  /** The dialect that the agent speaks. */
  readonly dialect: Dialect;
}

/** A connection of a client to one agent, after the handshake; `connect` creates it. */
export class Client implements AsyncCloseable {
  /** The agent's answer to `initialize`, in the words of June whatever the agent speaks. */
  readonly agent: InitializeResponse;
  /** The dialect that the agent speaks. */
  readonly dialect: Dialect;
  /** The sessions that are open on this connection, by id. */
  readonly sessions: ReadonlyMap<string, ClientSession>;
  readonly #sessions: Map<string, ClientSession>;
  readonly #capabilities: KnownCapabilities;
  readonly #line: AgentLine;
  readonly #again: AnotherConnection | undefined;
  readonly #reconnection: Reconnection;
  readonly #restoration: Restoration;
  readonly #calls: AgentCalls;
  /** The requests that the sessions were opened with, by id. */
  readonly #requests = new Map<string, SessionRequest>();
  readonly #promptIds = new PromptIds();
  readonly #options: ClientOptions;
  readonly #early: EarlyUpdates;
  readonly #loads = new KeyedQueue();
  /** The sessions whose load has no answer yet. */
  readonly #unanswered = new Set<string>();
  readonly #login = new Login(() => this.#logIn());

  /** @internal */
  constructor({ agent, line, again, calls, options, sessions, early, dialect }: ClientParts) {
    this.agent = agent;
    this.sessions = sessions;
    this.#sessions = sessions;
    this.#line = line;
    this.#again = again;
    this.#calls = calls;
    this.#options = options;
    this.#early = early;
    this.dialect = dialect;
    this.#capabilities = new KnownCapabilities(agent.capabilities ?? {});
    const [requests, loads, capabilities] = [this.#requests, this.#loads, this.#capabilities];
    const login: RestoreParts['login'] = (attempt, signal) => this.#login.around(attempt, signal);
    const restoration = new Restoration({ sessions, requests, line, loads, capabilities, login, options });
    this.#restoration = restoration;
    this.#reconnection = new Reconnection({
      line,
      open: again && (() => again.open()),
      onLost: (cause) => restoration.onLost(cause),
      restore: async (peer) => restoration.restore(await (again as AnotherConnection).shakeHands(peer)),
      onOver: (error) => restoration.onOver(error),
    });
  }

  /** The name and version of the agent, if it sent them. */
  get info(): Implementation | undefined {
    return this.agent.agentInfo ?? undefined;
  }

  /** Resolves with the reason when the connection has ended, and no other one is opened in its place. */
  get closed(): Promise<ConnectionError> {
    return this.#reconnection.closed;
  }

  /** Starts a session. */
  async newSession(request: SessionRequest): Promise<ClientSession> {
    this.#capabilities.requireSessions('Cannot start a session');
    const params = { ...this.#roots(request), mcpServers: request.mcpServers ?? [] };
    return this.#expectingSession(request, () =>
      this.#calls.newSession(params, {
        signal: request.signal,
        onResult: (answer) => this.#setUp(answer.sessionId, answer, request),
      }),
    );
  }

  /**
   * Restores an earlier session with its history, which is in its state when the promise resolves; for v1 agents that send it
   * late, see `settle`. Prompts and further loads of the session wait for the load.
   */
  async loadSession(request: LoadRequest): Promise<ClientSession> {
    this.#capabilities.require('load', 'Cannot load a session');
    const params = { ...this.#roots(request), mcpServers: request.mcpServers ?? [], sessionId: request.sessionId };
    const { sessionId, settle, signal } = request;
    const load = async (): Promise<ClientSession> => {
      const isNew = !this.#sessions.has(sessionId);
      // The replay comes before the answer, so the session must be open to receive it.
      const session = this.#open(sessionId);
      if (isNew) this.#requests.set(sessionId, request);
      controlOf(session).apply(this.#calls.loadStarted(session.state));
      this.#unanswered.add(sessionId);
      try {
        await this.#calls.loadSession(params, {
          signal,
          onResult: (answer) => {
            this.#unanswered.delete(sessionId);
            this.#requests.set(sessionId, request);
            controlOf(session).setUp(answer);
            // Only a v1 agent may send history after the answer.
            if (settle === undefined || this.dialect !== 'v1') controlOf(session).apply({ type: 'load_ended' });
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

  /** Waits for history that arrives after the answer; rejects if the connection ends or the signal aborts. */
  async #settled(session: ClientSession, settle: Settle, signal: AbortSignal | undefined): Promise<void> {
    const { peer } = this.#line;
    const over = new AbortController();
    const lost = peer.closed.then((error) => Promise.reject(error));
    lost.catch(() => {});
    // Messages that wait behind a slow handler count as a change, too.
    const watch = (): unknown => (peer.waiting.messages > 0 ? {} : session.state);
    try {
      const stops = signal === undefined ? [] : [signal];
      await unlessAborted(Promise.race([untilQuiet(settle, watch, over.signal), lost]), stops);
    } finally {
      over.abort();
    }
  }

  /** Restores an earlier session without its history. With `replayFrom` of type `start` it is the same as `loadSession`. */
  async resumeSession(request: ResumeRequest): Promise<ClientSession> {
    const { sessionId, mcpServers, replayFrom } = request;
    if (replayFrom?.type === 'start') return this.loadSession(request);
    this.#capabilities.require('resume', 'Cannot resume a session');
    const params = { ...this.#roots(request), ...present({ sessionId, mcpServers, replayFrom }) };
    return this.#expectingSession(request, () =>
      this.#calls.resumeSession(params, {
        signal: request.signal,
        onResult: (answer) => this.#setUp(request.sessionId, answer, request),
      }),
    );
  }

  /** Returns one page of the agent's list of sessions. */
  async listSessions(request: ListSessionsRequest = {}, options: CallOptions = {}): Promise<ListSessionsResponse> {
    this.#capabilities.require('list', 'Cannot list sessions');
    return this.#login.around(() => this.#calls.listSessions(request, options), options.signal);
  }

  /** Iterates over all sessions of the agent, page by page. Throws if the agent repeats a cursor. */
  async *allSessions(request: { readonly cwd?: string } = {}, options: CallOptions = {}): AsyncGenerator<SessionInfo> {
    const seen = new Set<string | null | undefined>();
    let cursor: string | null | undefined;
    do {
      const next = cursor === undefined || cursor === null ? {} : { cursor };
      const page = await this.listSessions({ ...request, ...next }, options);
      yield* page.sessions;
      cursor = page.nextCursor;
      if (seen.has(cursor))
        throw new MalformedResultError('session/list', [`nextCursor ${JSON.stringify(cursor)} was already used.`]);
      seen.add(cursor);
    } while (cursor !== undefined && cursor !== null);
  }

  /** Deletes a session permanently. */
  async deleteSession(sessionId: string, options: CallOptions = {}): Promise<void> {
    this.#capabilities.require('delete', 'Cannot delete a session');
    await this.#login.around(() => this.#calls.deleteSession({ sessionId }, options), options.signal);
    const session = this.#sessions.get(sessionId);
    if (session !== undefined) controlOf(session).onClosed();
    this.#sessions.delete(sessionId);
  }

  /**
   * Authenticates by one of the methods that the agent offers. A method of type `terminal` is run by `loginInTerminal`; without that option,
   * the error tells how to run it.
   */
  async authenticate(methodId: string, options: MetaCallOptions = {}): Promise<AuthenticateResponse> {
    const method = this.agent.authMethods?.find(({ id }) => id === methodId);
    if (method === undefined)
      throw new TypeError(`The agent offers no authentication method ${JSON.stringify(methodId)}.`);
    const login = terminalLoginOf(method);
    if (login !== undefined) {
      if (!(await this.#loginInTerminal(login, options))) throw new TerminalLoginError(login, 'The login failed');
      return {};
    }
    return (this.#restoration.calls ?? this.#calls).login(present({ methodId, _meta: options._meta }), options);
  }

  /** Logs out. */
  async logout(options: MetaCallOptions = {}): Promise<LogoutResponse> {
    this.#capabilities.requireLogout();
    return this.#calls.logout(present({ _meta: options._meta }), options);
  }

  /**
   * Sends the agent a request that the protocol does not define. Do not await it in a handler of `notifications`, because the answer is
   * handled only after that handler; use `context.request` there.
   */
  request(method: string, params?: unknown, options?: CallOptions): Promise<unknown> {
    return this.#line.request(method, params, options);
  }

  /** Sends the agent a notification that the protocol does not define. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#line.notify(method, params);
  }

  /** Ends the connection. */
  close(): Promise<void> {
    return this.#reconnection.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #roots(request: SessionRequest | undefined): {
    readonly cwd: string;
    readonly additionalDirectories?: readonly string[];
    readonly _meta?: Meta;
  } {
    if (request === undefined)
      throw new TypeError('A session needs a working directory: { cwd } with an absolute path.');
    const { cwd, additionalDirectories = [], mcpServers = [], _meta } = request;
    // Duplicates and the working directory itself add nothing (C11).
    const roots = [...new Set(additionalDirectories)].filter((path) => path !== cwd);
    if (roots.length > 0) this.#capabilities.require('additionalDirectories', 'Cannot use additional directories');
    this.#capabilities.checkServers(mcpServers);
    return present({ cwd, additionalDirectories: roots.length === 0 ? undefined : roots, _meta });
  }

  #open(id: string): ClientSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const session: ClientSession = new ClientSession({
      id,
      calls: this.#calls,
      capabilities: this.#capabilities,
      options: this.#options,
      cwd: () => this.#requests.get(id)?.cwd ?? '',
      // A session that is being loaded again stays, as its history is on the way.
      forget: () => void (this.#unanswered.has(id) || (this.#sessions.delete(id) && this.#requests.delete(id))),
      login: this.#login,
      loads: this.#loads,
      mintPromptId: this.#again && (() => this.#promptIds.next()),
      isLost: (error) => this.#again !== undefined && !this.#reconnection.isOver && isLoss(error),
      endRestoring: async (signal) => {
        if (this.#line.next !== undefined) await unlessAborted(this.#line.next, signal === undefined ? [] : [signal]);
        return this.#restoration.end(id);
      },
    });
    this.#sessions.set(id, session);
    return session;
  }

  /** Opens a session with the agent's answer, and applies the updates that arrived before it. */
  #setUp(sessionId: string, answer: object, request: SessionRequest): ClientSession {
    const session = this.#open(sessionId);
    this.#requests.set(sessionId, request);
    controlOf(session).setUp(answer);
    for (const event of this.#early.take(sessionId)) controlOf(session).apply(event);
    return session;
  }

  /** Makes a request whose answer names a session; updates may arrive before it. */
  #expectingSession({ signal }: CallOptions, attempt: () => Promise<ClientSession>): Promise<ClientSession> {
    const expecting = (): Promise<ClientSession> =>
      this.#early.expecting(attempt, (sessionId) => {
        this.#options.onEvent?.({ type: 'unknown-session', sessionId, params: undefined });
      });
    return this.#login.around(expecting, signal);
  }

  async #logIn(): Promise<boolean> {
    const chosen = await this.#options.chooseAuthMethod?.(this.agent.authMethods ?? []);
    if (chosen === undefined) return false;
    const login = terminalLoginOf(chosen);
    if (login !== undefined) return this.#loginInTerminal(login, {});
    await this.authenticate(chosen.id);
    return true;
  }

  async #loginInTerminal(login: TerminalLogin, { signal }: CallOptions): Promise<boolean> {
    const { loginInTerminal } = this.#options;
    if (loginInTerminal === undefined) throw new TerminalLoginError(login, 'This login is done in a terminal');
    return unlessAborted(Promise.resolve(loginInTerminal(login)), signal === undefined ? [] : [signal]);
  }
}
