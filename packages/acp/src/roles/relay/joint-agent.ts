import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { sessionNamedBy } from '../agent/other-methods.ts';
import type { Client } from '../client/client.ts';
import type { ClientEvent, ClientOptions } from '../client/options.ts';
import { type ClientSession, controlOf } from '../client/session.ts';
import type { AgentBehind, ConnectBehind } from './agent-behind.ts';
import { newIdPrefix } from './id-prefix.ts';
import { inTime } from './in-time.ts';

/**
 * Returns how sessions connect if all of them share one connection to the agent behind, which lasts as long as one of them needs it. An agent that
 * does not end a turn, or takes longer than `patience` milliseconds to close a session that is opened again, goes on for the sessions that it has.
 */
export function jointConnect(connect: ConnectBehind<Client>, patience: number): ConnectBehind {
  let shared: Promise<JointAgent> | undefined;

  function start(): Promise<JointAgent> {
    const started = JointAgent.start(connect, patience);
    const forget = (): void => {
      if (shared === started) shared = undefined;
    };
    started.then((agent) => agent.retired.then(forget), forget);
    return started;
  }

  return async (options, place) => {
    if (place.cwd === undefined) return connect(options, place);
    for (;;) {
      shared ??= start();
      const agent = await shared;
      if (!(await agent.hasClosed(place.earlier))) agent.retire();
      const entered = agent.enter(options);
      // The last session may have left it meanwhile.
      if (entered !== undefined) return entered;
    }
  };
}

type Update = Parameters<NonNullable<ClientOptions['onUpdate']>>;

/** The handlers of the sessions that share a connection. */
class JointSessions {
  readonly #options = new Map<string, ClientOptions>();
  /** What the agent said of sessions before it was known whose they are: it tells of a new one right behind the answer that names it. */
  readonly #early = new Map<string, Update[]>();
  #opening = 0;

  /** Opens a new session, whose id the agent gives. */
  async open(options: ClientOptions, start: () => Promise<ClientSession>): Promise<ClientSession> {
    this.#opening += 1;
    try {
      const session = await start();
      this.#add(session.id, options);
      for (const update of this.#early.get(session.id) ?? []) options.onUpdate?.(...update);
      this.#early.delete(session.id);
      return session;
    } finally {
      this.#opening -= 1;
      if (this.#opening === 0) this.#early.clear();
    }
  }

  /** Opens a session again. */
  async reopen(sessionId: string, options: ClientOptions, start: () => Promise<ClientSession>): Promise<ClientSession> {
    // The history comes before the answer.
    this.#add(sessionId, options);
    try {
      return await start();
    } catch (error) {
      this.#options.delete(sessionId);
      throw error;
    }
  }

  #add(sessionId: string, options: ClientOptions): void {
    if (this.#options.has(sessionId))
      throw new RpcError(
        errorCodes.internalError,
        'The agent has given the id of this session to another one, and cannot have both open. Close the other one, or begin a new session.',
      );
    this.#options.set(sessionId, options);
  }

  delete(sessionId: string): void {
    this.#options.delete(sessionId);
  }

  get all(): readonly ClientOptions[] {
    return [...this.#options.values()];
  }

  /** Returns the handlers of a session; undefined if it is not open. */
  of(sessionId: string | undefined): ClientOptions | undefined {
    return sessionId === undefined ? undefined : this.#options.get(sessionId);
  }

  /** Passes an update on. */
  update(...update: Update): void {
    const { id } = update[1];
    const options = this.#options.get(id);
    if (options !== undefined) options.onUpdate?.(...update);
    else if (this.#opening > 0) this.#early.set(id, [...(this.#early.get(id) ?? []), update]);
  }
}

/** A connection that several sessions share. What the agent says of a session goes to that one. */
class JointAgent {
  /** Resolves when no session can be opened on it any more. */
  readonly retired: Promise<void>;
  readonly #client: Client;
  readonly #patience: number;
  readonly #sessions: JointSessions;
  /** What the agent was asked to close, by session: resolves with whether it has done so in time. */
  readonly #closing = new Map<string, Promise<boolean>>();
  #users = 0;
  #isRetired = false;
  /** Whether the connection is over, or about to be. */
  #isOver = false;
  #onRetired!: () => void;

  private constructor(client: Client, sessions: JointSessions, patience: number) {
    this.#client = client;
    this.#sessions = sessions;
    this.#patience = patience;
    this.retired = new Promise((resolve) => {
      this.#onRetired = resolve;
    });
    void client.closed.then(() => this.#finish());
  }

  static async start(connect: ConnectBehind<Client>, patience: number): Promise<JointAgent> {
    const sessions = new JointSessions();
    return new JointAgent(await connect(handlersOf(sessions), { cwd: undefined }), sessions, patience);
  }

  /** Waits until an earlier session is closed; returns false if that takes too long. */
  async hasClosed(sessionId: string | undefined): Promise<boolean> {
    return sessionId === undefined || (await this.#closing.get(sessionId)) !== false;
  }

  /** Takes no more sessions. It goes on for those that it has. */
  retire(): void {
    this.#isRetired = true;
    this.#onRetired();
  }

  /** Returns the connection as one session uses it; undefined if it takes no more. */
  enter(options: ClientOptions): AgentBehind | undefined {
    if (this.#isRetired) return undefined;
    const client = this.#client;
    const sessions = this.#sessions;
    let opened: ClientSession | undefined;
    let isOver = false;
    this.#users += 1;
    const opening = async (session: Promise<ClientSession>): Promise<ClientSession> => {
      opened = await session;
      // The agent may have taken its time, and nobody wants it any more.
      if (isOver) await this.#forget(opened);
      return opened;
    };
    return {
      agent: client.agent,
      dialect: client.dialect,
      closed: client.closed,
      newSession: (request) => opening(sessions.open(options, () => client.newSession(request))),
      loadSession: (request) => opening(sessions.reopen(request.sessionId, options, () => client.loadSession(request))),
      resumeSession: (request) =>
        opening(sessions.reopen(request.sessionId, options, () => client.resumeSession(request))),
      deleteSession: (sessionId, call) => client.deleteSession(sessionId, call),
      request: (method, params, call) => client.request(method, params, call),
      notify: (method, params) => client.notify(method, params),
      retire: () => this.retire(),
      close: async () => {
        if (isOver) return;
        isOver = true;
        await this.#leave(opened);
      },
    };
  }

  #finish(): void {
    this.#isOver = true;
    this.retire();
  }

  async #leave(session: ClientSession | undefined): Promise<void> {
    this.#users -= 1;
    const isLast = this.#users === 0;
    // Whoever needs the agent from now on starts another one.
    if (isLast) this.#finish();
    if (session !== undefined) await this.#forget(session);
    if (isLast) await this.#client.close();
  }

  /** Closes a session. Not every agent can; what it still says of it is for nobody. */
  async #forget(session: ClientSession): Promise<void> {
    this.#sessions.delete(session.id);
    if (!this.#isOver) await this.#close(session);
    controlOf(session).forget();
  }

  async #close(session: ClientSession): Promise<void> {
    const { id } = session;
    const closed = session.close();
    // Nobody opens a session again on an agent that takes no more.
    if (this.#isRetired) return void closed.catch(() => {});
    const isClosed = inTime(closed, this.#patience);
    this.#closing.set(id, isClosed);
    const forget = (): void => {
      if (this.#closing.get(id) === isClosed) this.#closing.delete(id);
    };
    closed.then(forget, forget);
    await isClosed;
  }
}

/** The handlers of a connection: each calls that of the session which is meant. */
function handlersOf(sessions: JointSessions): ClientOptions {
  const cancelled = { outcome: 'cancelled' } as const;
  return {
    idPrefix: newIdPrefix(),
    onUpdate: (update, session) => sessions.update(update, session),
    whenAgentEnds: 'cancel',
    requestPermission: (request, context) =>
      sessions.of(context.session.id)?.requestPermission?.(request, context) ?? cancelled,
    elicitation: {
      form(request, context) {
        const form = sessions.of(context.session?.id)?.elicitation?.form;
        return typeof form === 'function' ? form(request, context) : { action: 'cancel' };
      },
      url(request, context) {
        const url = sessions.of(context.session?.id)?.elicitation?.url;
        return typeof url === 'function' ? url(request, context) : { action: 'cancel' };
      },
      onComplete(elicitationId) {
        for (const { elicitation } of sessions.all) elicitation?.onComplete?.(elicitationId);
      },
    },
    otherRequest(params, context) {
      const answer = sessions.of(sessionNamedBy(params))?.otherRequest;
      if (answer !== undefined) return answer(params, context);
      throw new RpcError(errorCodes.methodNotFound, `Method not found: ${context.method}`);
    },
    otherNotification(params, context) {
      const named = sessionNamedBy(params);
      const told = named === undefined ? sessions.all : [sessions.of(named)];
      for (const options of told) options?.otherNotification?.(params, context);
    },
    onEvent(event: ClientEvent) {
      const named = 'sessionId' in event && typeof event.sessionId === 'string' ? event.sessionId : undefined;
      const [first] = sessions.all;
      (sessions.of(named) ?? first)?.onEvent?.(event);
    },
  };
}
