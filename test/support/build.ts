import { spawnSync } from 'node:child_process';
import { root } from './repository.ts';

/** Builds the packages unless they are built from the present sources. */
export function buildPackages(): void {
  build('packages');
}

/** Builds the packages and the page of the inspector, as they are published, unless they are built from the present sources. */
export function buildPage(): void {
  build('page');
}

/** Builds the examples and what they need, unless they are built from the present sources. */
export function buildExamples(): void {
  build('examples');
}

/** Builds the soak and what it needs, unless it is built from the present sources. */
export function buildSoak(): void {
  build('soak');
}

const built = new Set<string>();

/** Sources do not change while tests run, so that a scope is looked at once. */
function build(scope: string): void {
  if (built.has(scope)) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', scope], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the ${scope} could not be built:\n${stderr}`);
  built.add(scope);
}
