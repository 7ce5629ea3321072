import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPage } from './build.ts';
import { installedFolder, pack } from './packing.ts';
import { type Manifest, manifests, repositoryFiles, root } from './repository.ts';

const run = promisify(execFile);

/** The packages as a reader gets them, unpacked from their archives, ready to be installed without a network. */
export interface PackageShelf {
  /** Shell commands for `npm install NAMES` in a folder, and for `--global` with a folder of commands. */
  readonly npmInstall: string;
  remove(): void;
}

/** Packs and unpacks every package, next to their dependencies. */
export async function packageShelf(): Promise<PackageShelf> {
  buildPage();
  const folder = mkdtempSync(join(tmpdir(), 'emend-shelf-'));
  const modules = join(folder, 'node_modules');
  const own = [...manifests(repositoryFiles('packages'))].filter(([, manifest]) => !manifest.private);
  const names = new Set(own.map(([, { name }]) => name));
  const packed = await pack(
    own.map(([path]) => join(root, path)),
    join(folder, 'archives'),
  );
  await Promise.all(packed.map(({ archive, manifest }) => unpack(archive, join(modules, manifest.name))));
  for (const [path, manifest] of own) {
    for (const name of neededBy(manifest).filter((needed) => !names.has(needed))) link(name, join(root, path), modules);
    for (const [name, file] of Object.entries(manifest.bin ?? {})) {
      const program = JSON.stringify(join(modules, manifest.name, file));
      writeCommand(join(folder, 'bin', name), `exec ${JSON.stringify(process.execPath)} ${program} "$@"`);
    }
  }
  return { npmInstall: npmInstall(folder), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Writes a command of a shell. */
export function writeCommand(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

async function unpack(archive: string, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', into, '--strip-components=1']);
}

const neededBy = ({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

function link(name: string, from: string, modules: string): void {
  const path = join(modules, name);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(installedFolder(name, from), path);
}

// Packages of others come from the clone, which has what it needs to check the documents.
function npmInstall(folder: string): string {
  const others = JSON.stringify(join(root, 'node_modules'));
  return `
if [ "$1" = --global ]; then shift; from=${JSON.stringify(join(folder, 'bin'))}; into=bin; elsewhere=; else
  from=${JSON.stringify(join(folder, 'node_modules'))}; into=node_modules; elsewhere=${others}; fi
for name; do
  for place in "$from" $elsewhere; do [ -e "$place/$name" ] && break; done
  [ -e "$place/$name" ] || { echo "$name cannot be installed here" >&2; exit 97; }
  mkdir -p "$(dirname "$into/$name")" && ln -sfn "$place/$name" "$into/$name"
done`;
}
