import { dialects } from './dialects.ts';
import type { MethodDefinition } from './reading/method.ts';

const methods: ReadonlyMap<string, MethodDefinition> = new Map(
  Object.values(dialects)
    .reverse()
    .flatMap((dialect) => Object.entries(dialect.methods)),
);

/** Returns the method with a name, of whatever dialect; of several the one of the first dialect. */
export function methodNamed(name: string): MethodDefinition | undefined {
  return methods.get(name);
}
