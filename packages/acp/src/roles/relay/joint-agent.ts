import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { Client } from '../client/client.ts';
import type { ClientEvent, ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import type { AgentBehind, ConnectBehind } from './agent-behind.ts';
import { sessionNamedBy } from './other-messages.ts';

/** Returns how sessions connect if all of them share one connection to the agent behind, which lasts as long as one of them needs it. */
export function jointConnect(connect: ConnectBehind<Client>): ConnectBehind {
  let shared: Promise<JointAgent> | undefined;

  function start(): Promise<JointAgent> {
    const started = JointAgent.start(connect);
    const forget = (): void => {
      if (shared === started) shared = undefined;
    };
    started.then((agent) => agent.ended.then(forget), forget);
    return started;
  }

  return async (options, place) => {
    if (place.cwd === undefined) return connect(options, place);
    for (;;) {
      shared ??= start();
      const entered = (await shared).enter(options);
      // The last session may have left it meanwhile.
      if (entered !== undefined) return entered;
    }
  };
}

/** The handlers of the sessions that share a connection. */
class JointSessions {
  readonly #options = new Map<string, ClientOptions>();
  /** Those of the session that is being opened, whose id is not known yet. */
  opening: ClientOptions | undefined;

  add(sessionId: string, options: ClientOptions): void {
    this.#options.set(sessionId, options);
  }

  delete(sessionId: string): void {
    this.#options.delete(sessionId);
  }

  get all(): readonly ClientOptions[] {
    return [...this.#options.values()];
  }

  /** Returns those of the session that a message names. */
  named(sessionId: string | undefined): ClientOptions | undefined {
    return sessionId === undefined ? undefined : this.#options.get(sessionId);
  }

  /** Returns those of a session that is open. Agents tell of a new one right behind the answer that names it. */
  of({ id }: ClientSession): ClientOptions | undefined {
    return this.#options.get(id) ?? this.opening;
  }
}

/** A connection that several sessions share. What the agent says of a session goes to that one. */
class JointAgent {
  /** Resolves when no session can be opened on it any more. */
  readonly ended: Promise<void>;
  readonly #client: Client;
  readonly #sessions: JointSessions;
  #users = 0;
  #isOver = false;
  #opening: Promise<unknown> = Promise.resolve();
  #end!: () => void;

  private constructor(client: Client, sessions: JointSessions) {
    this.#client = client;
    this.#sessions = sessions;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    void client.closed.then(() => this.#finish());
  }

  static async start(connect: ConnectBehind<Client>): Promise<JointAgent> {
    const sessions = new JointSessions();
    return new JointAgent(await connect(handlersOf(sessions), { cwd: undefined }), sessions);
  }

  /** Returns the connection as one session uses it; undefined if it is over. */
  enter(options: ClientOptions): AgentBehind | undefined {
    if (this.#isOver) return undefined;
    const client = this.#client;
    const sessions = this.#sessions;
    let opened: ClientSession | undefined;
    let isOver = false;
    this.#users += 1;
    const reopen = async (sessionId: string, open: () => Promise<ClientSession>): Promise<ClientSession> => {
      // The history comes before the answer.
      sessions.add(sessionId, options);
      try {
        opened = await open();
        return opened;
      } catch (error) {
        sessions.delete(sessionId);
        throw error;
      }
    };
    return {
      agent: client.agent,
      dialect: client.dialect,
      closed: client.closed,
      newSession: (request) =>
        this.#inTurn(async () => {
          sessions.opening = options;
          try {
            opened = await client.newSession(request);
            sessions.add(opened.id, options);
            return opened;
          } finally {
            sessions.opening = undefined;
          }
        }),
      loadSession: (request) => reopen(request.sessionId, () => client.loadSession(request)),
      resumeSession: (request) => reopen(request.sessionId, () => client.resumeSession(request)),
      deleteSession: (sessionId, call) => client.deleteSession(sessionId, call),
      request: (method, params, call) => client.request(method, params, call),
      notify: (method, params) => client.notify(method, params),
      close: async () => {
        if (isOver) return;
        isOver = true;
        await this.#leave(opened);
      },
    };
  }

  /** Opens one new session after the other, so that it is known which of them an unknown id means. */
  #inTurn<T>(open: () => Promise<T>): Promise<T> {
    const turn = this.#opening.then(open);
    this.#opening = turn.catch(() => {});
    return turn;
  }

  #finish(): void {
    this.#isOver = true;
    this.#end();
  }

  async #leave(session: ClientSession | undefined): Promise<void> {
    this.#users -= 1;
    const isLast = this.#users === 0;
    // Whoever needs the agent from now on starts another one.
    if (isLast) this.#finish();
    // Not every agent can close a session; what it still says of it is for nobody.
    if (session !== undefined && !isLast) await session.close().catch(() => {});
    if (session !== undefined) this.#sessions.delete(session.id);
    if (isLast) await this.#client.close();
  }
}

/** The handlers of a connection: each calls that of the session which is meant. */
function handlersOf(sessions: JointSessions): ClientOptions {
  const cancelled = { outcome: 'cancelled' } as const;
  return {
    onUpdate: (update, session) => sessions.of(session)?.onUpdate?.(update, session),
    requestPermission: (request, context) =>
      sessions.of(context.session)?.requestPermission?.(request, context) ?? cancelled,
    elicitation: {
      form(request, context) {
        const form = context.session && sessions.of(context.session)?.elicitation?.form;
        return typeof form === 'function' ? form(request, context) : { action: 'cancel' };
      },
      url(request, context) {
        const url = context.session && sessions.of(context.session)?.elicitation?.url;
        return typeof url === 'function' ? url(request, context) : { action: 'cancel' };
      },
    },
    otherRequest(params, context) {
      const answer = sessions.named(sessionNamedBy(params))?.otherRequest;
      if (answer !== undefined) return answer(params, context);
      throw new RpcError(errorCodes.methodNotFound, `Method not found: ${context.method}`);
    },
    otherNotification(params, context) {
      const named = sessionNamedBy(params);
      const told = named === undefined ? sessions.all : [sessions.named(named)];
      for (const options of told) options?.otherNotification?.(params, context);
    },
    onEvent(event: ClientEvent) {
      const named = 'sessionId' in event && typeof event.sessionId === 'string' ? event.sessionId : undefined;
      const [first] = sessions.all;
      (sessions.named(named) ?? first)?.onEvent?.(event);
    },
  };
}
