/** What ties an answer to its request. */
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

/** The answer to a request. */
export interface ResponseMessage {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** What a JSON value is to JSON-RPC. */
export type MessageKind = 'request' | 'notification' | 'response' | 'batch' | 'invalid';

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'number' || typeof value === 'string' || value === null;
}

/** Says what a JSON value is to JSON-RPC. */
export function kindOf(value: unknown): MessageKind {
  if (typeof value !== 'object' || value === null) return 'invalid';
  if (Array.isArray(value)) return 'batch';
  const message = value as Partial<Record<'jsonrpc' | 'id' | 'method' | 'params' | 'result' | 'error', unknown>>;
  if (message.jsonrpc !== '2.0') return 'invalid';
  if (typeof message.method === 'string') {
    if (message.params !== undefined && typeof message.params !== 'object') return 'invalid';
    if (message.id === undefined) return 'notification';
    return isRequestId(message.id) ? 'request' : 'invalid';
  }
  if (message.method !== undefined || !isRequestId(message.id)) return 'invalid';
  return Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error') ? 'response' : 'invalid';
}
