import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { within } from './root.mjs';

const skipped = new Set(['node_modules', 'dist']);

/** Yields the hand-written files in a folder and its subfolders. */
export function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

const isSource = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);
const isBuildInput = (path) => isSource(path) || /\.(json|css|html)$/.test(path);

/** Returns whether a folder contains something to compile. */
export function hasSources(project) {
  if (!existsSync(within(project))) return false;
  for (const path of filesUnder(within(project))) if (isSource(path)) return true;
  return false;
}

/** Returns a fingerprint of everything a build reads; cheap enough to compute at each start. */
export function fingerprint(projects) {
  const hash = createHash('sha1');
  for (const file of ['tsconfig.base.json', 'tsconfig.json', 'package-lock.json'])
    hash.update(readFileSync(within(file)));
  for (const project of projects) {
    for (const path of filesUnder(within(project))) {
      if (!isBuildInput(path)) continue;
      const { mtimeMs, size } = statSync(path);
      hash.update(`${path}\0${mtimeMs}\0${size}\n`);
    }
  }
  return hash.digest('hex');
}

// Next to the bundles and not packed: benchmarks and tests load single modules of the command line.
const compiledTo = (project) => (project === 'packages/cli' ? 'dist/modules' : 'dist');

/** Removes built files whose source is gone, because the compiler keeps them and they would be packed. */
export function removeOrphans(project) {
  const dist = within(project, compiledTo(project));
  if (!existsSync(dist)) return;
  const source = existsSync(within(project, 'src')) ? within(project, 'src') : within(project);
  for (const entry of readdirSync(dist, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|d\.ts)$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const stem = join(source, relative(dist, path).replace(/\.(js|d\.ts)$/, ''));
    if (!existsSync(`${stem}.ts`) && !existsSync(`${stem}.tsx`)) rmSync(path);
  }
}
