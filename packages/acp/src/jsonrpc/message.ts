/** The id that connects a response to its request; 0, the empty string and null are ids too. */
export type RequestId = string | number | null;

/** A message that expects a response. */
export interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: unknown;
}

/** A message that expects no response. */
export interface NotificationMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: unknown;
}

/** The response to a request; its contents are checked when it is matched with the request. */
export interface ResponseMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The type of a JSON-RPC message. */
export type MessageType = 'request' | 'notification' | 'response' | 'batch' | 'invalid';

/** Returns whether a value can be the id of a request. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'number' || typeof value === 'string' || value === null;
}

/** Returns the kind of a JSON-RPC message, without looking into params, results or the entries of a batch. */
export function kindOf(value: unknown): MessageType {
  if (typeof value !== 'object' || value === null) return 'invalid';
  if (Array.isArray(value)) return 'batch';
  const message = value as Partial<Record<'jsonrpc' | 'id' | 'method' | 'params' | 'result' | 'error', unknown>>;
  if (message.jsonrpc !== '2.0') return 'invalid';
  if (typeof message.method === 'string') {
    // Params are an object or an array; some peers send null for none.
    if (message.params !== undefined && typeof message.params !== 'object') return 'invalid';
    if (message.id === undefined) return 'notification';
    return isRequestId(message.id) ? 'request' : 'invalid';
  }
  if (message.method !== undefined || !isRequestId(message.id)) return 'invalid';
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error') ? 'response' : 'invalid';
}
