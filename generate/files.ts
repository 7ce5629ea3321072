import { dialects } from './dialects.ts';
import { emitIndexFile } from './emit/index-file.ts';
import { jsonSchemaOf } from './emit/json-schema.ts';
import { emitMethodsFile } from './emit/methods-file.ts';
import { emitTypeFile } from './emit/type-file.ts';
import type { DialectDefinitions } from './language.ts';
import { type Scope, scopeOf, sharedScope } from './scope.ts';

/** The folders below `packages/acp/src/protocol` that hold nothing but generated files. */
export const generatedFolders: readonly string[] = [
  'base/generated',
  ...dialects.map(({ folder }) => `${folder}/generated`),
  'schema',
];

/** Returns every generated file: its path below `packages/acp/src/protocol` and its text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const scopes = new Map(dialects.map((dialect) => [dialect, scopeOf(dialect)]));
  const files = new Map<string, string>();
  addTypeFiles('base', sharedScope(scopes.values()), false, files);
  for (const [dialect, scope] of scopes) addDialect(dialect, scope, files);
  return files;
}

function addDialect(dialect: DialectDefinitions, scope: Scope, files: Map<string, string>): void {
  const { folder, methods, hasLenientMeta } = dialect;
  addTypeFiles(folder, scope, hasLenientMeta, files);
  files.set(`${folder}/generated/methods.ts`, emitMethodsFile(methods, scope));
  files.set(`${folder}/index.ts`, emitIndexFile(scope));
  files.set(`schema/${folder}.json`, `${JSON.stringify(jsonSchemaOf(dialect, scope), null, 2)}\n`);
}

function addTypeFiles(folder: string, scope: Scope, hasLenientMeta: boolean, files: Map<string, string>): void {
  const topics = new Set([...scope.values()].map(({ topic }) => topic));
  for (const topic of [...topics].sort())
    files.set(`${folder}/generated/${topic}.ts`, emitTypeFile(folder, topic, scope, hasLenientMeta));
}
