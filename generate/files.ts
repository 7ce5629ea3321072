import { methods } from './definitions/methods.ts';
import { type Folder, topics } from './definitions/topics.ts';
import { emitIndexFile } from './emit/index-file.ts';
import { jsonSchemaOf } from './emit/json-schema.ts';
import { emitMethodsFile } from './emit/methods-file.ts';
import { emitTypeFile } from './emit/type-file.ts';
import { type Scope, scopeOf } from './scope.ts';

/** The folders below `packages/acp/src/protocol` that hold nothing but generated files. */
export const generatedFolders: readonly string[] = ['base/generated', 'v1/generated', 'june/generated', 'schema'];

/** Every generated file: its path below `packages/acp/src/protocol` and its text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const scopes = { v1: scopeOf('v1'), june: scopeOf('june') };
  addTypeFiles('base', scopes.june, files);
  for (const version of ['v1', 'june'] as const) {
    const scope = scopes[version];
    addTypeFiles(version, scope, files);
    files.set(`${version}/generated/methods.ts`, emitMethodsFile(methods[version], scope));
    files.set(`${version}/index.ts`, emitIndexFile(scope));
    const number = version === 'v1' ? 1 : 2;
    const schema = jsonSchemaOf(number, scope, methods[version]);
    files.set(`schema/${version}.json`, `${JSON.stringify(schema, null, 2)}\n`);
  }
  return files;
}

function addTypeFiles(folder: Folder, scope: Scope, files: Map<string, string>): void {
  const allTopics = new Set([...Object.keys(topics.base), ...Object.keys(topics[folder])]);
  for (const topic of [...allTopics].sort()) {
    const names = [...scope.values()]
      .filter((placed) => placed.folder === folder && placed.topic === topic)
      .map((placed) => placed.name);
    if (names.length > 0) files.set(`${folder}/generated/${topic}.ts`, emitTypeFile(folder, topic, names, scope));
  }
}
