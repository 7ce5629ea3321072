import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { type Manifest, root } from './repository.ts';

const run = promisify(execFile);
// npm is a batch file on Windows, which only a shell can start.
const npm = (args: string[], cwd: string) =>
  run('npm', [...args, '--loglevel=error'], { cwd, shell: process.platform === 'win32' });

/** A packed package: its archive, and the files inside. */
export interface Packed {
  readonly manifest: Manifest;
  readonly archive: string;
  readonly files: readonly string[];
}

/** Packs folders with a package.json into archives, as publishing would. */
export async function pack(folders: readonly string[], into: string): Promise<Packed[]> {
  mkdirSync(into, { recursive: true });
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', into, ...folders], into);
  const found: { filename: string; name: string; files: { path: string }[] }[] = Object.values(JSON.parse(stdout));
  return folders.map((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const packed = found.find(({ name }) => name === manifest.name);
    if (packed === undefined) throw new Error(`npm pack of ${folder} made nothing`);
    return {
      manifest,
      archive: join(into, basename(packed.filename)),
      files: packed.files.map(({ path }) => path).sort(),
    };
  });
}

/** Where a package is installed in the clone, seen from a package. */
export function installedFolder(name: string, from: string): string {
  const found = [join(from, 'node_modules', name), join(root, 'node_modules', name)].find((folder) =>
    existsSync(folder),
  );
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** The folders of everything that packages need from others, so that an install needs no network. */
export function dependencyFolders(folders: readonly string[], own: ReadonlySet<string>): string[] {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    const { dependencies }: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies ?? {})) {
      if (own.has(name) || found.has(name)) continue;
      found.set(name, installedFolder(name, folder));
      visit(installedFolder(name, folder));
    }
  };
  folders.forEach(visit);
  return [...found.values()];
}

/** Puts a dependency without its own node_modules into an archive, as it is installed; returns the archive. */
export async function packDependency(folder: string, into: string): Promise<string> {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length).replace('/', '-');
  const copy = join(into, 'copies', name);
  cpSync(folder, join(copy, 'package'), {
    recursive: true,
    filter: (path) => !path.slice(folder.length).includes('node_modules'),
  });
  await run('tar', ['-czf', join(copy, `${name}.tgz`), '-C', copy, 'package']);
  return join(copy, `${name}.tgz`);
}

/** Installs archives into an empty folder without a network. */
export async function installInto(folder: string, archives: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  // Peers are up to a project: without the option, npm would look for frameworks that nothing here needs.
  await npm(['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', ...archives], folder);
}
