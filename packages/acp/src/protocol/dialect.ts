import type { RequestId } from './base/generated/rpc.ts';
import type { JsonObject } from './reading/guard.ts';
import type { MethodDefinition, TypeReader } from './reading/method.ts';

/** Everything that reading the messages of a dialect takes. */
export interface DialectDefinition {
  /** What the dialect is called on the command line and in its output. */
  readonly name: string;
  /** Another name that the command line takes. */
  readonly otherName?: string;
  /** What the dialect is called in a sentence. */
  readonly title: string;
  /** The number that a handshake in this dialect names. */
  readonly protocolVersion: 1 | 2;
  /** The methods by name, each with its direction, its kind and the readers of its params and its result. */
  readonly methods: Readonly<Record<string, MethodDefinition>>;
  /** Reads the params of `session/update`, including the updates that are only proposed. */
  readonly sessionUpdate: TypeReader;
  /** Reads the id of a request. */
  readonly requestId: TypeReader<RequestId>;
  /** Whether the dialect allows batches of messages, does not mention them, or has them answered with an error. */
  readonly batches: 'allowed' | 'unmentioned' | 'refused';
  readonly signs: DialectSigns;
}

/** How a dialect is recognised by a message of a stream that has no handshake. */
export interface DialectSigns {
  /** Whether only this dialect has such a message. */
  readonly isOwn?: (message: JsonObject) => boolean;
  /** Whether other dialects have such a message, but this one does not. */
  readonly isForeign?: (message: JsonObject) => boolean;
}
