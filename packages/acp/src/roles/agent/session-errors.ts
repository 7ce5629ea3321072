import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { LogError, type LogFailure } from '../../log/log-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';

/** Returns the error for a request that names an unknown session. */
export function noSession(sessionId: string): RpcError {
  return new RpcError(errorCodes.resourceNotFound, `There is no session ${JSON.stringify(sessionId)}.`, { sessionId });
}

/** Waits for work of a session log, and turns a `LogError` into the error that the client is sent. */
export async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const refusal = new RpcError(codeOf(error), messageOf(error), { failure: error.failure });
    // The cause stays in this process: it becomes a `handler-failed` event.
    if (storeFailures[error.failure] !== undefined) refusal.cause = error;
    throw refusal;
  }
}

/** Messages for the client if the store fails. The store's own message stays here: it may contain paths, addresses and content. */
const storeFailures: Readonly<Partial<Record<LogFailure, string>>> = {
  invalid_time: 'The agent gave a time that its session store does not accept.',
  closed: 'The session store of the agent has been closed.',
  locked: 'The session store of the agent is in use by another process. Try again later.',
  corrupt: 'What the agent has stored of this session is damaged and cannot be read.',
  full: 'The session store of the agent has no room left.',
  read_only: 'The session store of the agent cannot be written.',
  newer_version: 'The session store was written by a newer version of the agent.',
  unavailable: 'The session store of the agent cannot be reached. Try again later.',
};

function messageOf({ failure, message }: LogError): string {
  if (failure === 'conflict') return 'The session was opened elsewhere. Load it again.';
  if (failure === 'not_owner') return 'The session is open on another node.';
  return storeFailures[failure] ?? message;
}

function codeOf({ failure }: LogError): number {
  if (failure === 'unknown_session') return errorCodes.resourceNotFound;
  return failure === 'invalid_cursor' ? errorCodes.invalidParams : errorCodes.internalError;
}
