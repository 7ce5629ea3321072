import * as june from '../june/index.ts';
import type { TypeReader } from '../reading/method.ts';
import * as v1 from '../v1/index.ts';

/** The reader of every type that a version has, by name. */
export function readersOf(version: 1 | 2): ReadonlyMap<string, TypeReader> {
  const exported = Object.entries(version === 1 ? v1 : june);
  return new Map(exported.filter((entry): entry is [string, TypeReader] => 'decode' in entry[1]));
}
