import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedDialect } from './readers.ts';

/** A JSON Schema document with types under `$defs`. */
export interface SchemaDocument {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly [key: string]: unknown;
}

/** A JSON Schema, as far as the protocol uses it. */
export type JsonSchema = { readonly [key: string]: unknown };

const beside = fileURLToPath(new URL('../../../../../../shared/protocol', import.meta.url));
const folder = process.env['EMEND_OFFICIAL_SCHEMAS'] ?? beside;

const fileNames: Readonly<Record<GeneratedDialect, string>> = {
  v1: 'v1-november.schema.json',
  june: 'v2.schema.json',
  november: 'v2-november.schema.json',
};

/** Returns the official schema of a dialect if it is available, otherwise our own. */
export function officialSchema(dialect: GeneratedDialect): {
  readonly schema: SchemaDocument;
  readonly isOfficial: boolean;
} {
  const path = join(folder, fileNames[dialect]);
  if (existsSync(path)) return { schema: JSON.parse(readFileSync(path, 'utf8')) as SchemaDocument, isOfficial: true };
  process.stderr.write(
    `The official schema of ${dialect} is not there (set EMEND_OFFICIAL_SCHEMAS): comparing with our own.\n`,
  );
  return { schema: ownSchema(dialect), isOfficial: false };
}

/** Returns the schema that the package exports. */
export function ownSchema(dialect: GeneratedDialect): SchemaDocument {
  const file = new URL(`../schema/${dialect}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as SchemaDocument;
}
