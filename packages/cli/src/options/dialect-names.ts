import type { Dialect } from '@emend/acp/protocol';

/** The dialects by their names on the command line. */
export const dialectNamed = { '1': 'v1', '2': 'june' } as const satisfies Readonly<Record<string, Dialect>>;

/** The name of a dialect on the command line. */
export type DialectName = keyof typeof dialectNamed;

/** Every name of a dialect on the command line. */
export const dialectNames = Object.keys(dialectNamed) as DialectName[];
