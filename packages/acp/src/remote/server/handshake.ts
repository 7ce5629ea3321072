import { kindOf, type RequestId } from '../../jsonrpc/message.ts';

/** Returns the id of a message that is a request `initialize`; `undefined` for all others. */
export function initializeId(text: string): RequestId | undefined {
  const message = parsed(text);
  const isInitialize = kindOf(message) === 'request' && message?.method === 'initialize' && message.id !== null;
  return isInitialize ? (message?.id as RequestId) : undefined;
}

/** Returns whether a message answers the request with this id. */
export function answersRequest(text: string, id: RequestId): boolean {
  const message = parsed(text);
  return kindOf(message) === 'response' && message?.id === id;
}

function parsed(text: string): { readonly method?: unknown; readonly id?: unknown } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
