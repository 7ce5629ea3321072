import type { ReadingFault } from '../../bridge/fault.ts';
import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { PeerEvent } from '../../jsonrpc/events.ts';
import type { HandlerContext, RequestContext } from '../../jsonrpc/handler-context.ts';
import type { PeerLimits } from '../../jsonrpc/limits.ts';
import type { DecidePermission } from '../../permissions/decide.ts';
import type { PermissionDecision } from '../../permissions/policy.ts';
import type { Implementation } from '../../protocol/base/generated/initialize.ts';
import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { AuthMethod } from '../../protocol/june/generated/authentication.ts';
import type { ClientCapabilities } from '../../protocol/june/generated/initialize.ts';
import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import type { SessionLimits } from '../../session/limits.ts';
import type { Transport } from '../../transport/transport.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import type { CheckOutgoing, OutgoingWarning } from '../check-outgoing.ts';
import type { ElicitationHandlers } from './elicitation.ts';
import type { PermissionRequest } from './permission-request.ts';
import type { ClientSession } from './session.ts';
import type { PermissionReply } from './session-permissions.ts';
import type { TerminalLogin } from './terminal-login.ts';

/** An event of a client's connection that no pending request is waiting for; the connection goes on. */
export type ClientEvent =
  | PeerEvent
  /** The client sent a doubtful value, such as a relative path. */
  | OutgoingWarning
  /** A malformed update, which was skipped; a malformed part of an update, which was removed; or a malformed answer. */
  | ReadingFault
  /** A listener of a session, or `onUpdate`, threw an error; the state has changed nevertheless. */
  | { readonly type: 'listener-failed'; readonly sessionId: string; readonly error: unknown }
  /** An update for a session that is not open on this connection. */
  | { readonly type: 'unknown-session'; readonly sessionId: string; readonly params: unknown }
  /** The rules of `permissionPolicy` decided about a request: it was answered, or somebody is asked. */
  | {
      readonly type: 'permission-decided';
      readonly sessionId: string;
      readonly requestId: RequestId;
      readonly request: PermissionRequest;
      readonly decision: PermissionDecision;
    }
  /** `permissionPolicy` threw an error; somebody is asked instead. */
  | {
      readonly type: 'policy-failed';
      readonly sessionId: string;
      readonly requestId: RequestId;
      readonly error: unknown;
    }
  /** The connection was lost, and the client opens another one; what is sent meanwhile waits. */
  | { readonly type: 'connection-lost'; readonly cause: ConnectionError }
  /**
   * The client is connected again. The sessions with these ids were loaded with their history, resumed without it because the agent cannot
   * load, or could not be opened again; the prompts of the last two have failed. Those in `restoring` cannot be opened now and are tried again,
   * and each of them has another event of this type when it is open or lost.
   */
  | {
      readonly type: 'reconnected';
      readonly loaded: readonly string[];
      readonly resumed: readonly string[];
      readonly lost: readonly string[];
      readonly restoring: readonly string[];
    };

/** The context of a permission request. */
export interface PermissionContext {
  readonly session: ClientSession;
  /** The id of the request; `session.state.permissions` lists it under this id while it is open. */
  readonly requestId: RequestId;
  /** Aborts when the turn is cancelled or the agent cancels the request; the answer is then `cancelled`, whatever is returned. */
  readonly signal: AbortSignal;
}

/** Options of `connect`. */
export interface ClientOptions {
  readonly info?: Implementation;
  /** The `_meta` of `initialize`: `{ 'emend/shared': 1 }` asks an agent of this library for news of the other clients of a session. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Capabilities to advertise: extensions under `_meta`, and those of newer drafts, such as `elicitation`. */
  readonly capabilities?: ClientCapabilities & { readonly [capability: string]: unknown };
  /** Asks the user, and returns the id of an option or an outcome. The first answer counts, also one of `session.permissions`. */
  requestPermission?(
    request: PermissionRequest,
    context: PermissionContext,
  ): PermissionReply | Promise<PermissionReply>;
  /**
   * What becomes of permission requests without `requestPermission`: with `wait` they stay in `session.permissions` until they are answered
   * there. Default: `cancel`, which answers them `cancelled`, or leaves the answer to the other clients of the session if there are some.
   */
  readonly permissions?: 'wait' | 'cancel';
  /**
   * Decides permission requests before anybody is asked, for example by the rules of `permissionPolicy` or `readPolicyFile`. Each decision is
   * reported to `onEvent`. If it throws, the request is not allowed: somebody is asked.
   */
  readonly permissionPolicy?: DecidePermission;
  /**
   * Chooses an authentication method when the agent requires authentication (error -32000). The client authenticates and repeats the
   * request once. Without it, or if it returns undefined, the request fails with the agent's error.
   */
  chooseAuthMethod?(methods: readonly AuthMethod[]): AuthMethod | undefined | Promise<AuthMethod | undefined>;
  /** Answers requests of the agent for information from the user. Without it none are offered to the agent. */
  readonly elicitation?: ElicitationHandlers;
  /**
   * Runs the agent's command in a terminal for a login, and returns whether it exited with 0. With it, agents are told that the client can do
   * so; without it, authentication methods of type `terminal` fail with a `TerminalLoginError`.
   */
  loginInTerminal?(login: TerminalLogin): boolean | Promise<boolean>;
  /**
   * Called for every update in order, right after it was applied to the state; updates of v1 agents arrive in the form of June, those of
   * other agents as they were sent. This includes the replay of a load, before `loadSession` resolves. Malformed updates are reported to `onEvent` instead.
   */
  onUpdate?(update: ReceivedSessionUpdate, session: ClientSession): void;
  /** Handlers of requests that the protocol does not define, by method. */
  readonly requests?: Readonly<Record<string, (params: unknown, context: RequestContext) => unknown>>;
  /**
   * Handlers of notifications that the protocol does not define, by method. Messages are handled in order: the next one waits until the
   * promise of the handler has settled. To send the agent a request from a handler, use `context.request`; awaiting a request of
   * the client or a session here would wait for ever.
   */
  readonly notifications?: Readonly<Record<string, (params: unknown, context: HandlerContext) => unknown>>;
  /** Handles requests of all other methods, with `context.method`. Default: they are refused with -32601. */
  otherRequest?(params: unknown, context: RequestContext): unknown;
  /** Handles notifications of all other methods, with `context.method`. Default: an `unknown-notification` event. */
  otherNotification?(params: unknown, context: HandlerContext): unknown;
  /**
   * What happens to requests of the agent that are open when it ends its side of the connection: they may `finish`, and be answered (default), or
   * are cancelled. A connection that is opened again cancels them.
   */
  readonly whenAgentEnds?: 'finish' | 'cancel';
  /**
   * What becomes of updates and questions for a session that is not open, besides an `unknown-session` event: with `adopt` they belong to the only
   * session that is open, as those of agents do that run other agents inside. Default: `report`; updates are dropped, and questions refused.
   */
  readonly unknownSessions?: 'adopt' | 'report';
  /** Called for events that no pending request is waiting for. By default, failures in the client's own code are printed by `console.error`. */
  readonly onEvent?: (event: ClientEvent) => void;
  /**
   * How updates and answers are read; `lenient` skips malformed parts where the schema allows it, and reports them. Default: `lenient` for
   * agents of the November draft, which requires it, and `strict` for others.
   */
  readonly reading?: Reading;
  /** Whether outgoing values are checked; by default they are, unless `NODE_ENV` is `production`. */
  readonly checkOutgoing?: CheckOutgoing;
  readonly limits?: Partial<PeerLimits>;
  /** Schedules the listeners of a session, for example with `queueMicrotask` or `requestAnimationFrame`; they are called at once by default. */
  readonly schedule?: (notify: () => void) => void;
  /** Limits of what a session keeps in memory. */
  readonly sessionLimits?: Partial<SessionLimits>;
  /**
   * What an agent that speaks both drafts is asked to speak, such as an agent of this library. Agents that speak one draft are spoken to in
   * that one. Default: `november`, which can say more.
   */
  readonly prefers?: 'june' | 'november';
  /**
   * The start of the ids that are made up for what agents send without one: messages of v1 agents, and tool calls for permissions that are about
   * none. Whoever keeps sessions longer than a connection lasts needs another one for each connection. Default: `emend`.
   */
  readonly idPrefix?: string;
  /** Options of the bridge to v1 agents, for example a host that serves files and terminals to them. */
  readonly bridge?: AnyVersionOptions;
  /**
   * Opens another transport to the same agent when the connection was lost. The client performs the handshake again, loads its open
   * sessions into the same objects, and waits for its prompts to end. By default transports that can do so are opened again, such
   * as those over a network; others are not.
   */
  reopen?(): Transport | Promise<Transport>;
  /** Aborts the handshake. */
  readonly signal?: AbortSignal | undefined;
}
