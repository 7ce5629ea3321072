import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import type { ListSessionsRequest, ListSessionsResponse } from '../../protocol/base/generated/session-setup.ts';
import type { NewSessionRequest, NewSessionResponse } from '../../protocol/june/generated/session-setup.ts';
import type { Agent } from './agent.ts';
import type { SessionHooks, SessionSetup } from './definition.ts';
import type { LiveSessions } from './live-sessions.ts';
import { minter } from './mint-id.ts';
import { missedEntries, toldHistory, withPosition } from './missed-entries.ts';
import { markReplay, optionsOf, withKnownPrompts } from './reopening-answer.ts';
import { AgentSession } from './session.ts';
import { noSession, unopened } from './session-errors.ts';
import type { SessionLink, SessionRoots } from './session-link.ts';
import type { SessionEnd } from './session-news.ts';
import { SessionOpenings } from './session-openings.ts';
import { isForced, readRoots, type SetupRequest } from './session-request.ts';
import { type SetupMethod, settledSetup } from './settled-setup.ts';
import { unlessCancelled } from './unless-cancelled.ts';

/** Calls the hook that loads or resumes a session. */
type SetUp = (session: AgentSession) => ReturnType<NonNullable<SessionHooks['loadSession']>> | undefined;

/** The sessions that are open on one connection of an agent: creates, reopens and ends them. */
export class OpenSessions {
  readonly byId = new Map<string, AgentSession>();
  readonly #agent: Agent;
  readonly #link: () => SessionLink;
  /** The live sessions of the agent, on this connection and on others. */
  readonly #live: LiveSessions;
  readonly openings = new SessionOpenings();

  constructor(agent: Agent, link: () => SessionLink, live: LiveSessions) {
    this.#agent = agent;
    this.#link = link;
    this.#live = live;
  }

  /** Returns an open session, or throws the error for an unknown one. */
  find(id: string): AgentSession {
    const session = this.byId.get(id);
    if (session === undefined) throw noSession(id);
    return session;
  }

  /** Returns an open session, after a load that was asked for before. Rejects with the error for one that has to be opened first, or that there is none. */
  async required(id: string): Promise<AgentSession> {
    await this.opening(id);
    return this.byId.get(id) ?? this.unopened(id);
  }

  /** Rejects with the error for a session that is not open. */
  async unopened(id: string): Promise<never> {
    throw await unopened(this.#agent, id);
  }

  /** Waits as `ended` of the openings does. */
  opening(id: string): Promise<unknown> | undefined {
    const session = this.byId.get(id);
    // What this client alone has open ends when it is loaded again, and is not set up before it is loaded.
    return this.openings.ended(id, session !== undefined && !this.#isAlone(session));
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
      const answer = await settledSetup('session/new', session, named, this.#link());
      context.signal.throwIfAborted();
      this.#live.add(session);
      void context.answered.then(() => session.clients.news.clients());
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
    const { access } = this.#linkFor(request);
    // It takes the session away from everybody who has it open.
    if (isForced(request)) access.require('admin');
    const opening = { sessionId, context };
    this.#live.openings.add(opening);
    const goOn = this.#holdBack(sessionId);
    const task = (): Promise<SessionSetup> => this.#reopenNow(request, context, roots, setUp, goOn);
    const reopened = this.#live.changes.run(sessionId, task, [context.signal]);
    try {
      return await this.openings.wait({ sessionId, context, access, ended: reopened });
    } finally {
      goOn();
      this.#live.openings.delete(opening);
    }
  }

  /**
   * Keeps back what happens in a shared session that this client loads again: the history has it. Returns a function that ends this, and
   * sends what was kept back if the client has not got the history.
   */
  #holdBack(sessionId: string): () => void {
    const session = this.byId.get(sessionId);
    const client = session?.clients.of(this.#link());
    // A turn waits for the only client of its session, and the load would wait for the turn.
    if (session === undefined || client === undefined || client.isJoining || this.#isAlone(session)) return () => {};
    client.output.hold();
    return () => {
      if (session.clients.of(client.link) === client) client.output.release();
      else client.output.drop();
    };
  }

  /** If the session cannot be set up, the one that was open before stays open. */
  async #reopenNow(
    request: SetupRequest & { readonly sessionId: string },
    context: RequestContext,
    roots: SessionRoots,
    setUp: SetUp,
    goOn: () => void,
  ): Promise<SessionSetup> {
    const { sessionId } = request;
    const before = this.byId.get(sessionId);
    const live = this.#joinable(request);
    if (live !== undefined) return this.#join(live, request, context, roots, setUp);
    goOn();
    const { method, signal } = context;
    const others = isForced(request) ? this.#live.get(sessionId) : undefined;
    await unlessCancelled(() => before?.turns.stop(), signal);
    const session = this.#open(sessionId, roots, this.#linkFor(request), before);
    const opening = (async () => {
      await this.#agent.reopen?.(request, session);
      others?.clients.news.ended('moved', this.#link().connection);
      // Who takes it over does not wait for a turn that may take its time to end.
      others?.turns.abort('The session was opened elsewhere.');
      const { first } = session.clients;
      const missed = missedEntries(session, request, first.link.client);
      while (missed?.isComplete === false) await missed.readOn();
      markReplay(request, context, first);
      const told = toldHistory(session, method, missed, first.link.client);
      await session.clients.replayTo(first, told.updates, signal, () => this.#live.changes.isAwaited(sessionId));
      const setup = await unlessCancelled(() => setUp(session), signal);
      return withPosition(await settledSetup(method as SetupMethod, session, setup ?? {}, this.#link()), told);
    })();
    session.turns.openAfter(opening);
    try {
      const setup = await opening;
      before?.succeedBy(session);
      this.#live.add(session);
      void context.answered.then(() => session.clients.news.clients());
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

  /** Returns the live session that a request joins: one that other clients have open, or whose turns run on without a client. */
  #joinable(request: SetupRequest & { readonly sessionId: string }): AgentSession | undefined {
    const { sessionId } = request;
    const live = this.#live.get(sessionId);
    if (live?.isJoinable !== true || isForced(request)) return undefined;
    return this.#isAlone(live) ? undefined : live;
  }

  /** Returns whether this client alone has a session open, and may end what runs in it by opening it again. */
  #isAlone(session: AgentSession): boolean {
    const link = this.#link();
    if (this.byId.get(session.id) !== session || session.clients.hasOthers(link)) return false;
    return session.clients.of(link)?.access.may('prompt') === true;
  }

  /** Adds this client to a live session: it gets the history, then the answer, and then what happens from now on. */
  async #join(
    session: AgentSession,
    request: SetupRequest & { readonly sessionId: string },
    context: RequestContext,
    roots: SessionRoots,
    setUp: SetUp,
  ): Promise<SessionSetup> {
    const { method, signal, answered } = context;
    const isAlone = !session.isAttended;
    await this.#agent.reopen?.(request, session, isAlone ? 'running' : 'joined');
    const link = this.#linkFor(request);
    const missed = missedEntries(session, request, link.client);
    do {
      if (missed?.isComplete === false) await missed.readOn();
      // A prompt that is recorded and not yet sent as a message would be shown twice.
      while (session.turns.beginning !== undefined) await session.turns.beginning;
    } while (missed?.isComplete === false);
    signal.throwIfAborted();
    const before = this.byId.get(session.id);
    const { client, onShown, undo } = session.join(link, isAlone ? roots : undefined);
    const told = toldHistory(session, method, missed, link.client);
    this.#add(session);
    markReplay(request, context, client);
    try {
      await session.clients.replayTo(client, told.updates, signal, () => this.#live.changes.isAwaited(session.id));
      // A session that somebody has open is set up already.
      const setup = isAlone ? await unlessCancelled(() => setUp(session), signal) : optionsOf(session);
      const answer = await settledSetup(method as SetupMethod, session, setup ?? {}, this.#link());
      await session.tellRunning(client);
      signal.throwIfAborted();
      void answered.then(() => {
        onShown();
        session.questions.askJoined();
      });
      return withPosition(withKnownPrompts(answer, request, session), told);
    } catch (error) {
      undo();
      // A close or delete that came meanwhile has removed it already.
      if (this.byId.get(session.id) === session && before !== session) this.byId.delete(session.id);
      throw error;
    }
  }

  /** Returns the link for a session that is opened with less access than the client could have. */
  #linkFor({ _meta }: SetupRequest): SessionLink {
    const link = this.#link();
    return { ...link, access: link.access.narrowed(_meta) };
  }

  #add(session: AgentSession): void {
    this.byId.set(session.id, session);
    this.#live.add(session);
  }

  /**
   * Takes this client out of a session that others have open; its prompts that wait are cancelled. If the others have left meanwhile, it ends the
   * session, unless `requireEnd` throws.
   */
  async detach(
    session: AgentSession,
    context: RequestContext,
    requireEnd: () => void,
    free: () => unknown,
  ): Promise<object> {
    const link = this.#link();
    const { id } = session;
    this.byId.delete(id);
    void this.openings.drop(id);
    session.turns.withdraw(link);
    const leave = async (): Promise<object> => {
      const isLast = this.#live.get(id) === session && !session.clients.hasOthers(link);
      if (isLast) {
        this.byId.set(id, session);
        requireEnd();
        // Now: a load that was sent after it opens the session again.
        return this.#endHere(session, context, free);
      }
      session.clients.leave(link);
      session.questions.leave(link.connection);
      // A load that was almost done may have opened it again.
      if (this.byId.get(id) === session) this.byId.delete(id);
      return {};
    };
    try {
      return await this.#live.changes.run(id, leave, [context.signal]);
    } catch (error) {
      // It was cancelled, and the client still has the session.
      const isThere = this.#live.get(id) === session && session.clients.of(link) !== undefined;
      if (isThere && !this.byId.has(id)) this.byId.set(id, session);
      // Or its connection was lost, when the session was not among those that it had.
      if (link.isOver()) session.clients.leave(link);
      throw error;
    }
  }

  /**
   * Closes a session that this client is about to open: its loads are dropped. What runs on in it without a client ends, if this one would have been
   * allowed to end it.
   */
  closeOpening(id: string, context: RequestContext, free: (session: AgentSession) => unknown): Promise<object> {
    const dropped = this.openings.drop(id);
    // It takes its place before what is sent after it.
    return this.#live.changes.run(id, async () => {
      const accesses = await dropped;
      if (accesses.length === 0) throw noSession(id);
      const live = this.#live.get(id);
      if (live?.isAttended !== false || !accesses.some((access) => access.may('prompt'))) return {};
      return this.#endHere(live, context, () => free(live));
    });
  }

  /** Forgets a session that another client has closed. */
  forget(sessionId: string): void {
    this.byId.delete(sessionId);
  }

  /** Takes this client out of the sessions that others have open, since its connection is over. */
  leave(): void {
    for (const session of this.byId.values()) session.clients.leave(this.#link());
  }

  /** Gives up the sessions that nobody has open any more: what runs in them is cancelled, or finishes without a client. */
  release(how: 'cancel' | 'finish'): void {
    for (const session of this.byId.values()) {
      if (session.isAttended) continue;
      if (how === 'cancel') session.abandon();
      void this.#live.release(session);
    }
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
    return session.options.length === 0 ? {} : { configOptions: session.shownOptions(session.options, this.#link()) };
  }

  /**
   * Cancels the turns of a session, waits for their end, and then frees the session. It is closed for prompts at once, and loads that
   * were requested before are dropped. Reopening it waits until this has finished.
   */
  end(sessionId: string, context: RequestContext, free: (latest?: AgentSession) => unknown): Promise<object> {
    const reason = context.method === 'session/delete' ? 'deleted' : 'closed';
    const session = this.#remove(sessionId, reason);
    session?.cancel();
    this.openings.cancelPrompts(sessionId);
    for (const opening of this.#live.openings) {
      if (opening.sessionId === sessionId)
        opening.context.abort(new DOMException('The session was closed.', 'AbortError'));
    }
    return this.#live.changes.run(sessionId, async () => {
      await session?.turns.stop();
      // A load that was almost done may have opened it again.
      const latest = this.#remove(sessionId, reason);
      session?.abandon();
      try {
        return await this.#endNow(latest, context, () => free(latest));
      } finally {
        await session?.retire();
      }
    });
  }

  /** Closes a session in a change that has its turn. */
  #endHere(session: AgentSession, context: RequestContext, free: () => unknown): Promise<object> {
    this.#remove(session.id, 'closed');
    session.cancel();
    return this.#endNow(session, context, free);
  }

  /** Waits for the end of the turns of a session, which is no longer open, and frees it. */
  async #endNow(session: AgentSession | undefined, { signal }: RequestContext, free: () => unknown): Promise<object> {
    await session?.turns.stop();
    session?.abandon();
    try {
      await unlessCancelled(free, signal);
    } finally {
      await session?.retire();
    }
    return {};
  }

  #open(id: string, roots: SessionRoots, link: SessionLink, before?: AgentSession): AgentSession {
    const session = new AgentSession(id, roots, link, before);
    this.byId.set(id, session);
    return session;
  }

  #remove(id: string, reason: SessionEnd): AgentSession | undefined {
    const session = this.byId.get(id) ?? this.#live.get(id);
    this.byId.delete(id);
    if (session === undefined) return undefined;
    this.#live.remove(session);
    session.clients.news.ended(reason, this.#link().connection);
    for (const { link } of session.clients.present) link.onEnded(id);
    return session;
  }
}
