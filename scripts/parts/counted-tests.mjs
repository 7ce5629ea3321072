import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { within } from './root.mjs';
import { filesUnder } from './sources.mjs';

function testsIn(...folders) {
  return folders
    .flatMap((folder) => [...filesUnder(within(folder))])
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => relative(within('.'), path));
}

const isCounted = (path) => readFileSync(within(path), 'utf8').includes('support/counts.ts');

/** Returns the tests that have a large count besides the short one; the others need no second run. */
export function countedTests() {
  return testsIn('packages', 'test', 'generate', 'bench').filter(isCounted);
}

/**
 * What uses Node itself; everything else of the library and of the inspector runs in browsers too, which is tested. PostgreSQL is reached
 * through a package of others, so that the contract of stores is enough.
 */
const usesNode =
  /^packages\/(?:acp\/src\/node\/|inspector\/src\/server\/|sqlite\/|postgres\/src\/postgres-log|cli\/|create-emend\/)/;

/** What the command line shows and reads, which is the same wherever it runs. */
const isShown =
  /^packages\/cli\/src\/(?:(?:agents|agent-names|check|completion|convert|demo|fold|input|options|replay|terminal|validate)\/|inspect\/export|chat\/(?!interactive-chat|remote-chat))/;

/** Returns the tests of the packages that run on the newest version of Node: all of what uses Node. */
export function testsOfNode() {
  return testsIn('packages').filter((path) => usesNode.test(path) && !isShown.test(path));
}

/** Returns those that run on versions between the oldest, on which everything runs, and the newest: processes, servers and files. */
export function testsOfLibraries() {
  return testsOfNode().filter((path) => /^packages\/(?:acp\/src\/node|sqlite)\//.test(path));
}
