import type { NotificationMessage, RequestMessage, ResponseMessage } from '../jsonrpc/message.ts';
import type { Outbox, Side } from './outbox.ts';

/** An error as it goes over the wire. */
export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A request that is answered with an error instead of being passed on. */
export interface Refused {
  readonly error: ErrorBody;
}

/** What a pairing makes of a request: another to pass on, with what becomes of its answer, or an answer at once. */
export type Asked =
  | {
      readonly method: string;
      readonly params: unknown;
      /** Turns the answer into the one for whoever asked. */
      readonly settle?: (response: ResponseMessage, out: Outbox) => ResponseMessage;
    }
  | Refused;

/** How two versions meet: what becomes of each message, with the memory that this takes. */
export interface Pairing {
  request(from: Side, request: RequestMessage, out: Outbox): Asked;
  notification(from: Side, notification: NotificationMessage, out: Outbox): void;
  /** An answer to a request that was not seen. */
  unmatched(from: Side, response: ResponseMessage, out: Outbox): void;
  /** Sends what is only waiting for more to come. */
  flush(out: Outbox): void;
  /** Sends whatever is held back: nothing more will come. */
  end(out: Outbox): void;
  /** Whether a flush would send something. */
  hasWaiting(): boolean;
  /** Whether a message of the agent names a session that the client cannot know yet. */
  isEarly(message: unknown): boolean;
}
