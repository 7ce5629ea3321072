import type { NotificationMessage, RequestId, RequestMessage, ResponseMessage } from '../jsonrpc/message.ts';
import type { Side } from '../protocol/side.ts';
import type { Outbox } from './outbox.ts';

/** The error of a JSON-RPC response. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A request that is answered with an error instead of being passed on. */
export interface Refused {
  readonly error: ErrorBody;
}

/** A request as it is passed on. */
export interface Passed {
  readonly method: string;
  readonly params: unknown;
  /** Translates the answer for the side that asked; `undefined` if that side gets none now, or has one already. */
  readonly settle?: (response: ResponseMessage, out: Outbox) => ResponseMessage | undefined;
}

/** What becomes of a request: another one to pass on, with what becomes of its answer, or an error. */
export type Asked = Passed | Refused;

/** A request that has no answer yet, for a pairing that answers it or passes it on at a time of its own. */
export interface Call {
  readonly id: RequestId;
  /** Answers the request. Only its first answer is sent. */
  answer(body: { readonly result: unknown } | { readonly error: unknown }, out: Outbox): void;
  /** Answers the request with a message that came for it. Only its first answer is sent. */
  reply(response: ResponseMessage, out: Outbox): void;
  /** Passes the request on. */
  pass(passed: Passed, out: Outbox): void;
}

/** The translation of one conversation between a client and an agent of different dialects, with the memory it needs. */
export interface Pairing {
  /** Returns what becomes of a request; `undefined` if the pairing takes care of it with `call`. */
  request(from: Side, request: RequestMessage, out: Outbox, call: Call): Asked | undefined;
  notification(from: Side, notification: NotificationMessage, out: Outbox): void;
  /** Sends what is only waiting for more to come. */
  flush(out: Outbox): void;
  /** Sends whatever is held back, since nothing more will come. */
  end(out: Outbox): void;
  /** Returns whether a flush would send something. */
  hasWaiting(): boolean;
  /** The side whose dialect has no batches: one from there is refused as a whole. */
  readonly withoutBatches?: Side;
  /** Returns whether an id can be that of a request in both dialects. Default: any can. */
  takesId?(id: RequestId): boolean;
  /** Whether an answer that nobody waits for is dropped: in the other dialect, it may mean something else. Default: it is passed on. */
  readonly dropsUnmatched?: boolean;
  /** Returns whether a message of the agent names a session that the client cannot know yet. */
  isEarly(message: unknown): boolean;
}
