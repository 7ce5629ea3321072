import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generatedFiles, generatedFolders } from '../generate/files.ts';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));

/** Files whose text is not what the definitions give, and files that the definitions do not give. */
function staleFiles(expected: ReadonlyMap<string, string>, root: string): string[] {
  const stale = [...expected].filter(
    ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
  );
  const left = generatedFolders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((file) => `${folder}/${file}`)
      .filter((path) => !expected.has(path)),
  );
  return [...stale.map(([path]) => path), ...left];
}

test('generated code is what the definitions give; if not, run `npm run generate`', () => {
  expect(staleFiles(generatedFiles(), packages)).toEqual([]);
});

test('a changed definition and a forgotten file are seen', () => {
  const files = new Map(generatedFiles());
  const changed = 'acp/src/protocol/june/generated/content.ts';
  const forgotten = 'acp/src/protocol/v1/generated/terminal.ts';
  files.set(changed, `${files.get(changed)}\n`);
  files.delete(forgotten);
  expect(staleFiles(files, packages)).toEqual([changed, forgotten]);
});
