import type { Side } from '../side.ts';
import type { Reading } from './decode.ts';
import type { Decoded } from './issue.ts';
import type { Shape } from './shape.ts';

/** Everything that reading a type takes. */
export interface TypeReader<T = unknown> {
  readonly name: string;
  readonly is: (value: unknown) => value is T;
  readonly decode: (value: unknown, reading?: Reading) => Decoded<T>;
  readonly shape: Shape;
}

/** A method of the protocol, as data. */
export interface MethodDefinition<Params = unknown, Result = unknown> {
  readonly name: string;
  /** The side that receives it. */
  readonly handledBy: Side;
  readonly kind: 'request' | 'notification';
  readonly params: TypeReader<Params>;
  /** Only requests have one. */
  readonly result?: TypeReader<Result>;
}
