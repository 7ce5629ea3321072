import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { EarlyCancels } from '../../jsonrpc/early-cancels.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { Peer } from '../../jsonrpc/peer.ts';
import { notInitialized, RpcError } from '../../jsonrpc/rpc-error.ts';
import type { AuthenticateResponse, LogoutResponse } from '../../protocol/base/generated/authentication.ts';
import type { CancelNotification } from '../../protocol/base/generated/prompt.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { readClient } from '../../protocol/handshake.ts';
import type { SetSessionConfigOptionResponse } from '../../protocol/june/generated/config-option.ts';
import type { InitializeResponse } from '../../protocol/june/generated/initialize.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { PromptRequest, PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { NewSessionResponse } from '../../protocol/june/generated/session-setup.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import type { Transport } from '../../transport/transport.ts';
import { type CheckValue, checkAnswer, outgoingCheck } from '../check-outgoing.ts';
import { report } from '../event-report.ts';
import { type Params, readParams } from '../read-params.ts';
import type { Agent } from './agent.ts';
import { forAnyClient } from './any-client.ts';
import { rulesOf } from './ask-policy.ts';
import { novemberCapabilities } from './capabilities.ts';
import { ClientAccess } from './client-access.ts';
import { clientBridge } from './client-bridge.ts';
import { setOption } from './config-setting.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { SessionSetup } from './definition.ts';
import { containRefusals, type RequestHandlers } from './handler-errors.ts';
import { liveSessionsOf } from './live-sessions.ts';
import { OpenSessions } from './open-sessions.ts';
import { otherMethods } from './other-methods.ts';
import type { ServeOptions } from './serve.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';
import { checkPrompt, closeKey } from './session-request.ts';
import { workCancels } from './work-cancels.ts';

/** The protocol version that agents are written for. */
const version = 2;

/** A connection of an agent to one client; `serve` creates it. */
export class AgentConnection implements AsyncCloseable {
  readonly #agent: Agent;
  readonly #options: ServeOptions;
  readonly #check: CheckValue;
  readonly #peer: Peer;
  readonly #sessions: OpenSessions;
  readonly #earlyCancels = new EarlyCancels<string>();
  /** Names the connection to other clients. */
  readonly #id = crypto.randomUUID();
  readonly #access: ClientAccess;
  #client: ConnectedClient | undefined;
  #isGone = false;
  #isInitialized = false;
  #isAuthenticated = false;

  /** @internal */
  constructor(agent: Agent, transport: Transport, options: ServeOptions) {
    const { definition } = agent;
    const { limits, whenClientLeaves, checkOutgoing, onEvent } = options;
    this.#agent = agent;
    this.#options = options;
    this.#access = new ClientAccess(options.access);
    this.#check = outgoingCheck(checkOutgoing, onEvent);
    this.#sessions = new OpenSessions(agent, () => this.#link(), liveSessionsOf(agent));
    const anyClient = forAnyClient(
      transport,
      {
        // The prompt that comes back as a message is the moment at which the agent takes it.
        repeatsPrompts: definition.acknowledgesPrompts ?? true,
        ...clientBridge(options),
      },
      {
        onClient: (client) => {
          this.#client = client;
        },
        onGone: () => {
          this.#isGone = true;
        },
      },
    );
    this.#peer = new Peer(anyClient, {
      requests: containRefusals({
        ...this.#novemberRequests(),
        ...definition.requests,
        ...this.#protocolRequests(),
      }),
      notifications: { ...definition.notifications, 'session/cancel': (params) => this.#cancel(params) },
      urgent: { 'session/cancel': (params) => this.#cancelEarly(params) },
      ...otherMethods(agent, this.#sessions, (session) => this.#requireControl(session)),
      malformed: 'answer',
      whenPeerEnds: whenClientLeaves === 'finish' ? 'run-on' : 'cancel',
      // Nobody waits for a session that is opened for a client which has left.
      endWithPeer: ['session/new', 'session/load', 'session/resume'],
      onEvent: (event) => report(options, event),
      onOver: () => this.#sessions.leave(),
      ...present({ limits }),
    });
    // Work that nobody prompted belongs to no request of the client.
    void this.#peer.closed.then(({ reason }) =>
      this.#sessions.release(whenClientLeaves === 'finish' && reason !== 'closed' ? 'finish' : 'cancel'),
    );
  }

  /** The sessions that are open on this connection, by id. */
  get sessions(): ReadonlyMap<string, AgentSession> {
    return this.#sessions.byId;
  }

  /** Resolves with the reason when the connection has ended and no turn is running any more. */
  get closed(): Promise<ConnectionError> {
    return this.#peer.closed;
  }

  /** Ends the connection and cancels everything that is running. */
  close(): Promise<void> {
    return this.#peer.close();
  }

  /** Resolves when no turn runs any more: after `close`, when all turns that it cancelled have ended. */
  settled(): Promise<void> {
    return this.#peer.settled();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Sends a notification that the protocol does not define. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#peer.notify(method, params);
  }

  /**
   * Sends the client a request that the protocol does not define. Do not await it in a handler of `notifications`, because the answer is
   * handled only after that handler; use `context.request` there.
   */
  request(method: string, params?: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<unknown> {
    return this.#peer.request(method, params, options);
  }

  #link(): SessionLink {
    if (this.#client === undefined) throw notInitialized();
    return {
      definition: this.#agent.definition,
      client: this.#client,
      check: this.#check,
      report: (event) => report(this.#options, event),
      notify: (method, params) => this.#peer.notify(method, params),
      request: (method, params, options) => this.#peer.request(method, params, options),
      connection: this,
      actor: present({ client: this.#id, principal: this.#options.principal, name: this.#client.info?.name }),
      access: this.#access,
      ...rulesOf(this.#options),
      isOver: () => this.#isGone || this.#peer.over !== undefined,
      hasRoom: () => this.#peer.hasRoom,
      unsent: () => this.#peer.unsent.size,
      rewrite: (replace) => this.#peer.rewrite(replace),
      drop: () => this.#peer.drop(),
      onEnded: (sessionId) => this.#sessions.forget(sessionId),
      options: this.#options.bridge ?? {},
      note: (entry) => this.#options.bridge?.onEvent?.({ type: 'ledger', entry }),
    };
  }

  /** Only what the agent implements is listed; everything else is answered -32601. */
  #protocolRequests(): RequestHandlers {
    const { authentication, setConfigOption } = this.#agent.definition;
    const { loadSession, resumeSession, listSessions, deleteSession, closeSession } = this.#agent.hooks;
    const handlers: { [Name in keyof typeof methods]?: (params: unknown, context: RequestContext) => unknown } = {
      initialize: (params) => this.#initialize(params),
      'session/new': (params, context) => this.#newSession(params, context),
      'session/prompt': (params, context) => this.#prompt(params, context),
      ...(authentication && { authenticate: (params, context) => this.#authenticate(params, context) }),
      ...(authentication?.logout && { logout: (params, context) => this.#logout(params, context) }),
      ...(loadSession && { 'session/load': (params, context) => this.#loadSession(params, context) }),
      ...(resumeSession && { 'session/resume': (params, context) => this.#resumeSession(params, context) }),
      ...(listSessions && { 'session/list': (params, context) => this.#listSessions(params, context) }),
      ...(deleteSession && { 'session/delete': (params, context) => this.#deleteSession(params, context) }),
      ...(closeSession && { 'session/close': (params, context) => this.#closeSession(params, context) }),
      ...(setConfigOption && {
        'session/set_config_option': (params, context) => this.#setConfigOption(params, context),
      }),
    };
    return handlers as RequestHandlers;
  }

  /** What November clients may ask of any agent, and others only of one that offers it. */
  #novemberRequests(): RequestHandlers {
    const forNovember =
      (handle: (params: unknown, context: RequestContext) => unknown) =>
      (params: unknown, context: RequestContext): unknown => {
        if (this.#client?.dialect === 'november') return handle(params, context);
        throw new RpcError(errorCodes.methodNotFound, `Method not found: ${context.method}`);
      };
    return {
      'session/resume': forNovember((params, context) => this.#resumeSession(params, context)),
      'session/list': forNovember((params, context) => this.#listSessions(params, context)),
      'session/close': forNovember((params, context) => this.#closeSession(params, context)),
      ...workCancels(
        this.#options.reading ?? 'strict',
        () => this.#requireAccess(),
        (sessionId) => this.#controlled(sessionId),
      ),
    };
  }

  /** Returns an open session in which this client may do something. */
  async #controlled(sessionId: string): Promise<AgentSession> {
    const session = await this.#sessions.required(sessionId);
    this.#accessTo(session).require('prompt');
    return session;
  }

  #initialize(params: unknown): InitializeResponse {
    this.#checkHandshake(params);
    this.#isInitialized = true;
    const { capabilities, definition } = this.#agent;
    const isNovember = this.#client?.dialect === 'november';
    return checkAnswer(
      this.#check,
      'initialize',
      present({
        protocolVersion: version,
        capabilities: isNovember ? novemberCapabilities(capabilities) : capabilities,
        authMethods: definition.authentication?.methods ?? [],
        agentInfo: definition.info,
      }),
    );
  }

  #checkHandshake(params: unknown): void {
    if (this.#client?.dialect === 'v1') this.#read('initialize', params);
    // What is malformed in the handshake of a draft counts as absent, as long as it can be told what the client speaks.
    const { refusal } = readClient(params);
    if (refusal !== undefined) throw new RpcError(refusal.code, refusal.message, refusal.data);
  }

  async #authenticate(params: unknown, context: RequestContext): Promise<AuthenticateResponse> {
    this.#requireHandshake();
    const request = this.#read('authenticate', params);
    const { authentication } = this.#agent.definition;
    // A login that is not for this connection alone is one for all clients of the agent.
    if (authentication?.isRequired !== true) this.#access.require('prompt');
    if (authentication?.methods.some((method) => method.id === request.methodId) !== true) {
      const method = JSON.stringify(request.methodId);
      throw new RpcError(errorCodes.invalidParams, `There is no authentication method ${method}.`);
    }
    const answer = (await authentication.authenticate(request, context)) ?? {};
    this.#isAuthenticated = true;
    return checkAnswer(this.#check, 'authenticate', answer);
  }

  async #logout(params: unknown, context: RequestContext): Promise<LogoutResponse> {
    this.#requireHandshake();
    this.#access.require('prompt');
    const request = this.#read('logout', params ?? {});
    const answer = (await this.#agent.definition.authentication?.logout?.(context, request)) ?? {};
    this.#isAuthenticated = false;
    return checkAnswer(this.#check, 'logout', answer);
  }

  async #newSession(params: unknown, context: RequestContext): Promise<NewSessionResponse> {
    this.#requireControl();
    return this.#sessions.create(this.#read('session/new', params), context);
  }

  async #loadSession(params: unknown, context: RequestContext): Promise<SessionSetup> {
    this.#requireAccess();
    this.#access.require('observe');
    const request = this.#read('session/load', params);
    const { hooks } = this.#agent;
    return this.#sessions.reopen(request, context, (session) => hooks.loadSession?.(request, session, context));
  }

  async #resumeSession(params: unknown, context: RequestContext): Promise<SessionSetup> {
    this.#requireAccess();
    this.#access.require('observe');
    const request = this.#read('session/resume', params);
    const { hooks } = this.#agent;
    // An agent that keeps no sessions has those that are open.
    if (hooks.resumeSession === undefined) return this.#sessions.setupOf(request.sessionId);
    return this.#sessions.reopen(request, context, (session) => hooks.resumeSession?.(request, session, context));
  }

  async #listSessions(params: unknown, context: RequestContext): Promise<unknown> {
    this.#requireAccess();
    this.#access.require('observe');
    const request = this.#read('session/list', params);
    const listed = await this.#agent.hooks.listSessions?.(request, context, this.#link());
    return checkAnswer(this.#check, 'session/list', listed ?? this.#sessions.list(request));
  }

  async #deleteSession(params: unknown, context: RequestContext): Promise<object> {
    this.#requireAccess();
    const { sessionId } = this.#read('session/delete', params);
    this.#access.require('admin');
    return this.#sessions.end(sessionId, context, () => this.#agent.hooks.deleteSession?.(sessionId, context));
  }

  async #closeSession(params: unknown, context: RequestContext): Promise<object> {
    this.#requireHandshake();
    const { sessionId, _meta } = this.#read('session/close', params);
    const { hooks } = this.#agent;
    const isForAll = _meta?.[closeKey] === 'all';
    const { openings } = this.#sessions;
    if (!isForAll && !this.sessions.has(sessionId) && openings.has(sessionId))
      return this.#sessions.closeOpening(sessionId, context, (session) => hooks.closeSession?.(session, context));
    const session = this.#sessions.find(sessionId);
    // Who may only watch does not end what goes on.
    const requireEnd = (): void => {
      if (session.isBusy || session.ongoing.background.length > 0) this.#accessTo(session).require('prompt');
    };
    const free = (latest = session): unknown => hooks.closeSession?.(latest, context);
    if (isForAll) this.#accessTo(session).require('admin');
    else if (session.clients.hasOthers(this.#link()))
      return this.#sessions.detach(session, context, requireEnd, () => free());
    else requireEnd();
    return this.#sessions.end(session.id, context, free);
  }

  async #setConfigOption(params: unknown, context: RequestContext): Promise<SetSessionConfigOptionResponse> {
    this.#requireAccess();
    const request = this.#read('session/set_config_option', params);
    return setOption(await this.#controlled(request.sessionId), request, { link: this.#link(), context });
  }

  #prompt(params: unknown, context: RequestContext): Promise<PromptResponse> {
    this.#requireAccess();
    const request = this.#read('session/prompt', params);
    const { sessionId } = request;
    const opening = this.#sessions.opening(sessionId);
    // It takes its place at once if it can, before what is sent after it.
    if (opening === undefined) return this.#promptNow(request, context);
    // If its session could not be opened, a later load is not for this prompt.
    const run = (): Promise<PromptResponse> => this.#promptNow(request, context);
    const { signal } = context;
    const { openings } = this.#sessions;
    return openings.promptAfter(opening, { sessionId, signal }, run, () => ({ stopReason: 'cancelled' }));
  }

  #promptNow(request: PromptRequest, context: RequestContext): Promise<PromptResponse> {
    const session = this.sessions.get(request.sessionId);
    if (session === undefined) return this.#sessions.unopened(request.sessionId);
    this.#accessTo(session).require('prompt');
    checkPrompt(request.prompt, this.#agent.definition);
    const answer = session.turns.prompt(request, context, this.#link());
    // A cancel that was received and waits to be handled was sent after this prompt, and is meant for it.
    if (this.#earlyCancels.has(session.id)) session.turns.cancel(this.#link());
    return answer;
  }

  #cancel(params: unknown): void {
    const cancel = this.#read('session/cancel', params) as CancelNotification;
    this.#earlyCancels.reach(cancel.sessionId, cancel);
    this.#cancelTurns(cancel.sessionId);
  }

  /** Called for a cancel that waits behind too many running requests: cancels what runs, and what starts before its turn comes. */
  #cancelEarly(params: unknown): void {
    // Malformed params are reported when its turn comes.
    if (!methods['session/cancel'].params.is(params)) return;
    this.#earlyCancels.see(params.sessionId, params);
    this.#cancelTurns(params.sessionId);
  }

  #cancelTurns(sessionId: string): void {
    this.#sessions.openings.cancelPrompts(sessionId);
    const session = this.sessions.get(sessionId);
    if (session !== undefined && this.#accessTo(session).may('prompt')) session.turns.cancel(this.#link());
  }

  #accessTo(session: AgentSession): ClientAccess {
    return session.clients.of(this.#link())?.access ?? this.#access;
  }

  #read<Name extends keyof typeof methods>(name: Name, params: unknown): Params<(typeof methods)[Name]> {
    return readParams(methods[name], params, this.#options.reading ?? 'strict');
  }

  #requireHandshake(): void {
    if (!this.#isInitialized) throw notInitialized();
  }

  #requireControl(session?: AgentSession): void {
    this.#requireAccess();
    (session === undefined ? this.#access : this.#accessTo(session)).require('prompt');
  }

  #requireAccess(): void {
    this.#requireHandshake();
    const { authentication } = this.#agent.definition;
    if (authentication?.isRequired === true && !this.#isAuthenticated)
      throw new RpcError(errorCodes.authenticationRequired, 'Authentication is required.');
  }
}
