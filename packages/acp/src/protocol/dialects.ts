import type { DialectDefinition } from './dialect.ts';
import { june } from './june/definition.ts';
import { november } from './november/definition.ts';
import { v1 } from './v1/definition.ts';

/** The dialects that Emend speaks, the oldest first. */
export const dialects = { v1, june, november } as const satisfies Readonly<Record<string, DialectDefinition>>;

/** A version of the protocol that Emend speaks. */
export type Dialect = keyof typeof dialects;
