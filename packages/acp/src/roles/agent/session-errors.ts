import {
  isRefusedForNow,
  notOpenReason,
  partlyRun,
  RpcError,
  refusedCode,
  turnLostReason,
} from '../../jsonrpc/rpc-error.ts';
import { LogError, type LogFailure } from '../../log/log-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { Agent } from './agent.ts';
import type { AgentSession } from './session.ts';

/** Returns the error for a request that names an unknown session. */
export function noSession(sessionId: string): RpcError {
  return new RpcError(errorCodes.resourceNotFound, `There is no session ${JSON.stringify(sessionId)}.`, { sessionId });
}

/** Returns the error for a message that names a session which the client has to open first. */
export function notOpenHere(sessionId: string): RpcError {
  const message = `The session ${JSON.stringify(sessionId)} is not open on this connection. Load or resume it first.`;
  return new RpcError(errorCodes.invalidRequest, message, { sessionId, reason: notOpenReason });
}

/** Resolves to the error for a message about a session that is not open: the client has to open it first, or there is none. */
export async function unopened({ definition }: Agent, sessionId: string): Promise<RpcError> {
  const { sessions } = definition;
  const isStored = sessions !== undefined && (await stored(sessions.log.find(sessionId))) !== undefined;
  return isStored ? notOpenHere(sessionId) : noSession(sessionId);
}

/** Returns a refusal once more, for a request that waited for the refused one. */
export function sameRefusal({ code, message, data }: RpcError): RpcError {
  return new RpcError(code, message, data);
}

/** Returns the error for a prompt whose session could not be opened: why it was refused for now, or that it is not open. */
export function notOpened({ id, link }: AgentSession, cause: unknown): RpcError {
  if (isRefusedForNow(cause)) return sameRefusal(cause);
  const isGone = cause instanceof RpcError && cause.code === errorCodes.resourceNotFound;
  return isGone || link.definition.sessions === undefined ? noSession(id) : notOpenHere(id);
}

/** Returns the error for a turn that has run and whose end could not be stored, for the error of the log. */
export function turnLost(error: unknown): unknown {
  if (!isRefusedForNow(error)) return error;
  const data = { ...(isObject(error.data) && error.data), reason: turnLostReason };
  const lost = new RpcError(error.code, `The end of this turn could not be stored. ${partlyRun}`, data);
  lost.cause = error.cause;
  return lost;
}

/** Waits for work of a session log, and turns a `LogError` into the error that the client is sent. */
export async function stored<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storeRefusal(error);
  }
}

/** Returns the error that the client is sent for a `LogError`; any other error is returned as it is. */
export function storeRefusal(error: unknown): unknown {
  if (!(error instanceof LogError)) return error;
  const { failure } = error;
  const reason = refusals[failure];
  const refusal = new RpcError(codeOf(error), messageOf(error), present({ failure, reason }));
  // The cause stays in this process: it becomes a `handler-failed` event.
  if (storeFailures[failure] !== undefined) refusal.cause = error;
  return refusal;
}

/** Failures that are no fault of the request: it can be made again, here later or on another connection. */
const refusals: Readonly<Partial<Record<LogFailure, string>>> = {
  not_owner: 'owner_lost',
  wrong_place: 'wrong_place',
  conflict: 'opened_elsewhere',
  locked: 'store_unavailable',
  unavailable: 'store_unavailable',
};

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
  if (failure === 'not_owner')
    return 'This server does not have the session now: another one has it, or may take it. Try again in a moment.';
  return storeFailures[failure] ?? message;
}

function codeOf({ failure }: LogError): number {
  if (failure === 'unknown_session') return errorCodes.resourceNotFound;
  if (failure === 'invalid_cursor') return errorCodes.invalidParams;
  return refusals[failure] === undefined ? errorCodes.internalError : refusedCode;
}
