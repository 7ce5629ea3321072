import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from './root.mjs';

const folders = ['packages', 'test', 'generate', 'bench'];
const skipped = new Set(['node_modules', 'dist']);

function* testFilesIn(folder) {
  for (const entry of readdirSync(within(folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* testFilesIn(path);
    else if (/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** The tests that have a large count beside the short one; all others would only be run a second time. */
export function countedTests() {
  return folders
    .flatMap((folder) => [...testFilesIn(folder)])
    .filter((path) => readFileSync(within(path), 'utf8').includes('support/counts.ts'));
}
