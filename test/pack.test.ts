import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../packages/cli/src/commands.ts';
import { buildPage } from './support/build.ts';
import { someOf } from './support/counts.ts';
import { dependencyFolders, installInto, type Packed, pack, packDependency } from './support/packing.ts';
import { manifests, repositoryFiles, root } from './support/repository.ts';

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), 'emend-pack-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folders = [...manifests(repositoryFiles('packages'))]
  .filter(([, manifest]) => !manifest.private)
  .map(([folder]) => join(root, folder));
const installed = join(scratch, 'installed');
const packed = new Map<string, Packed>();
const dependencies: string[] = [];

beforeAll(async () => {
  buildPage();
  for (const one of await pack(folders, join(scratch, 'archives'))) packed.set(one.manifest.name, one);
  const needed = dependencyFolders(folders, new Set(packed.keys()));
  dependencies.push(...(await Promise.all(needed.map(packFolder))));
  await installInto(installed, [...[...packed.values()].map(({ archive }) => archive), ...dependencies]);
});

const packFolder = (folder: string) => packDependency(folder, join(scratch, 'archives'));

function packedAs(name: string): Packed {
  const found = packed.get(name);
  if (found === undefined) throw new Error(`${name} was not packed`);
  return found;
}

/** What the linter for published packages says, in its own words. */
async function lint(archive: string): Promise<string[]> {
  const bytes = readFileSync(archive);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

interface TypeReport {
  readonly analysis: { readonly types: unknown };
  readonly problems?: Readonly<Record<string, readonly { entrypoint?: string; resolutionKind?: string }[]>>;
}

/** The problems that importers of the types would have; how CommonJS sees a package of ES modules is not one of them. */
async function typeProblems(archive: string): Promise<string[]> {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, archive, '--profile', 'esm-only', '--format', 'json'];
  const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => error);
  const { analysis, problems }: TypeReport = JSON.parse(stdout);
  if (!analysis.types) return ['no types'];
  return Object.entries(problems ?? {}).flatMap(([kind, places]) =>
    places
      .filter(({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs')
      .map(({ entrypoint, resolutionKind }) => `${kind} ${entrypoint} ${resolutionKind}`),
  );
}

/** The packages that a bundle imports: those of Node and files beside it left out. */
function importedBy(code: string): string[] {
  const specifiers = [...code.matchAll(/(?:^import .*|\bimport\(|^} from )"([^"\n]+)"/gm)].map(
    ([, specifier = '']) => specifier,
  );
  return specifiers
    .filter((each) => !each.startsWith('.') && !isBuiltin(each))
    .map((each) => /^(@[^/]+\/)?[^/]+/.exec(each)?.[0] ?? each);
}

test('an archive holds the built code, the documents and nothing else', () => {
  const documents = 'package\\.json|README\\.md|LICENSE';
  const page = 'dist/page/([a-z-]+\\.(html|css|js)|THIRD-PARTY-LICENSES\\.txt)';
  const compiled = new RegExp(`^(${documents}|dist/.*\\.(js|d\\.ts)|dist/protocol/schema/[a-z0-9]+\\.json|${page})$`);
  const bundled = new RegExp(
    `^(${documents}|bin/[a-z-]+\\.js|dist/[a-z-]+\\.js(\\.map)?|dist/THIRD-PARTY-LICENSES\\.txt)$`,
  );
  for (const { files, manifest } of packed.values()) {
    const expected = manifest.bin === undefined ? compiled : bundled;
    // What a new project is made of has tests of its own.
    const own = files.filter((file) => manifest.name !== 'create-emend' || !file.startsWith('template/'));
    expect(own.filter((file) => !expected.test(file) || /\.test\.|test-support/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  }
});

test('the inspector ships its page built, and nothing that only the page needs is installed with it', () => {
  const { files, manifest } = packedAs('@emend/inspector');
  expect(files.filter((file) => file.startsWith('dist/page/'))).toEqual(
    expect.arrayContaining(['dist/page/index.html', 'dist/page/main.css', 'dist/page/main.js']),
  );
  expect(Object.keys(manifest.dependencies ?? {})).toEqual(['@emend/acp', 'ws']);
});

test('everything that the library exports can be imported from an install', async () => {
  const { exports, name } = packedAs('@emend/acp').manifest;
  const specifiers = Object.keys(exports ?? {})
    .filter((subpath) => subpath !== './react')
    .map((subpath) => `${name}${subpath.slice(1)}`);
  expect(specifiers.length).toBeGreaterThan(0);
  const program = `
    const require = (await import('node:module')).createRequire(process.cwd() + '/');
    for (const name of ${JSON.stringify(specifiers)}) {
      const found = name.endsWith('.json') ? require(name) : await import(name);
      if (Object.keys(found).length === 0) throw new Error(name + ' exports nothing');
    }`;
  await run(process.execPath, ['--input-type=module', '-e', program], { cwd: installed });
});

test('the stores can be imported from an install, whether or not their optional engine could be installed', async () => {
  const program = `
    const { openSqliteLog } = await import('@emend/sqlite');
    const { openPostgresLog } = await import('@emend/postgres');
    if (typeof openSqliteLog !== 'function' || typeof openPostgresLog !== 'function') throw new Error('nothing to open');`;
  await run(process.execPath, ['--input-type=module', '-e', program], { cwd: installed });
});

test('the installed command runs', async () => {
  const { version } = packedAs('emend').manifest;
  const command = join(installed, 'node_modules/.bin/emend');
  expect(await run(command, ['--version'], { shell: process.platform === 'win32' })).toEqual({
    stdout: `${version}\n`,
    stderr: '',
  });
});

test('every installed command runs on its own, with nothing but what it declares', async () => {
  const { name, dependencies, optionalDependencies, peerDependencies } = packedAs('emend').manifest;
  const alone = join(scratch, 'alone');
  cpSync(join(installed, 'node_modules', name), join(alone, name), { recursive: true });
  const emend = (...args: string[]) => run(process.execPath, [join(alone, name, 'bin/emend.js'), ...args]);
  for (const { name: command } of commands) {
    expect((await emend('help', command)).stdout).toMatch(new RegExp(`^Usage: emend ${command} `));
  }
  const needed = readdirSync(join(alone, name, 'dist'))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => importedBy(readFileSync(join(alone, name, 'dist', file), 'utf8')));
  const declared = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  expect([...new Set(needed)].filter((each) => !declared.includes(each))).toEqual([]);
  expect((await emend('chat', '-p', 'hello')).stdout).toContain('hello');
  // What only remote agents need is a file of its own, with the WebSockets in it.
  const unreached = await emend('chat', '--url', 'ws://127.0.0.1:1/acp', '-p', 'x').catch((error: unknown) => error);
  expect(unreached).toMatchObject({ stderr: 'emend: Nothing listens at 127.0.0.1:1. Is the server running?\n' });
});

/** Makes a project with the installed create-emend, and returns its folder. */
async function makeProject(template: string): Promise<string> {
  const folder = join(scratch, 'projects', `my-${template}`);
  mkdirSync(join(scratch, 'projects'), { recursive: true });
  const command = join(installed, 'node_modules/.bin/create-emend');
  rmSync(folder, { recursive: true, force: true });
  await run(command, [folder, '--template', template], { shell: process.platform === 'win32' });
  return folder;
}

const templates = ['agent', 'client'] as const;

test.each(templates)('the installed create-emend has every file of the template %s', async (template) => {
  const wanted = repositoryFiles('packages/create-emend/template')
    .filter(({ path }) => path.includes('/template/both/') || path.includes(`/template/${template}/`))
    .map(({ path }) =>
      path
        .split('/')
        .slice(4)
        .join('/')
        .replace(/^gitignore$/, '.gitignore'),
    );
  const folder = await makeProject(template);
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(wanted.filter((path) => !made.includes(path))).toEqual([]);
});

test('the licences of everything that was bundled go along', () => {
  const text = readFileSync(join(installed, 'node_modules/emend/dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
  expect(text.match(/^[@a-z/-]+ \d+\.\d+\.\d+$/gm)).toEqual(['diff 9.0.0', 'ws 8.22.2', 'commander 14.0.3']);
  expect(text.match(/^.*Copyright.*$/gm)).toHaveLength(5);
});

test.each([
  '@emend/acp',
  '@emend/sqlite',
  '@emend/postgres',
  '@emend/inspector',
  '@emend/ai-sdk',
  '@emend/assistant-ui',
  '@emend/ag-ui',
  'emend',
  'create-emend',
])('publint has nothing to say about %s', async (name) => {
  expect(await lint(packedAs(name).archive)).toEqual([]);
});

// Looking at the types of one takes seconds: in the long run only. Compilers read all of them in each run.
const typed = [
  '@emend/sqlite',
  '@emend/acp',
  '@emend/postgres',
  '@emend/inspector',
  '@emend/ai-sdk',
  '@emend/assistant-ui',
  '@emend/ag-ui',
];

test.each(someOf(typed, 0))('the types of %s resolve for everyone who uses ES modules', async (name) => {
  expect(await typeProblems(packedAs(name).archive)).toEqual([]);
});

/** Packs a package with an entry point that is missing, and one without types. */
async function wrongArchive(): Promise<string> {
  const folder = join(scratch, 'wrong');
  mkdirSync(folder, { recursive: true });
  const exports = { '.': { types: './index.d.ts', default: './missing.js' }, './untyped': './untyped.js' };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'wrong', version: '1.0.0', type: 'module', exports }),
  );
  writeFileSync(join(folder, 'index.d.ts'), 'export declare const a: 1;\n');
  writeFileSync(join(folder, 'untyped.js'), 'export const b = 1;\n');
  const [wrong] = await pack([folder], join(scratch, 'wrong-archive'));
  return wrong?.archive ?? '';
}

test('publint finds a package that is wrong', async () => {
  expect(await lint(await wrongArchive())).toEqual([expect.stringContaining('missing.js but the file does not exist')]);
});

test.each(someOf(['node16-esm and bundler'], 0))('types that are missing are found, in %s', async () => {
  expect(await typeProblems(await wrongArchive())).toEqual([
    'UntypedResolution ./untyped node16-esm',
    'UntypedResolution ./untyped bundler',
  ]);
});
