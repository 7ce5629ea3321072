import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A JSON Schema document with types under `$defs`. */
export interface SchemaDocument {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
  readonly [key: string]: unknown;
}

/** A JSON Schema, as far as the protocol uses it. */
export type JsonSchema = { readonly [key: string]: unknown };

const beside = fileURLToPath(new URL('../../../../../../shared/protocol', import.meta.url));
const folder = process.env['EMEND_OFFICIAL_SCHEMAS'] ?? beside;

/** The official schema of a version where there is one to be had, and whether it is. */
export function officialSchema(version: 1 | 2): { readonly schema: SchemaDocument; readonly isOfficial: boolean } {
  const path = join(folder, `v${version}.schema.json`);
  if (existsSync(path)) return { schema: JSON.parse(readFileSync(path, 'utf8')) as SchemaDocument, isOfficial: true };
  process.stderr.write(`no official schema of v${version} (set EMEND_OFFICIAL_SCHEMAS): running on our own corpus\n`);
  return { schema: ownSchema(version), isOfficial: false };
}

/** The schema we export. */
export function ownSchema(version: 1 | 2): SchemaDocument {
  const file = new URL(`../schema/${version === 1 ? 'v1' : 'june'}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as SchemaDocument;
}
