import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { CreateElicitationRequest } from '../protocol/november/generated/elicitation.ts';

/** A request of the agent for information from the user, which waits for an answer. */
export interface OpenElicitation {
  readonly requestId: RequestId;
  /** The request as it was received: its scope, its mode, its message, and the schema of the form or the URL. */
  readonly request: CreateElicitationRequest;
}
