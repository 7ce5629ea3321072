import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { PeerEvent } from '../../jsonrpc/events.ts';
import type { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { OutgoingWarning } from '../check-outgoing.ts';

/** Something an agent's connection noticed that is nobody's answer; it lives on. */
export type AgentEvent =
  | PeerEvent
  /** A doubtful value of the agent's own, such as a relative path; it was sent all the same. */
  | OutgoingWarning
  /** Something that was said or asked as part of a turn that had ended, or of a load that was given up; it was not sent. */
  | { readonly type: 'late-report'; readonly method: string; readonly params: unknown }
  /** A client answered a permission request with an error, or left without an answer; it counts as no. */
  | { readonly type: 'permission-failed'; readonly sessionId: string; readonly error: RpcError | ConnectionError };

/** Tells whoever serves the agent; never throws. */
export type TellEvent = (event: AgentEvent) => void;
