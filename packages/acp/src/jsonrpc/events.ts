import type { BrokenFrame } from '../transport/transport.ts';
import type { RequestId, ResponseMessage } from './message.ts';

/** Something a peer noticed that is nobody's answer; the connection lives on. */
export type PeerEvent =
  /** A frame that is not JSON (`not-json`), or JSON that is not a JSON-RPC message (`not-jsonrpc`). */
  | { readonly type: 'noise'; readonly problem: 'not-json' | 'not-jsonrpc'; readonly text: string }
  /** A frame the transport could not deliver. */
  | { readonly type: 'broken-frame'; readonly frame: BrokenFrame }
  /** A notification nobody handles. */
  | { readonly type: 'unknown-notification'; readonly method: string; readonly params: unknown }
  /** A response to a request we never made (`unknown`) or that was already answered (`duplicate`). */
  | {
      readonly type: 'unmatched-response';
      readonly problem: 'unknown' | 'duplicate';
      readonly response: ResponseMessage;
    }
  /** A request whose id another running request already has. */
  | { readonly type: 'duplicate-request'; readonly id: RequestId; readonly method: string }
  /** A handler threw something that is not an `RpcError`, or one with a `cause`; or a notification handler threw at all. */
  | { readonly type: 'handler-failed'; readonly method: string; readonly error: unknown };

/** Is told what a peer notices; what it throws is dropped. */
export type PeerEventListener = (event: PeerEvent) => void;
