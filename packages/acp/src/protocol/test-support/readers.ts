import * as june from '../june/index.ts';
import * as november from '../november/index.ts';
import type { TypeReader } from '../reading/method.ts';
import * as v1 from '../v1/index.ts';

const exported = { v1, june, november };

/** A dialect that code is generated for. */
export type GeneratedDialect = keyof typeof exported;

/** The dialects that code is generated for. */
export const generatedDialects = Object.keys(exported) as readonly GeneratedDialect[];

/** Returns the reader of every type of a dialect, by name. */
export function readersOf(dialect: GeneratedDialect): ReadonlyMap<string, TypeReader> {
  const values = Object.entries<object>(exported[dialect]);
  return new Map(values.filter((entry): entry is [string, TypeReader] => 'decode' in entry[1]));
}
