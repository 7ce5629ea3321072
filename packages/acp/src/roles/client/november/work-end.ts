import { RpcError, rpcErrorCodes } from '../../../jsonrpc/rpc-error.ts';
import type { PromptResponse } from '../../../protocol/june/generated/prompt.ts';

/** The state update with which an agent reports that its work has ended. */
export interface IdleUpdate {
  readonly stopReason?: unknown;
  readonly error?: unknown;
  readonly [key: string]: unknown;
}

/**
 * Returns how a prompt ended, from the idle update that ended its work: the stop reason with everything else that the update says, such as
 * `usage`. Throws the error of work that failed. Work whose end has no reason counts as `end_turn`.
 */
export function endOfWork(idle: IdleUpdate): PromptResponse {
  const { sessionUpdate: _, state: __, background: ___, stopReason, error, ...rest } = idle;
  if (stopReason === 'error') throw failureOf(error);
  return { stopReason: typeof stopReason === 'string' ? stopReason : 'end_turn', ...rest };
}

function failureOf(error: unknown): RpcError {
  const { code, message, data } = (error ?? {}) as { code?: number; message?: string; data?: unknown };
  return new RpcError(
    code ?? rpcErrorCodes.internalError,
    message ?? 'The agent reported a failure without details.',
    data,
    'session/prompt',
  );
}
