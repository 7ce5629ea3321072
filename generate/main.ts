import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles, generatedFolders } from './files.ts';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const files = generatedFiles();

for (const folder of generatedFolders) rmSync(join(packages, folder), { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(packages, path)), { recursive: true });
  writeFileSync(join(packages, path), text);
}
process.stderr.write(`wrote ${files.size} files below packages\n`);
