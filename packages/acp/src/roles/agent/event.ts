import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { PeerEvent } from '../../jsonrpc/events.ts';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { PermissionDecision } from '../../permissions/policy.ts';
import type { PermissionQuestion } from '../../permissions/question.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { OutgoingWarning } from '../check-outgoing.ts';

/** An event of an agent's connection that no pending request is waiting for; the connection goes on. */
export type AgentEvent =
  | PeerEvent
  /** The agent sent a doubtful value, such as a relative path. */
  | OutgoingWarning
  /** A report or request of a turn that had ended, or of a load that was cancelled; it was not sent. */
  | { readonly type: 'late-report'; readonly method: string; readonly params: unknown }
  /** The client answered a permission request with an error, or left without an answer; it counts as a rejection. */
  | {
      readonly type: 'permission-failed';
      readonly sessionId: string;
      readonly toolCallId: string;
      readonly error: RpcError | ConnectionError;
      /** Nobody was there who could answer, for as long as `unattended` says. */
      readonly isUnattended?: true;
    }
  /** The agent's `permissionPolicy` decided about a permission request: it was answered, or clients are asked. */
  | {
      readonly type: 'permission-decided';
      readonly sessionId: string;
      readonly requestId: string;
      readonly request: RequestPermissionRequest;
      /** What the policy was asked, with what the session knew of the tool call. */
      readonly question: PermissionQuestion;
      readonly decision: PermissionDecision;
    }
  /** The agent's `permissionPolicy` threw an error, or chose an option that was not offered; clients are asked instead. */
  | { readonly type: 'policy-failed'; readonly sessionId: string; readonly requestId: string; readonly error: unknown }
  /** The client answered a question to the user with an error or with malformed answers, or left; it counts as `cancel`. */
  | {
      readonly type: 'elicitation-failed';
      readonly sessionId: string;
      readonly error: RpcError | ConnectionError;
      /** Nobody was there who could answer, for as long as `unattended` says. */
      readonly isUnattended?: true;
    }
  /** The agent behind this one named a session that it does not have; what it said belongs to the only one that it has. */
  | { readonly type: 'unknown-session'; readonly sessionId: string; readonly params: unknown }
  /** The client cannot do what it would have been asked for, and was not asked. */
  | { readonly type: 'unsupported'; readonly sessionId: string; readonly method: string; readonly params: unknown };
