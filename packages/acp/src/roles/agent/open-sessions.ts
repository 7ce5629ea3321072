import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import type { ListSessionsRequest, ListSessionsResponse } from '../../protocol/base/generated/session-setup.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { NewSessionRequest, NewSessionResponse } from '../../protocol/june/generated/session-setup.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { checkAnswer } from '../check-outgoing.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import { promptIdsIn, promptsKey } from '../prompt-ids.ts';
import type { Agent } from './agent.ts';
import { type OutgoingConfigOption, withoutSwitches } from './config-switch.ts';
import type { SessionHooks, SessionSetup } from './definition.ts';
import { minter } from './mint-id.ts';
import type { RunningSessions } from './running-sessions.ts';
import { AgentSession } from './session.ts';
import { noSession } from './session-errors.ts';
import type { SessionLink, SessionRoots } from './session-link.ts';
import { readRoots, type SetupRequest } from './session-request.ts';

type SetupMethod = 'session/new' | 'session/load' | 'session/resume';

/** Calls the hook that loads or resumes a session. */
type SetUp = (session: AgentSession) => ReturnType<NonNullable<SessionHooks['loadSession']>> | undefined;

/** The sessions that are open on one connection of an agent: creates, reopens and ends them. */
export class OpenSessions {
  readonly byId = new Map<string, AgentSession>();
  /** Reopening, closing and deleting, by session: one at a time, or they would undo each other's work. */
  readonly #changes = new KeyedQueue();
  /** The loads and resumes that wait or run. */
  readonly #openings = new Set<{ readonly sessionId: string; readonly context: RequestContext }>();
  readonly #agent: Agent;
  readonly #link: () => SessionLink;
  readonly #running: RunningSessions | undefined;

  /** `running` has the sessions that run on without their client, if there may be any. */
  constructor(agent: Agent, link: () => SessionLink, running: RunningSessions | undefined) {
    this.#agent = agent;
    this.#link = link;
    this.#running = running;
  }

  /** Returns an open session, or throws the error for an unknown one. */
  find(id: string): AgentSession {
    const session = this.byId.get(id);
    if (session === undefined) throw noSession(id);
    return session;
  }

  /** Creates a session. */
  async create(request: NewSessionRequest, context: RequestContext): Promise<NewSessionResponse> {
    const { definition, hooks } = this.#agent;
    const roots = readRoots(request, definition);
    // The client can make sense of updates only after the answer that names the session (RO1).
    const notify: SessionLink['notify'] = (method, params) => context.notifyAfterAnswer(method, params);
    const session = this.#open(minter(definition)('session'), roots, { ...this.#link(), notify });
    try {
      const setup = await hooks.newSession?.(request, session, context);
      const named = { sessionId: session.id, ...setup } as NewSessionResponse;
      const answer = await this.#settle('session/new', session, named);
      context.signal.throwIfAborted();
      this.#running?.add(session);
      return answer;
    } catch (error) {
      // The client never got its id, so nobody will ask for it (RO3).
      this.byId.delete(session.id);
      await session.forget();
      throw error;
    }
  }

  /** Loads or resumes a session in its turn. A cancel, a close or a delete drops the request. */
  async reopen(
    request: SetupRequest & { readonly sessionId: string },
    context: RequestContext,
    setUp: SetUp,
  ): Promise<SessionSetup> {
    const { sessionId } = request;
    const roots = readRoots(request, this.#agent.definition);
    const opening = { sessionId, context };
    this.#openings.add(opening);
    try {
      const task = (): Promise<SessionSetup> => this.#reopenNow(request, context, roots, setUp);
      return await this.#changes.run(sessionId, task, [context.signal]);
    } finally {
      this.#openings.delete(opening);
    }
  }

  /** If the session cannot be set up, the one that was open before stays open. */
  async #reopenNow(
    request: SetupRequest & { readonly sessionId: string },
    context: RequestContext,
    roots: SessionRoots,
    setUp: SetUp,
  ): Promise<SessionSetup> {
    const { sessionId } = request;
    const before = this.byId.get(sessionId);
    const left = before === undefined ? this.#running?.left(sessionId) : undefined;
    if (left !== undefined) return this.#goOn(left, request, context, roots, setUp);
    const { method, signal } = context;
    await unlessCancelled(() => before?.turns.stop(), signal);
    const session = this.#open(sessionId, roots, this.#link(), before);
    const opening = (async () => {
      await this.#agent.reopen?.(request, session);
      const setup = await unlessCancelled(() => setUp(session), signal);
      return this.#settle(method as SetupMethod, session, setup ?? {});
    })();
    session.turns.openAfter(opening);
    try {
      const setup = await opening;
      before?.succeedBy(session);
      this.#running?.add(session);
      return withKnownPrompts(setup, request, session);
    } catch (error) {
      // A close or delete that came meanwhile has removed it already.
      const isStillOpen = this.byId.get(sessionId) === session;
      session.giveUp(isStillOpen ? before : undefined);
      if (isStillOpen) this.byId.delete(sessionId);
      if (isStillOpen && before !== undefined) this.byId.set(sessionId, before);
      throw error;
    }
  }

  /** Checks the answer to a setup request, and then records its options. */
  async #settle<Answer extends { readonly configOptions?: readonly OutgoingConfigOption[] | null }>(
    method: SetupMethod,
    session: AgentSession,
    answer: Answer,
  ): Promise<Answer> {
    checkAnswer(this.#link().check, method, withoutSwitches(answer));
    const configOptions = answer.configOptions as readonly SessionConfigOption[] | null | undefined;
    const isNew = Array.isArray(configOptions) && configOptions !== session.options;
    if (isNew) session.record({ type: 'configured', configOptions });
    await session.saved();
    return Array.isArray(configOptions) ? { ...answer, configOptions: session.shownOptions(configOptions) } : answer;
  }

  /** Goes on with a session whose turn runs without its client: what follows the history reaches the one that came back. */
  async #goOn(
    session: AgentSession,
    request: SetupRequest & { readonly sessionId: string },
    { method, signal, answered }: RequestContext,
    roots: SessionRoots,
    setUp: SetUp,
  ): Promise<SessionSetup> {
    const before = session.link;
    const { onShown, undo } = session.attach(roots, this.#link());
    this.byId.set(session.id, session);
    try {
      await this.#agent.reopen?.(request, session, 'running');
      const setup = await unlessCancelled(() => setUp(session), signal);
      const answer = await this.#settle(method as SetupMethod, session, setup ?? {});
      await session.tellRunning();
      signal.throwIfAborted();
      before.onMoved(session.id);
      void answered.then(onShown);
      return withKnownPrompts(answer, request, session);
    } catch (error) {
      // A close or delete that came meanwhile has removed it already.
      if (this.byId.get(session.id) === session) this.byId.delete(session.id);
      undo();
      throw error;
    }
  }

  /** Forgets a session that goes on with another client. */
  forget(sessionId: string): void {
    this.byId.delete(sessionId);
  }

  /** Forgets the sessions once nothing runs in them, since the client has gone and they finish without it. */
  release(): void {
    for (const session of this.byId.values()) void this.#running?.release(session);
  }

  /** Returns the open sessions, for an agent that keeps no others. */
  list({ cwd: wanted }: ListSessionsRequest): ListSessionsResponse {
    const open = [...this.byId.values()].filter(({ cwd }) => (wanted ?? cwd) === cwd);
    return {
      sessions: open.map(({ id, cwd, additionalDirectories }) => ({
        sessionId: id,
        cwd,
        ...(additionalDirectories.length > 0 && { additionalDirectories }),
      })),
    };
  }

  /** Returns how an open session is set up; throws the error for an unknown one. */
  setupOf(sessionId: string): SessionSetup {
    const session = this.find(sessionId);
    return session.options.length === 0 ? {} : { configOptions: session.shownOptions(session.options) };
  }

  /** Cancels what still runs in the sessions, since the client has gone. */
  abandon(): void {
    for (const session of this.byId.values()) session.abandon();
  }

  /**
   * Cancels the turns of a session, waits for their end, and then frees the session. It is closed for prompts at once, and loads that
   * were requested before are dropped. Reopening it waits until this has finished.
   */
  end(sessionId: string, { signal }: RequestContext, free: (latest?: AgentSession) => unknown): Promise<object> {
    const session = this.#remove(sessionId);
    session?.cancel();
    for (const opening of this.#openings) {
      if (opening.sessionId === sessionId)
        opening.context.abort(new DOMException('The session was closed.', 'AbortError'));
    }
    return this.#changes.run(sessionId, async () => {
      await session?.turns.stop();
      // A load that was almost done may have opened it again.
      const latest = this.#remove(sessionId);
      await latest?.turns.stop();
      session?.abandon();
      latest?.abandon();
      try {
        await unlessCancelled(() => free(latest), signal);
      } finally {
        await session?.retire();
        await latest?.retire();
      }
      return {};
    });
  }

  #open(id: string, roots: SessionRoots, link: SessionLink, before?: AgentSession): AgentSession {
    const session = new AgentSession(id, roots, link, before);
    this.byId.set(id, session);
    return session;
  }

  #remove(id: string): AgentSession | undefined {
    const session = this.byId.get(id);
    this.byId.delete(id);
    if (session !== undefined) this.#running?.remove(session);
    return session;
  }
}

/** Adds what is known of the prompts that the client asks about. */
function withKnownPrompts(setup: SessionSetup, { _meta }: SetupRequest, session: AgentSession): SessionSetup {
  const ids = promptIdsIn(_meta);
  if (ids === undefined || !session.isDurable) return setup;
  return { ...setup, _meta: { ...setup._meta, [promptsKey]: session.turns.known(ids) } };
}

/** Calls a hook and waits for it until its request is cancelled: the author's code may never finish. */
async function unlessCancelled<T>(hook: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return unlessAborted(Promise.resolve(hook()), [signal]);
}
