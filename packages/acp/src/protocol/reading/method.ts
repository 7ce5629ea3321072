import { otherSide, type Side } from '../side.ts';
import type { Reading } from './decode.ts';
import type { Decoded } from './issue.ts';
import type { Shape } from './shape.ts';

/** Reads the values of one type. */
export interface TypeReader<T = unknown> {
  /** The name of the type. */
  readonly name: string;
  /** Returns whether a value is valid. */
  readonly is: (value: unknown) => value is T;
  /** Returns the value itself, or everything that is wrong with it. */
  readonly decode: (value: unknown, reading?: Reading) => Decoded<T>;
  /** The shape of the type, as data. */
  readonly shape: Shape;
}

/** A method of the protocol. */
export interface MethodDefinition<Params = unknown, Result = unknown> {
  readonly name: string;
  /** The side that receives it; `either` if both may. */
  readonly handledBy: Side | 'either';
  readonly kind: 'request' | 'notification';
  readonly params: TypeReader<Params>;
  /** Only requests have one. */
  readonly result?: TypeReader<Result>;
}

/** Returns the side that sends a method; `undefined` if either may. */
export function senderOf({ handledBy }: Pick<MethodDefinition, 'handledBy'>): Side | undefined {
  return handledBy === 'either' ? undefined : otherSide(handledBy);
}
