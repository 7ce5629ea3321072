import type { BrokenFrame } from '../transport/transport.ts';
import type { RequestId, ResponseMessage } from './message.ts';

/** An event that no pending request is waiting for; the connection goes on. */
export type PeerEvent =
  /** A frame that is not JSON (`not-json`), or JSON that is not a JSON-RPC message (`not-jsonrpc`). */
  | { readonly type: 'noise'; readonly problem: 'not-json' | 'not-jsonrpc'; readonly text: string }
  /** A frame that the transport could not deliver. */
  | { readonly type: 'broken-frame'; readonly frame: BrokenFrame }
  /** A notification without a handler. */
  | { readonly type: 'unknown-notification'; readonly method: string; readonly params: unknown }
  /** A response to a request that was never made (`unknown`) or that has already been answered (`duplicate`). */
  | {
      readonly type: 'unmatched-response';
      readonly problem: 'unknown' | 'duplicate';
      readonly response: ResponseMessage;
    }
  /** A request with the id of a running request. */
  | { readonly type: 'duplicate-request'; readonly id: RequestId; readonly method: string }
  /** A handler threw something that is not an `RpcError`, or one with a `cause`; or a notification handler threw at all. */
  | { readonly type: 'handler-failed'; readonly method: string; readonly error: unknown };

/** Called for each event of a peer; what it throws is ignored. */
export type PeerEventListener = (event: PeerEvent) => void;
