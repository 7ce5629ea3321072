import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { DecidePermission } from '../../permissions/decide.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { AsyncCloseable } from '../../transport/async-closeable.ts';
import { type Agent, agent } from '../agent/agent.ts';
import type { AgentDefinition, Authentication } from '../agent/definition.ts';
import { sessionNamedBy } from '../agent/other-methods.ts';
import { forwarded } from '../agent/outgoing-value.ts';
import type { AgentSession } from '../agent/session.ts';
import type { DurableSessions } from '../agent/session-recorder.ts';
import type { Client } from '../client/client.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ConnectBehind } from './agent-behind.ts';
import { endable } from './endable-connect.ts';
import { jointConnect } from './joint-agent.ts';
import { looseConnection, type WithLooseConnection } from './loose-connection.ts';
import { SessionBehind } from './session-behind.ts';

/** Options of `relayAgent`. */
export interface RelayOptions {
  /**
   * Connects to the agent behind, for example with `spawnAgent`. It is called for each session, with the options to connect with, and once
   * at the start to learn what the agent can do.
   */
  connect(options: ClientOptions, place: { readonly cwd: string | undefined }): Promise<Client>;
  /** Where the sessions are stored. */
  readonly sessions: DurableSessions;
  /**
   * Whether each session has a connection of its own to the agent behind (`session`, the default), or all of them have one together (`shared`). One
   * agent for all takes less memory. When it ends, it ends for all, and what it does for one session may hold up the others.
   */
  readonly connections?: 'session' | 'shared';
  /**
   * After how many milliseconds the agent of a session without clients, turns and questions is ended; 15 minutes by default. The next prompt
   * starts it again.
   */
  readonly idle?: number;
  /**
   * After how many milliseconds an agent behind is no longer waited for that does not end a cancelled turn; 10 seconds by default. The turn is then
   * over, and if the agent has still not ended it when the next prompt comes, another agent is started for that: this one is ended, or goes on for other
   * sessions that share it. An agent that does not close or delete a session is waited for as long.
   */
  readonly cancelPatience?: number;
  /** Answers permission requests of the agent behind before any client is asked, as that of an agent does. */
  readonly permissionPolicy?: DecidePermission;
}

/** An agent in front of another one; `relayAgent` creates it. */
export interface RelayedAgent extends AsyncCloseable {
  /** Serve it as any other agent. */
  readonly agent: Agent;
  /** How many sessions are kept in memory; those that nobody has used for a while are only in the log. */
  readonly open: number;
  /** Ends all connections to the agent behind, and makes no others: prompts are refused from then on. */
  close(): Promise<void>;
}

const fifteenMinutes = 15 * 60_000;
const tenSeconds = 10_000;

/**
 * Puts an agent of this library in front of another agent, in whatever dialect that speaks. Its sessions are stored, so that they can be
 * listed, loaded, followed by several clients and found again after a restart, whatever the agent behind can do itself. Sessions are
 * connected to the agent behind when it is needed.
 */
export async function relayAgent({
  connect,
  sessions,
  connections = 'session',
  idle = fifteenMinutes,
  cancelPatience = tenSeconds,
  permissionPolicy,
}: RelayOptions): Promise<RelayedAgent> {
  const behind = new Map<string, SessionBehind>();
  const agents = endable(connect);
  const first = await agents.connect({}, { cwd: undefined });
  const { capabilities, authMethods = [] } = first.agent;
  await first.close();
  const { prompt, mcp, additionalDirectories } = capabilities?.session ?? {};
  const withLoose = looseConnection(agents.connect);
  const connectSession: ConnectBehind =
    connections === 'shared' ? jointConnect(agents.connect, cancelPatience) : agents.connect;

  /** Returns the other end of a session, which `session` is the front of from now on. */
  function sessionBehind(session: AgentSession): SessionBehind {
    agents.check();
    const known = behind.get(session.id);
    if (known !== undefined) {
      known.session = session;
      return known;
    }
    const made: SessionBehind = new SessionBehind(session, connectSession, { idle, cancelPatience }, () => {
      if (behind.get(session.id) === made) behind.delete(session.id);
    });
    behind.set(session.id, made);
    return made;
  }

  async function forget(sessionId: string, end: (known: SessionBehind) => Promise<void>): Promise<void> {
    const known = behind.get(sessionId);
    behind.delete(sessionId);
    if (known !== undefined) await end(known);
  }

  /** Passes on what this library does not know: to the agent of the session that it names, or else to one without a session. */
  async function pass(
    type: 'request' | 'notification',
    method: string,
    params: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> {
    agents.check();
    const named = sessionNamedBy(params);
    const known = named === undefined ? undefined : behind.get(named);
    if (known !== undefined) return known.pass(type, method, params, signal);
    // All agents behind were ended meanwhile.
    if (named !== undefined)
      throw new RpcError(errorCodes.internalError, 'The agent of this session has ended. Load the session again.');
    return withLoose((client): Promise<unknown> => {
      return type === 'request' ? client.request(method, params, { signal }) : client.notify(method, params);
    });
  }

  const definition: AgentDefinition = {
    ...present({ info: first.info, permissionPolicy, _meta: capabilities?._meta ?? undefined }),
    accepts: {
      image: has(prompt?.image),
      audio: has(prompt?.audio),
      embeddedContext: has(prompt?.embeddedContext),
    },
    mcp: { stdio: has(mcp?.stdio), http: has(mcp?.http) },
    additionalDirectories: has(additionalDirectories),
    ...(authMethods.length > 0 && { authentication: authenticationBy(first.agent, withLoose) }),
    sessions,
    async newSession(request, session, { signal }) {
      try {
        return await sessionBehind(session).begin(request, signal);
      } catch (error) {
        await forget(session.id, (known) => known.close());
        throw error;
      }
    },
    loadSession: ({ _meta }, session) => sessionBehind(session).openedWith(_meta),
    resumeSession: ({ _meta }, session) => sessionBehind(session).openedWith(_meta),
    otherRequest: (params, { method, signal }) => pass('request', method, params, signal),
    // What the client sends behind it does not wait for the agent.
    otherNotification: (params, { method }) => void pass('notification', method, params).catch(() => {}),
    async prompt(turn) {
      const { stopReason, ...rest } = await sessionBehind(turn.session).run(turn);
      turn.answer = rest;
      return forwarded(stopReason);
    },
    setConfigOption: ({ configId, value, isOn, _meta }, session, { signal }) =>
      sessionBehind(session).setConfigOption(configId, isOn ?? value, { signal, _meta: _meta ?? undefined }),
    closeSession: ({ id }) => forget(id, (known) => known.close()),
    deleteSession: (id) => forget(id, (known) => known.delete()),
  };

  async function endAll(): Promise<void> {
    await Promise.all([...behind.keys()].map((id) => forget(id, (known) => known.close())));
  }
  // Another node may soon run the agents of these sessions: those of this one must have ended by then.
  const stopListening = sessions.log.ownership?.onLost?.((sessionId) => {
    // One that could not be stored for a while is likely to go on here.
    if (sessionId === undefined) void endAll().catch(() => {});
  });
  async function close(): Promise<void> {
    stopListening?.();
    agents.stop();
    await endAll();
    await agents.end();
  }
  return {
    agent: agent(definition),
    get open() {
      return behind.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Logs in and out by a connection of no session, which is over afterwards: agents remember a login for all their processes. */
function authenticationBy(
  { authMethods = [], capabilities }: Client['agent'],
  withLoose: WithLooseConnection,
): Authentication {
  return {
    methods: authMethods,
    authenticate: ({ methodId, _meta }, { signal }) =>
      withLoose((client) => client.authenticate(methodId, { signal, _meta: _meta ?? undefined })),
    ...(has(capabilities?.auth?.logout) && {
      logout: ({ signal }, { _meta }) => withLoose((client) => client.logout({ signal, _meta: _meta ?? undefined })),
    }),
  };
}

function has(capability: object | null | undefined): boolean {
  return capability !== undefined && capability !== null;
}
