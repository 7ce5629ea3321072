import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the clone. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A file as the checks see it: its path from the root, with slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

// The same as .gitignore, but without asking git: a clone from an archive has none.
const skipped = new Set(['node_modules', 'dist', 'coverage', '.cache', '.git']);

function* pathsUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (skipped.has(entry.name) || /\.(tgz|tsbuildinfo)$/.test(entry.name)) continue;
    if (entry.isDirectory()) yield* pathsUnder(path);
    else if (entry.isFile()) yield path;
  }
}

/** Every file of the repository, or of a folder of it. */
export function repositoryFiles(folder = ''): SourceFile[] {
  return [...pathsUnder(folder)].sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** True for the files that only tests use. */
export function isTestCode(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes('/test-support/') || path.startsWith('test/');
}

/** True for TypeScript. */
export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** What the checks read of a package.json. */
export interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The package.json of each package, by its folder. */
export function manifests(files: readonly SourceFile[]): Map<string, Manifest> {
  const found = files.filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path));
  return new Map(found.map(({ path, text }) => [path.slice(0, path.lastIndexOf('/')), JSON.parse(text)]));
}
