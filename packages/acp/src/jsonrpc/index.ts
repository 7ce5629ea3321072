export { ConnectionError, type ConnectionErrorDetails, type ConnectionFailure } from './connection-error.ts';
export type { PeerEvent, PeerEventListener } from './events.ts';
export { type ExactMessage, exactMessage, readExactly } from './exact-id.ts';
export { entryTexts } from './frame-outline.ts';
export type { HandlerContext, RequestContext, RequestOptions } from './handler-context.ts';
export { type InexactNumber, inexactNumbers, writtenNumber } from './inexact-numbers.ts';
export { UnwritableError } from './json-text.ts';
export { type Amount, defaultPeerLimits, type PeerLimits } from './limits.ts';
export {
  isRequestId,
  kindOf,
  type MessageType,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
} from './message.ts';
export { type MessagePipe, messagePipe, type PipedMessage, pipedMessage } from './message-pipe.ts';
export { errorText, notificationText, requestText, resultText } from './message-text.ts';
export { Peer } from './peer.ts';
export type { NotificationHandler, PeerOptions, RequestHandler } from './peer-options.ts';
export { RpcError, rpcErrorCodes, toRpcError } from './rpc-error.ts';
