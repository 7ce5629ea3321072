import { EarlyCancels } from '../../jsonrpc/early-cancels.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { AuthenticateResponse } from '../../protocol/base/generated/authentication.ts';
import type { CancelNotification } from '../../protocol/base/generated/prompt.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { SetSessionConfigOptionResponse } from '../../protocol/june/generated/config-option.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { InitializeResponse } from '../../protocol/june/generated/initialize.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { NewSessionResponse } from '../../protocol/june/generated/session-setup.ts';
import { SessionNotification, type SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import { isPlainText } from '../../session/plain-text.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { type CheckValue, checkAnswer } from '../check-outgoing.ts';
import { readParams } from '../read-params.ts';
import type { Agent } from './agent.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { AgentDefinition, SessionHooks, SessionSetup } from './definition.ts';
import { noSession } from './durable-sessions.ts';
import type { TellEvent } from './event.ts';
import { withOwnRefusals } from './handler-errors.ts';
import { KeyedWork } from './keyed-work.ts';
import type { SendUpdate } from './message-handle.ts';
import { randomId } from './mint-id.ts';
import { checkOffered } from './offered-options.ts';
import type { Handlers } from './serve.ts';
import { AgentSession, type SessionRoots } from './session.ts';
import { checkPrompt, readRoots } from './session-request.ts';

/** What the desk needs of its connection. */
interface DeskParts {
  /** The client, known as soon as it has sent `initialize`. */
  readonly client: () => ConnectedClient | undefined;
  readonly reading: Reading;
  readonly check: CheckValue;
  readonly tell: TellEvent;
  readonly notify: (method: string, params: unknown) => Promise<void>;
}

type SetupMethod = 'session/new' | 'session/load' | 'session/resume';

/** What the hook of an author does to open a session. */
type SetUp = (session: AgentSession) => ReturnType<NonNullable<SessionHooks['loadSession']>> | undefined;

const version = 2;
const chunkReader = { is: SessionNotification.is, decode: SessionNotification.decode };
const updateReader = { ...chunkReader, shape: SessionNotification.shape };
const streamed: ReadonlySet<string> = new Set(['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk']);

/** Whether there is nothing to warn of: most of what is sent is streamed text, and should cost next to nothing. */
function isPlainChunk(update: SessionUpdate): boolean {
  if (!streamed.has(update.sessionUpdate)) return false;
  const { messageId, content } = update as { readonly messageId?: unknown; readonly content?: ContentBlock | null };
  return messageId !== '' && typeof content === 'object' && content !== null && isPlainText(content);
}

function notInitialized(): RpcError {
  return new RpcError(errorCodes.invalidRequest, 'the first request of a connection is initialize');
}

/** Calls a hook, and waits for it no longer than its request is wanted: an author's code may never end. */
async function given<T>(hook: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return unlessAborted(Promise.resolve(hook()), [signal]);
}

/** Answers the requests of one client for an agent: the handshake, authentication, sessions and turns. */
export class AgentDesk implements Handlers {
  readonly sessions = new Map<string, AgentSession>();
  /** Opening, closing and deleting, by session: one at a time, or each would take from the others what it has set up. */
  readonly #changes = new KeyedWork();
  /** The loads and resumes that wait or are under way. */
  readonly #openings = new Set<{ readonly sessionId: string; readonly context: RequestContext }>();
  readonly requests: Handlers['requests'];
  readonly notifications: Handlers['notifications'];
  /** Hears of cancels that wait behind too many running requests. */
  readonly urgent = { 'session/cancel': (params: unknown) => this.#cancelEarly(params) };
  readonly #earlyCancels = new EarlyCancels<string>();
  readonly #agent: Agent;
  readonly #definition: AgentDefinition;
  readonly #hooks: SessionHooks;
  readonly #parts: DeskParts;
  #isInitialized = false;
  #isAuthenticated = false;

  constructor(agent: Agent, parts: DeskParts) {
    this.#agent = agent;
    this.#definition = agent.definition;
    this.#hooks = agent.hooks;
    this.#parts = parts;
    this.requests = withOwnRefusals({ ...this.#definition.requests, ...this.#protocolRequests() });
    this.notifications = { ...this.#definition.notifications, 'session/cancel': (params) => this.#cancel(params) };
  }

  /** Only what the agent implements is there; everything else is answered -32601 by the peer. */
  #protocolRequests(): Handlers['requests'] {
    const { authentication, setConfigOption } = this.#definition;
    const { loadSession, resumeSession, listSessions, deleteSession, closeSession } = this.#hooks;
    return {
      initialize: (params) => this.#initialize(params),
      'session/new': (params, context) => this.#newSession(params, context),
      'session/prompt': (params, context) => this.#prompt(params, context),
      ...(authentication && { authenticate: (params, context) => this.#authenticate(params, context) }),
      ...(authentication?.logout && { logout: (_, context) => this.#logout(context) }),
      ...(loadSession && { 'session/load': (params, context) => this.#loadSession(params, context) }),
      ...(resumeSession && { 'session/resume': (params, context) => this.#resumeSession(params, context) }),
      ...(listSessions && { 'session/list': (params, context) => this.#listSessions(params, context) }),
      ...(deleteSession && { 'session/delete': (params, context) => this.#deleteSession(params, context) }),
      ...(closeSession && { 'session/close': (params, context) => this.#closeSession(params, context) }),
      ...(setConfigOption && {
        'session/set_config_option': (params, context) => this.#setConfigOption(params, context),
      }),
    } as Handlers['requests'];
  }

  #initialize(params: unknown): InitializeResponse {
    readParams(methods.initialize, params, this.#parts.reading);
    this.#isInitialized = true;
    const { info, authentication } = this.#definition;
    return checkAnswer(this.#parts.check, 'initialize', {
      protocolVersion: version,
      capabilities: this.#agent.capabilities,
      authMethods: authentication?.methods ?? [],
      ...(info === undefined ? {} : { agentInfo: info }),
    });
  }

  async #authenticate(params: unknown, context: RequestContext): Promise<AuthenticateResponse> {
    this.#requireHandshake();
    const request = readParams(methods.authenticate, params, this.#parts.reading);
    const { authentication } = this.#definition;
    if (authentication?.methods.some((method) => method.id === request.methodId) !== true) {
      throw new RpcError(
        errorCodes.invalidParams,
        `there is no authentication method ${JSON.stringify(request.methodId)}`,
      );
    }
    await authentication.authenticate(request, context);
    this.#isAuthenticated = true;
    return {};
  }

  async #logout(context: RequestContext): Promise<object> {
    this.#requireHandshake();
    await this.#definition.authentication?.logout?.(context);
    this.#isAuthenticated = false;
    return {};
  }

  async #newSession(params: unknown, context: RequestContext): Promise<NewSessionResponse> {
    this.#requireAccess();
    const request = readParams(methods['session/new'], params, this.#parts.reading);
    const roots = readRoots(request, this.#definition);
    // Until the answer has named the session, nobody can make sense of what is said in it (RO1).
    const session = this.#open(this.#mint('session'), roots, (method, params) =>
      context.notifyAfterAnswer(method, params),
    );
    try {
      const setup = await this.#hooks.newSession?.(request, session, context);
      const answer: NewSessionResponse = { sessionId: session.id, ...setup };
      await this.#settle('session/new', session, answer);
      context.signal.throwIfAborted();
      return answer;
    } catch (error) {
      // Its id was never told, or to nobody who still listens: no one will ever ask for it (RO3).
      this.sessions.delete(session.id);
      await session.forget();
      throw error;
    }
  }

  async #loadSession(params: unknown, context: RequestContext): Promise<SessionSetup> {
    this.#requireAccess();
    const request = readParams(methods['session/load'], params, this.#parts.reading);
    const roots = readRoots(request, this.#definition);
    return this.#reopen(request, context, roots, (session) => this.#hooks.loadSession?.(request, session, context));
  }

  async #resumeSession(params: unknown, context: RequestContext): Promise<SessionSetup> {
    this.#requireAccess();
    const request = readParams(methods['session/resume'], params, this.#parts.reading);
    const roots = readRoots(request, this.#definition);
    return this.#reopen(request, context, roots, (session) => this.#hooks.resumeSession?.(request, session, context));
  }

  /** Opens an earlier session in its turn; a cancel, a close or a delete makes it give up its turn. */
  async #reopen(
    request: { readonly sessionId: string; readonly cwd: string },
    context: RequestContext,
    roots: SessionRoots,
    setUp: SetUp,
  ): Promise<SessionSetup> {
    const { sessionId } = request;
    const opening = { sessionId, context };
    this.#openings.add(opening);
    try {
      const work = (): Promise<SessionSetup> => this.#openEarlier(request, context, roots, setUp);
      return await this.#changes.run(sessionId, work, [context.signal]);
    } finally {
      this.#openings.delete(opening);
    }
  }

  /** A session that could not be set up is not there; one that was there before still is. */
  async #openEarlier(
    request: { readonly sessionId: string; readonly cwd: string },
    { method, signal }: RequestContext,
    roots: SessionRoots,
    setUp: SetUp,
  ): Promise<SessionSetup> {
    const { sessionId } = request;
    const before = this.sessions.get(sessionId);
    await given(() => before?.stop(), signal);
    const session = this.#open(sessionId, roots);
    const opening = (async () => {
      await this.#agent.reopen?.(request, session);
      const setup = await given(() => setUp(session), signal);
      return this.#settle(method as SetupMethod, session, setup ?? {});
    })();
    session.openAfter(opening);
    try {
      return await opening;
    } catch (error) {
      // Whoever closed it meanwhile has taken it away already.
      const isThere = this.sessions.get(sessionId) === session;
      session.giveUp(isThere ? before : undefined);
      if (isThere) this.sessions.delete(sessionId);
      if (isThere && before !== undefined) this.sessions.set(sessionId, before);
      throw error;
    }
  }

  /** Writes down the options of a setup, once its answer has been found to be one. */
  async #settle<Answer extends { readonly configOptions?: SetSessionConfigOptionResponse['configOptions'] | null }>(
    method: SetupMethod,
    session: AgentSession,
    answer: Answer,
  ): Promise<Answer> {
    const { configOptions } = checkAnswer(this.#parts.check, method, answer);
    const isNew = Array.isArray(configOptions) && configOptions !== session.options;
    if (isNew) session.record({ type: 'configured', configOptions });
    await session.saved();
    return answer;
  }

  async #listSessions(params: unknown, context: RequestContext): Promise<unknown> {
    this.#requireAccess();
    const request = readParams(methods['session/list'], params, this.#parts.reading);
    return checkAnswer(this.#parts.check, 'session/list', await this.#hooks.listSessions?.(request, context));
  }

  async #deleteSession(params: unknown, context: RequestContext): Promise<object> {
    this.#requireAccess();
    const { sessionId } = readParams(methods['session/delete'], params, this.#parts.reading);
    return this.#end(sessionId, context, () => this.#hooks.deleteSession?.(sessionId, context));
  }

  async #closeSession(params: unknown, context: RequestContext): Promise<object> {
    this.#requireHandshake();
    const session = this.#session(readParams(methods['session/close'], params, this.#parts.reading).sessionId);
    return this.#end(session.id, context, (latest = session) => this.#hooks.closeSession?.(latest, context));
  }

  /**
   * Ends a session as if cancelled, and only then frees it (A17). It is not there any more at once: a prompt that comes meanwhile must not
   * run, and loads that were asked for before are over. Whoever opens it again waits for the end.
   */
  #end(
    sessionId: string,
    { signal }: RequestContext,
    free: (latest: AgentSession | undefined) => unknown,
  ): Promise<object> {
    const session = this.sessions.get(sessionId);
    this.sessions.delete(sessionId);
    session?.cancel();
    for (const opening of this.#openings) {
      if (opening.sessionId === sessionId)
        opening.context.abort(new DOMException('the session was ended', 'AbortError'));
    }
    return this.#changes.run(sessionId, async () => {
      await session?.stop();
      // A load that was all but done may have put another in its place.
      const latest = this.sessions.get(sessionId);
      this.sessions.delete(sessionId);
      await latest?.stop();
      await given(() => free(latest), signal);
      return {};
    });
  }

  async #setConfigOption(params: unknown, context: RequestContext): Promise<SetSessionConfigOptionResponse> {
    this.#requireAccess();
    const request = readParams(methods['session/set_config_option'], params, this.#parts.reading);
    const session = this.#session(request.sessionId);
    checkOffered(request, session.options);
    const configOptions = await this.#definition.setConfigOption?.(request, session, context);
    checkAnswer(this.#parts.check, 'session/set_config_option', { configOptions });
    // Plain JavaScript may forget it, which must not take all options away.
    if (!Array.isArray(configOptions)) throw new TypeError('setConfigOption gives the complete list of options');
    session.record({ type: 'configured', configOptions });
    await session.saved();
    return { configOptions };
  }

  #prompt(params: unknown, context: RequestContext): Promise<PromptResponse> {
    this.#requireAccess();
    const request = readParams(methods['session/prompt'], params, this.#parts.reading);
    const session = this.#session(request.sessionId);
    checkPrompt(request.prompt, this.#definition);
    const answer = session.runTurn(request, context);
    // A cancel that waits for its place came after this prompt, which it is meant for.
    if (this.#earlyCancels.has(session.id)) session.cancel();
    return answer;
  }

  #cancel(params: unknown): void {
    const cancel = readParams(methods['session/cancel'], params, this.#parts.reading) as CancelNotification;
    this.#earlyCancels.reach(cancel.sessionId, cancel);
    this.sessions.get(cancel.sessionId)?.cancel();
  }

  /** Cancels what runs, and what starts before the cancel has reached its place: it was asked for before. */
  #cancelEarly(params: unknown): void {
    // What is wrong with it is said in its place.
    if (!methods['session/cancel'].params.is(params)) return;
    this.#earlyCancels.see(params.sessionId, params);
    this.sessions.get(params.sessionId)?.cancel();
  }

  #open(id: string, roots: SessionRoots, notify = this.#parts.notify): AgentSession {
    const send: SendUpdate = (update) => {
      const params = { sessionId: id, update };
      if (session.isGivenUp) {
        this.#parts.tell({ type: 'late-report', method: 'session/update', params });
        return Promise.resolve();
      }
      this.#parts.check('session/update', isPlainChunk(update) ? chunkReader : updateReader, params);
      return notify('session/update', params);
    };
    const session = new AgentSession(id, this.#client(), roots, send, (purpose) => this.#mint(purpose), {
      prompt: (turn) => this.#definition.prompt(turn),
      whenBusy: this.#definition.whenBusy ?? 'queue',
      acknowledges: this.#definition.acknowledgesPrompts ?? true,
      check: this.#parts.check,
      tell: this.#parts.tell,
    });
    this.sessions.set(id, session);
    return session;
  }

  #mint(purpose: Parameters<NonNullable<AgentDefinition['mintId']>>[0]): string {
    const definition = this.#definition;
    return definition.mintId === undefined ? randomId() : definition.mintId(purpose);
  }

  #session(id: string): AgentSession {
    const session = this.sessions.get(id);
    if (session === undefined) throw noSession(id);
    return session;
  }

  #requireHandshake(): void {
    if (!this.#isInitialized) throw notInitialized();
  }

  #client(): ConnectedClient {
    const client = this.#parts.client();
    if (client === undefined) throw notInitialized();
    return client;
  }

  #requireAccess(): void {
    this.#requireHandshake();
    const { authentication } = this.#definition;
    if (authentication?.isRequired === true && !this.#isAuthenticated) {
      throw new RpcError(errorCodes.authenticationRequired, 'authenticate first');
    }
  }
}
