import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bundleCommandLine } from './bundle.mjs';
import { builtPage, bundlePage, page } from './page.mjs';
import { cached, within } from './root.mjs';
import { outputToStderr, runNode } from './run.mjs';
import { say, since } from './say.mjs';
import { fingerprint, hasSources, removeOrphans } from './sources.mjs';
import { inTurn } from './turn.mjs';

const packages = [
  'packages/acp',
  'packages/sqlite',
  'packages/postgres',
  'packages/inspector',
  'packages/ai-sdk',
  'packages/assistant-ui',
  'packages/ag-ui',
  'packages/cli',
  'packages/create-emend',
];

/** What can be built, each after what it depends on. */
export const scopes = {
  packages,
  // The page of the inspector takes a bundler of its own, and most commands do without it.
  page: [...packages, page],
  generate: ['generate'],
  examples: [...packages, 'examples'],
  soak: [...packages, 'soak'],
  everything: [...packages, page, 'generate', 'bench', 'examples', 'soak'],
};

const distOf = (project) => (project === page ? builtPage : `${project}/dist`);
const stampOf = (scope) => cached(`built-${scope}`);
const projectsOf = (scope) => scopes[scope].filter(hasSources);

function isBuilt(scope, state) {
  const isThere = projectsOf(scope).every((project) => existsSync(within(distOf(project))));
  return isThere && existsSync(stampOf(scope)) && readFileSync(stampOf(scope), 'utf8') === state;
}

// A scope that is up to date includes the scopes inside it, so that none is built twice.
function remember(scope, states) {
  for (const [inner, state] of states) {
    if (scopes[inner].every((project) => scopes[scope].includes(project))) writeFileSync(stampOf(inner), state);
  }
}

/** Builds a scope if its sources have changed since the last build; returns whether the build succeeded. */
export async function ensureBuilt(scope) {
  if (isBuilt(scope, fingerprint(projectsOf(scope)))) return true;
  return inTurn('build', async () => {
    // Taken before the build: a source that changes while the compiler runs must be built again.
    const states = Object.keys(scopes).map((each) => [each, fingerprint(projectsOf(each))]);
    if (isBuilt(scope, new Map(states).get(scope))) return true;
    const start = performance.now();
    const projects = projectsOf(scope);
    say(`Building ${projects.join(', ')} ...`);
    const compiler = within('node_modules/typescript/bin/tsc');
    const compiled = projects.filter((project) => project !== page);
    const status = await runNode(compiler, ['-b', ...compiled], outputToStderr);
    for (const project of compiled) removeOrphans(project);
    if (status !== 0) return false;
    if (projects.includes('packages/cli')) await bundleCommandLine();
    if (projects.includes(page)) await bundlePage();
    remember(scope, states);
    say(`Built in ${since(start)}.`);
    return true;
  });
}
