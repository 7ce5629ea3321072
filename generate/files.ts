import { dialects } from './dialects.ts';
import { emitIndexFile } from './emit/index-file.ts';
import { jsonSchemaOf } from './emit/json-schema.ts';
import { emitMethodsFile } from './emit/methods-file.ts';
import { emitScenesFile } from './emit/scenes-file.ts';
import { emitSchemasFile } from './emit/schemas-file.ts';
import { emitStateCasesFile } from './emit/state-cases-file.ts';
import { emitTypeFile } from './emit/type-file.ts';
import type { DialectDefinitions } from './language.ts';
import { type Scope, scopeOf, sharedScope } from './scope.ts';

const protocol = 'acp/src/protocol';
const commandLine = 'cli/src/schema/generated';
const bridgeScenes = 'acp/src/testing/kit/bridge/generated';
const stateCases = 'acp/src/testing/kit/client/generated';

/** The folders below `packages` that hold nothing but generated files. */
export const generatedFolders: readonly string[] = [
  `${protocol}/base/generated`,
  ...dialects.map(({ folder }) => `${protocol}/${folder}/generated`),
  `${protocol}/schema`,
  commandLine,
  bridgeScenes,
  stateCases,
];

/** Returns every generated file: its path below `packages` and its text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const scopes = new Map(dialects.map((dialect) => [dialect, scopeOf(dialect)]));
  const files = new Map<string, string>();
  addTypeFiles('base', sharedScope(scopes.values()), false, files);
  for (const [dialect, scope] of scopes) addDialect(dialect, scope, files);
  files.set(`${commandLine}/schemas.ts`, emitSchemasFile(dialects.map(({ folder }) => folder)));
  files.set(`${bridgeScenes}/scenes.ts`, emitScenesFile());
  files.set(`${stateCases}/state-cases.ts`, emitStateCasesFile());
  return files;
}

function addDialect(dialect: DialectDefinitions, scope: Scope, files: Map<string, string>): void {
  const { folder, methods, hasLenientMeta } = dialect;
  addTypeFiles(folder, scope, hasLenientMeta, files);
  files.set(`${protocol}/${folder}/generated/methods.ts`, emitMethodsFile(methods, scope));
  files.set(`${protocol}/${folder}/index.ts`, emitIndexFile(scope));
  files.set(`${protocol}/schema/${folder}.json`, `${JSON.stringify(jsonSchemaOf(dialect, scope), null, 2)}\n`);
}

function addTypeFiles(folder: string, scope: Scope, hasLenientMeta: boolean, files: Map<string, string>): void {
  const topics = new Set([...scope.values()].map(({ topic }) => topic));
  for (const topic of [...topics].sort())
    files.set(`${protocol}/${folder}/generated/${topic}.ts`, emitTypeFile(folder, topic, scope, hasLenientMeta));
}
