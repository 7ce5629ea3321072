import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles, generatedFolders } from './files.ts';

const protocol = fileURLToPath(new URL('../../packages/acp/src/protocol/', import.meta.url));
const files = generatedFiles();

for (const folder of generatedFolders) rmSync(join(protocol, folder), { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(protocol, path)), { recursive: true });
  writeFileSync(join(protocol, path), text);
}
process.stderr.write(
  `wrote ${files.size} files below packages/acp/src/protocol (${readdirSync(protocol).join(', ')})\n`,
);
