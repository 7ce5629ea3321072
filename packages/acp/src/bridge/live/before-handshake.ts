import { idText, readExactly } from '../../jsonrpc/exact-id.ts';
import { kindOf, type RequestMessage, type ResponseMessage } from '../../jsonrpc/message.ts';
import { errorText } from '../../jsonrpc/message-text.ts';
import { notInitialized, RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';

const invalid = new RpcError(rpcErrorCodes.invalidRequest, 'Invalid Request');

function refused(value: unknown): readonly ResponseMessage[] {
  const kind = kindOf(value);
  if (kind !== 'request' && kind !== 'invalid') return [];
  const id = kind === 'request' ? (value as RequestMessage).id : null;
  const { code, message } = kind === 'request' ? notInitialized() : invalid;
  return [{ jsonrpc: '2.0', id, error: { code, message } }];
}

/** Returns the answer to a message that a client sends before `initialize`; `undefined` if it needs none. */
export function refusedBeforeHandshake(value: unknown): ResponseMessage | readonly ResponseMessage[] | undefined {
  if (!Array.isArray(value)) return refused(value)[0];
  // An empty batch is no message.
  if (value.length === 0) return refused(undefined)[0];
  const answers = value.flatMap(refused);
  return answers.length === 0 ? undefined : answers;
}

/** Returns the text of that answer, with each id exactly as it was written; `undefined` if there is no request to refuse. */
export function refusalText(frame: string, value: unknown): string | undefined {
  if (kindOf(value) === 'invalid') return undefined;
  const answer = refusedBeforeHandshake(readExactly(frame, value)?.value ?? value);
  if (answer === undefined) return undefined;
  const text = ({ id, error }: ResponseMessage) => errorText(idText(id), error as RpcError);
  return Array.isArray(answer) ? `[${answer.map(text).join(',')}]` : text(answer as ResponseMessage);
}

/** Returns whether a message opens a connection; `initialize` in a batch does not. */
export function isInitialize(value: unknown): value is RequestMessage {
  return kindOf(value) === 'request' && (value as RequestMessage).method === 'initialize';
}
