import { type Dialect, dialects } from '@emend/acp/protocol';

const named: ReadonlyMap<string, Dialect> = new Map(
  Object.entries(dialects).flatMap(([dialect, { name, otherName }]) =>
    [name, otherName].flatMap((each) => (each === undefined ? [] : [[each, dialect as Dialect] as const])),
  ),
);

/** Every name of a dialect on the command line. */
export const dialectNames: readonly string[] = [...named.keys()];

/** Returns the dialect with a name from the command line, which must be one of {@link dialectNames}. */
export function dialectNamed(name: string): Dialect {
  const dialect = named.get(name);
  if (dialect === undefined) throw new Error(`There is no dialect named ${name}.`);
  return dialect;
}
