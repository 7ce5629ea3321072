import { RpcError, rpcErrorCodes } from '../../../jsonrpc/rpc-error.ts';
import { CapabilityError } from '../errors.ts';

/** A tool call or a terminal, with what the agent lets a client do with it. */
interface Cancellable {
  readonly capabilities?: { readonly cancel?: object | null } | null | undefined;
}

/**
 * Cancels a tool call or a terminal if the agent offers that for it now. Resolves with false if the agent answers that it cannot be
 * cancelled, which agents say in two ways.
 */
export async function cancelling(
  target: Cancellable | undefined,
  capability: 'tool_call.cancel' | 'terminal.cancel',
  cancel: () => Promise<unknown>,
): Promise<boolean> {
  const marker = target?.capabilities?.cancel;
  if (marker === undefined || marker === null) throw new CapabilityError(capability, whats[capability]);
  try {
    await cancel();
    return true;
  } catch (error) {
    const isFinal = error instanceof RpcError && finalCodes.has(error.code);
    if (isFinal) return false;
    throw error;
  }
}

const whats = {
  'tool_call.cancel': 'Cannot cancel this tool call',
  'terminal.cancel': 'Cannot end the command of this terminal',
};

const finalCodes: ReadonlySet<number> = new Set([rpcErrorCodes.invalidParams, rpcErrorCodes.methodNotFound]);
