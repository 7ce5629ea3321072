import type { NotificationMessage, RequestMessage, ResponseMessage } from '../jsonrpc/message.ts';
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

/** What becomes of a request: another one to pass on, with what becomes of its answer, or an error. */
export type Asked =
  | {
      readonly method: string;
      readonly params: unknown;
      /** Translates the answer for the side that asked. */
      readonly settle?: (response: ResponseMessage, out: Outbox) => ResponseMessage;
    }
  | Refused;

/** The translation of one conversation between a client and an agent of different dialects, with the memory it needs. */
export interface Pairing {
  request(from: Side, request: RequestMessage, out: Outbox): Asked;
  notification(from: Side, notification: NotificationMessage, out: Outbox): void;
  /** Sends what is only waiting for more to come. */
  flush(out: Outbox): void;
  /** Sends whatever is held back, since nothing more will come. */
  end(out: Outbox): void;
  /** Returns whether a flush would send something. */
  hasWaiting(): boolean;
  /** Returns whether a message of the agent names a session that the client cannot know yet. */
  isEarly(message: unknown): boolean;
}
