/** What ties an answer to its request: any JSON-RPC id, 0, the empty string and null included. */
export type RequestId = string | number | null;

/** A message that wants an answer. */
export interface RequestMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: unknown;
}

/** A message that wants none. */
export interface NotificationMessage {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: unknown;
}

/** The answer to a request; what it carries is checked when it is matched with the request. */
export interface ResponseMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What a JSON value is to JSON-RPC. */
export type MessageKind = 'request' | 'notification' | 'response' | 'batch' | 'invalid';

/** Whether a value can be the id of a request. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'number' || typeof value === 'string' || value === null;
}

/** Says what a JSON value is to JSON-RPC, without looking into parameters, results or the entries of a batch. */
export function kindOf(value: unknown): MessageKind {
  if (typeof value !== 'object' || value === null) return 'invalid';
  if (Array.isArray(value)) return 'batch';
  const message = value as Partial<Record<'jsonrpc' | 'id' | 'method' | 'params' | 'result' | 'error', unknown>>;
  if (message.jsonrpc !== '2.0') return 'invalid';
  if (typeof message.method === 'string') {
    // Parameters are an object or an array; null is what careless peers send for none.
    if (message.params !== undefined && typeof message.params !== 'object') return 'invalid';
    if (message.id === undefined) return 'notification';
    return isRequestId(message.id) ? 'request' : 'invalid';
  }
  if (message.method !== undefined || !isRequestId(message.id)) return 'invalid';
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error') ? 'response' : 'invalid';
}
