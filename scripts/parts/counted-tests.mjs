import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { within } from './root.mjs';
import { filesUnder } from './sources.mjs';

const folders = ['packages', 'test', 'generate', 'bench'];

/** Returns the tests that have a large count besides the short one; the others need no second run. */
export function countedTests() {
  return folders
    .flatMap((folder) => [...filesUnder(within(folder))])
    .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes('support/counts.ts'))
    .map((path) => relative(within('.'), path));
}
