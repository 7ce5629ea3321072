import type { JsonObject } from './reading/guard.ts';
import type { MethodDefinition, TypeReader } from './reading/method.ts';

/** Everything that reading the messages of a dialect takes. */
export interface DialectDefinition {
  /** What the dialect is called on the command line. */
  readonly name: string;
  /** The number that a handshake in this dialect names. */
  readonly protocolVersion: 1 | 2;
  /** The methods by name, each with its direction, its kind and the readers of its params and its result. */
  readonly methods: Readonly<Record<string, MethodDefinition>>;
  /** Reads the params of `session/update`, including the updates that are only proposed. */
  readonly sessionUpdate: TypeReader;
  /** Whether the dialect allows batches of messages. */
  readonly hasBatches: boolean;
  readonly signs: DialectSigns;
}

/** How a dialect is recognised. Each test may assume that no dialect listed before this one fits. */
export interface DialectSigns {
  /** Whether the params of an `initialize` request are those of a client of this dialect. */
  readonly client?: (params: JsonObject) => boolean;
  /** Whether the result of `initialize` is that of an agent of this dialect. */
  readonly agent?: (result: JsonObject) => boolean;
  /** Whether only this dialect has such a session update. */
  readonly update?: (update: JsonObject) => boolean;
}
