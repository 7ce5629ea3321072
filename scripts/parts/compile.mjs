import { readFileSync, writeFileSync } from 'node:fs';
import { cached, within } from './root.mjs';
import { outputToStderr, runNode } from './run.mjs';
import { say, since } from './say.mjs';
import { fingerprint, hasSources, removeOrphans } from './sources.mjs';
import { inTurn } from './turn.mjs';

/** What can be built, each after what it depends on. */
const scopes = {
  packages: ['packages/acp', 'packages/cli'],
  generate: ['generate'],
  everything: ['packages/acp', 'packages/cli', 'generate', 'bench'],
};

function remembered(stamp) {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}

/** Builds a scope when its sources have changed since it was last built; tells whether it is built now. */
export async function ensureBuilt(scope) {
  const projects = scopes[scope].filter(hasSources);
  const stamp = cached(`built-${scope}`);
  if (remembered(stamp) === fingerprint(projects)) return true;
  return inTurn('build', async () => {
    if (remembered(stamp) === fingerprint(projects)) return true;
    const start = performance.now();
    say(`Building ${projects.join(', ')} ...`);
    const compiler = within('node_modules/typescript/bin/tsc');
    const status = await runNode(compiler, ['-b', ...projects], outputToStderr);
    for (const project of projects) removeOrphans(project);
    if (status !== 0) return false;
    writeFileSync(stamp, fingerprint(projects));
    say(`Built in ${since(start)}.`);
    return true;
  });
}
