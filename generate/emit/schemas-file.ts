import { header } from './text.ts';

/** Emits the table of JSON Schemas that the command line prints. */
export function emitSchemasFile(folders: readonly string[]): string {
  const rows = folders.map(
    (folder) => `  ${folder}: () => import('@emend/acp/protocol/schema/${folder}.json', { with: { type: 'json' } }),\n`,
  );
  return `${header}/** Reads the JSON Schema of each dialect. */\nexport const schemas = {\n${rows.join('')}};\n`;
}
