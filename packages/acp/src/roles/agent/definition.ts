import type { HandlerContext, RequestContext } from '../../jsonrpc/handler-context.ts';
import type { DecidePermission } from '../../permissions/decide.ts';
import type {
  AuthenticateRequest,
  AuthenticateResponse,
  LogoutRequest,
  LogoutResponse,
} from '../../protocol/base/generated/authentication.ts';
import type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
import type { Implementation } from '../../protocol/base/generated/initialize.ts';
import type { ListSessionsRequest, ListSessionsResponse } from '../../protocol/base/generated/session-setup.ts';
import type { AuthMethod } from '../../protocol/june/generated/authentication.ts';
import type {
  LoadSessionRequest,
  NewSessionRequest,
  ResumeSessionRequest,
} from '../../protocol/june/generated/session-setup.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { OutgoingConfigOption } from './config-switch.ts';
import type { MintId } from './mint-id.ts';
import type { OutgoingStopReason } from './outgoing-value.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';
import type { DurableSessions } from './session-recorder.ts';
import type { Turn } from './turn.ts';

type Awaitable<T> = T | Promise<T>;

/** What a setup hook returns: the options of the session. */
export interface SessionSetup {
  readonly configOptions?: readonly OutgoingConfigOption[];
  readonly _meta?: Meta;
}

/**
 * A request to set a configuration option. The value of a switch, an option of type `boolean`, is `isOn`: its `value` is the text `true`
 * or `false`, so that both count as true in a condition.
 */
export interface ConfigRequest extends SetSessionConfigOptionRequest {
  /** Whether a switch is turned on; undefined for every other option. Read this and not `value` for a switch. */
  readonly isOn?: boolean;
}

/** The answer to a request to set a configuration option, if it has more than the complete list of them. */
export interface ConfigAnswer {
  readonly configOptions: readonly OutgoingConfigOption[];
  readonly _meta?: Meta | null;
}

/** How users authenticate with the agent. */
export interface Authentication {
  readonly methods: readonly AuthMethod[];
  /** Whether sessions are refused with -32000 until `authenticate` has succeeded. */
  readonly isRequired?: boolean;
  /** Authenticates; may return an answer that has `_meta`. */
  authenticate(request: AuthenticateRequest, context: RequestContext): Awaitable<AuthenticateResponse | void>;
  /** Logs out; without it the agent does not offer logging out. It may return an answer that has `_meta`. */
  logout?(context: RequestContext, request: LogoutRequest): Awaitable<LogoutResponse | void>;
}

/** The result of a prompt handler: the stop reason, or nothing for `end_turn`. */
export type TurnOutcome = OutgoingStopReason | undefined | void;

/** Everything an agent may define besides its prompt handler. */
export interface AgentAbilities {
  readonly info?: Implementation;
  /** Content that prompts may contain besides text and links. */
  readonly accepts?: { readonly image?: boolean; readonly audio?: boolean; readonly embeddedContext?: boolean };
  /** Transports of MCP servers that the agent supports. */
  readonly mcp?: { readonly stdio?: boolean; readonly http?: boolean };
  /** Whether sessions may have further directories besides their working directory. */
  readonly additionalDirectories?: boolean;
  readonly authentication?: Authentication;
  /**
   * Stores sessions in a log, so that they can be listed, loaded, resumed, deleted and closed without further code.
   * `session.history` is then the state of a session. The hooks below are called as well.
   */
  readonly sessions?: DurableSessions;
  /**
   * Answers permission requests of the agent before any client is asked, for example by the rules of `permissionPolicy` or `readPolicyFile`;
   * also while no client is there. What it leaves open is asked. Each decision is reported to `onEvent`, and each answer is stored. It needs
   * `sessions`, which know what was said of a tool call before.
   */
  readonly permissionPolicy?: DecidePermission;
  /** Prepares a new session. */
  newSession?(
    request: NewSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<SessionSetup | void>;
  /**
   * Restores a session and replays its history through the given session before it returns. `context.signal` aborts when the
   * client cancels the request, closes the session or disconnects; the result is then ignored.
   */
  loadSession?(
    request: LoadSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<SessionSetup | void>;
  /** Restores a session without a replay. It is cancelled like `loadSession`. */
  resumeSession?(
    request: ResumeSessionRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<SessionSetup | void>;
  /** Returns one page of the list of sessions. */
  listSessions?(request: ListSessionsRequest, context: RequestContext): Awaitable<ListSessionsResponse>;
  /** Deletes a session; an unknown one is not an error. */
  deleteSession?(sessionId: string, context: RequestContext): Awaitable<void>;
  /** Frees the resources of a session, after its turns were cancelled and have ended. */
  closeSession?(session: AgentSession, context: RequestContext): Awaitable<void>;
  /** Sets an option and returns the complete list, since one option may change others; or an answer that has the list and `_meta`. */
  setConfigOption?(
    request: ConfigRequest,
    session: AgentSession,
    context: RequestContext,
  ): Awaitable<readonly OutgoingConfigOption[] | ConfigAnswer>;
  /** Handlers of requests that the protocol does not define, by method. */
  readonly requests?: Readonly<Record<string, (params: unknown, context: RequestContext) => unknown>>;
  /**
   * Handlers of notifications that the protocol does not define, by method. Messages are handled in order: the next one waits until
   * the promise of the handler has settled. To send the client a request from a handler, use `context.request`; awaiting a
   * request of the connection here would wait for ever.
   */
  readonly notifications?: Readonly<Record<string, (params: unknown, context: HandlerContext) => unknown>>;
  /**
   * Handles requests of all other methods, with `context.method`, of clients that may prompt. If the params have a `sessionId`, the client has
   * that session open, and may prompt in it. Default: they are refused with -32601.
   */
  otherRequest?(params: unknown, context: RequestContext): unknown;
  /** Handles notifications of all other methods, as `otherRequest` handles requests. Default: an `unknown-notification` event. */
  otherNotification?(params: unknown, context: HandlerContext): unknown;
  /** What happens to a prompt while a turn is running: it waits (default), or is refused. */
  readonly whenBusy?: 'queue' | 'refuse';
  /** Whether the accepted prompt is sent back as a user message with an id, so that it can be changed later; true by default. */
  readonly acknowledgesPrompts?: boolean;
  /** The `_meta` of the agent's capabilities, where extensions are advertised. */
  readonly _meta?: Meta;
  /** Returns new ids; random UUIDs by default. */
  readonly mintId?: MintId;
}

/** The definition of an agent. Its capabilities are derived from the members that are present. */
export interface AgentDefinition extends AgentAbilities {
  /** Runs a turn and returns the stop reason; nothing means `end_turn`. */
  prompt(turn: Turn): Awaitable<TurnOutcome>;
}

/**
 * The definition of an agent whose prompt handler is async, as most are. It is a separate type because TypeScript before 6.0 widens a
 * string literal returned by an async function to `string` where the expected type is a value or a promise.
 */
export interface AsyncAgentDefinition extends AgentAbilities {
  /** Runs a turn and returns the stop reason; nothing means `end_turn`. */
  prompt(turn: Turn): Promise<TurnOutcome>;
}

/** The hooks that create, restore, list, delete and close sessions. */
export type SessionHooks = Pick<
  AgentAbilities,
  'newSession' | 'loadSession' | 'resumeSession' | 'deleteSession' | 'closeSession'
> & {
  /** Returns one page of the sessions that the client of a connection is shown. */
  listSessions?(
    request: ListSessionsRequest,
    context: RequestContext,
    link: SessionLink,
  ): Awaitable<ListSessionsResponse>;
};
