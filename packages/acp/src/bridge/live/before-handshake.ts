import { idText, readExactly } from '../../jsonrpc/exact-id.ts';
import { kindOf, type RequestMessage, type ResponseMessage } from '../../jsonrpc/message.ts';
import { errorText } from '../../jsonrpc/message-text.ts';
import { notInitialized, RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';

const invalid = new RpcError(rpcErrorCodes.invalidRequest, 'Invalid Request');

/** Returns the answer to a message that a client sends before `initialize`; `undefined` if it needs none. */
export function refusedBeforeHandshake(value: unknown): ResponseMessage | undefined {
  const kind = kindOf(value);
  if (kind === 'notification' || kind === 'response') return undefined;
  const id = kind === 'request' ? (value as RequestMessage).id : null;
  const { code, message } = kind === 'request' ? notInitialized() : invalid;
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** Returns the text of that answer, with the id exactly as it was written; `undefined` if there is nothing to refuse. */
export function refusalText(frame: string, value: unknown): string | undefined {
  if (kindOf(value) === 'invalid') return undefined;
  const answer = refusedBeforeHandshake(readExactly(frame, value)?.value ?? value);
  return answer === undefined ? undefined : errorText(idText(answer.id), answer.error as RpcError);
}

/** Returns whether a message opens a connection; `initialize` in a batch does not. */
export function isInitialize(value: unknown): value is RequestMessage {
  return kindOf(value) === 'request' && (value as RequestMessage).method === 'initialize';
}
