import { spawnSync } from 'node:child_process';
import { root } from './repository.ts';

/** Builds the packages unless they are built from the present sources. */
export function buildPackages(): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the packages could not be built:\n${stderr}`);
}
