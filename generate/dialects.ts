import { readdirSync } from 'node:fs';
import { extname } from 'node:path';
import type { DialectDefinitions } from './language.ts';

const definitions = new URL('./definitions/', import.meta.url);

/** Reads the definitions in a folder: the one export of its index. */
async function definitionsIn(folder: string): Promise<DialectDefinitions> {
  const index = new URL(`${folder}/index${extname(import.meta.url)}`, definitions);
  const [only] = Object.values((await import(index.href)) as Readonly<Record<string, DialectDefinitions>>);
  if (only?.folder !== folder) throw new Error(`definitions/${folder} must export the dialect of that name.`);
  return only;
}

/** The dialects that code is generated for: every folder of definitions, except for what they share. */
export const dialects: readonly DialectDefinitions[] = await Promise.all(
  readdirSync(definitions)
    .filter((folder) => folder !== 'base')
    .map(definitionsIn),
);
