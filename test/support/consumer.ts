import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { dependencyFolders, installedFolder } from './packing.ts';
import { manifests, repositoryFiles, root, type SourceFile } from './repository.ts';

/** A project of somebody who has installed the packages and compiles against their declarations. */
export interface Consumer {
  readonly files: readonly SourceFile[];
  /** The installed packages and their dependencies, ours and others'. */
  readonly installs: readonly string[];
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

/** Makes the folder of a consumer, with the declarations of the packages as they are built. */
export function consumerFolder({ files, installs, compilerOptions }: Consumer): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-consumer-')));
  const modules = join(folder, 'node_modules');
  const ours = new Map([...manifests(repositoryFiles('packages'))].map(([path, { name }]) => [name, join(root, path)]));
  const wanted = installs.map((name) => ours.get(name) ?? installedFolder(name, root));
  for (const from of new Set([...wanted, ...dependencyFolders(wanted, new Set(ours.keys()))])) {
    const [name] = [...ours].find(([, path]) => path === from) ?? [];
    if (name === undefined) link(from, modules);
    else copyDeclarations(from, join(modules, name));
  }
  for (const { path, text } of files) write(join(folder, path), text);
  write(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true } }));
  return folder;
}

/** What a compiler has to say about a project. */
export interface Compiled {
  /** The errors in the project, and in our declarations. */
  readonly own: readonly string[];
  /** The errors in declarations of others, without the path to where they are installed. */
  readonly foreign: readonly string[];
}

/** Returns the errors of a compiler version, given by its package name, for a project and the declarations that it uses. */
export function compile(compiler: string, folder: string): Promise<Compiled> {
  const program = join(installedFolder(compiler, root), 'bin/tsc');
  return new Promise((resolve) => {
    const args = [program, '-p', folder, '--pretty', 'false'];
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 28 }, (_, stdout, stderr) =>
      resolve(divided((stdout + stderr).split('\n'))),
    );
  });
}

/** Packages of others are links out of the folder; errors in their declarations, with the indented lines below them, are theirs. */
function divided(lines: readonly string[]): Compiled {
  const own: string[] = [];
  const foreign: string[] = [];
  let isOwn = true;
  for (const line of lines.filter((each) => each !== '')) {
    const isDetail = line.startsWith(' ');
    if (!isDetail) isOwn = !line.startsWith('../');
    if (isOwn) own.push(line);
    else if (!isDetail) foreign.push(line.replace(/^.*?\/node_modules\//, ''));
  }
  return { own, foreign };
}

/** Returns the names of the packages that errors are in, each once. */
export function packagesIn(errors: readonly string[]): string[] {
  const names = errors.map((line) => /^(?:@[^/]+\/)?[^/]+/.exec(line)?.[0] ?? line);
  return [...new Set(names)].sort();
}

function copyDeclarations(from: string, into: string): void {
  const isWanted = (path: string) => statSync(path).isDirectory() || path.endsWith('.d.ts');
  mkdirSync(into, { recursive: true });
  cpSync(join(from, 'package.json'), join(into, 'package.json'));
  cpSync(join(from, 'dist'), join(into, 'dist'), { recursive: true, filter: isWanted });
}

function link(from: string, modules: string): void {
  const into = join(modules, from.slice(from.lastIndexOf('node_modules/') + 'node_modules/'.length));
  mkdirSync(dirname(into), { recursive: true });
  symlinkSync(from, into);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
