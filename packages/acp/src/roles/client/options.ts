import type { ReadingFault } from '../../bridge/fault.ts';
import type { PeerEvent } from '../../jsonrpc/events.ts';
import type { HandlerContext, RequestContext } from '../../jsonrpc/handler-context.ts';
import type { PeerLimits } from '../../jsonrpc/limits.ts';
import type { Implementation } from '../../protocol/base/generated/initialize.ts';
import type { RequestPermissionOutcome } from '../../protocol/base/generated/permission.ts';
import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { AuthMethod } from '../../protocol/june/generated/authentication.ts';
import type { ClientCapabilities } from '../../protocol/june/generated/initialize.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import type { Reading } from '../../protocol/reading/decode.ts';
import type { SessionLimits } from '../../session/limits.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import type { CheckOutgoing, OutgoingWarning } from '../check-outgoing.ts';
import type { ClientSession } from './session.ts';

/** Something a client noticed that is nobody's answer; the connection lives on. */
export type ClientEvent =
  | PeerEvent
  /** A doubtful value of the client's own, such as a relative path; it was sent all the same. */
  | OutgoingWarning
  /** An update that was skipped, or an answer, or a part of an update, that cannot be read. */
  | ReadingFault
  /** A listener of a session, or `onUpdate`, threw; the state has changed all the same. */
  | { readonly type: 'listener-failed'; readonly sessionId: string; readonly error: unknown }
  /** An update for a session that this client did not open. */
  | { readonly type: 'unknown-session'; readonly sessionId: string; readonly params: unknown };

/** What decides about a permission request knows. */
export interface PermissionContext {
  readonly session: ClientSession;
  /** The id of the request, by which `session.state.permissions` lists it while it is open. */
  readonly requestId: RequestId;
  /** Aborts when the turn is cancelled or the agent takes the question back; the answer is then `cancelled` whatever is said. */
  readonly signal: AbortSignal;
}

/** A client, as its author writes it. */
export interface ClientOptions {
  readonly info?: Implementation;
  /** What the client advertises beyond the draft: extensions under `_meta`, and what newer agents look for, such as `elicitation`. */
  readonly capabilities?: ClientCapabilities & { readonly [capability: string]: unknown };
  /** Asks the person; the id of an option, or an outcome. Without it every request is answered `cancelled`, never allowed. */
  requestPermission?(
    request: RequestPermissionRequest,
    context: PermissionContext,
  ): string | RequestPermissionOutcome | Promise<string | RequestPermissionOutcome>;
  /**
   * Chooses a way to authenticate when the agent asks for it (-32000); the client authenticates and tries again, once.
   * Without it, or without a choice, the agent's error reaches the caller.
   */
  chooseAuthMethod?(methods: readonly AuthMethod[]): AuthMethod | undefined | Promise<AuthMethod | undefined>;
  /**
   * Sees every update of the agent, in order, right after it was applied to the state; in v2, whatever the agent speaks. What a
   * load replays comes by as well, before `loadSession` resolves. What cannot be read is an event instead.
   */
  onUpdate?(update: ReceivedSessionUpdate, session: ClientSession): void;
  /** Requests of the agent that the protocol does not define, by method; those that the client itself answers are refused. */
  readonly requests?: Readonly<Record<string, (params: unknown, context: RequestContext) => unknown>>;
  /**
   * Notifications of the agent that the protocol does not define, by method; `session/update` is for `onUpdate`. They are handled in
   * order: nothing that came later is handled before the promise of a handler has settled. Ask the agent by `context.request` here; a request made on
   * the client or a session is answered in that order too, and awaited here it would never be.
   */
  readonly notifications?: Readonly<Record<string, (params: unknown, context: HandlerContext) => unknown>>;
  /** Is told what is nobody's answer. Unless given, what failed in the client's own code is printed by `console.error`. */
  readonly onEvent?: (event: ClientEvent) => void;
  /** How updates and answers are read; `lenient` passes over what the schema allows to pass over, and reports it. */
  readonly reading?: Reading;
  /** Whether outgoing values are checked; by default in development. */
  readonly checkOutgoing?: CheckOutgoing;
  readonly limits?: Partial<PeerLimits>;
  /** When listeners of a session are told of changes: `queueMicrotask`, `requestAnimationFrame`; at once if absent. */
  readonly schedule?: (notify: () => void) => void;
  /** How much of a session is kept in memory. */
  readonly sessionLimits?: Partial<SessionLimits>;
  /** How a v1 agent is talked to: what is served to it in the client's place, where losses are told. */
  readonly bridge?: AnyVersionOptions;
  /** Bounds the handshake. */
  readonly signal?: AbortSignal | undefined;
}
