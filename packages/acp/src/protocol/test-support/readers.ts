import * as v2 from '../june/index.ts';
import type { TypeReader } from '../reading/method.ts';
import * as v1 from '../v1/index.ts';

/** Every type that a version exports, by name, as its guard, decoder and shape. */
export function readersOf(version: 1 | 2): ReadonlyMap<string, TypeReader> {
  const exported: Readonly<Record<string, unknown>> = version === 1 ? v1 : v2;
  const readers = new Map<string, TypeReader>();
  for (const key of Object.keys(exported)) {
    if (!key.startsWith('decode')) continue;
    const name = key.slice('decode'.length);
    readers.set(name, {
      name,
      is: exported[`is${name}`] as TypeReader['is'],
      decode: exported[key] as TypeReader['decode'],
      shape: exported[`${name}Shape`] as TypeReader['shape'],
    });
  }
  return readers;
}
