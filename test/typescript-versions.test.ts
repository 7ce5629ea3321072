import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from './support/build.ts';
import { compile, consumerFolder, packagesIn } from './support/consumer.ts';
import { counts } from './support/counts.ts';
import { examplesOf } from './support/documents.ts';
import { isTypeScript, manifests, repositoryFiles, type SourceFile } from './support/repository.ts';

// The newest compiler, which is the fastest too; in the long run also the oldest that we support, the last of its kind, and the one between.
const isLong = counts({ short: 0, long: 1 }) === 1;
const compilers = isLong ? ['typescript-5.4', 'typescript-5.9', 'typescript', 'typescript-7'] : ['typescript-7'];

const strict = { strict: true, skipLibCheck: false, target: 'es2022', lib: ['es2023', 'dom'], jsx: 'react-jsx' };
// What readers may have switched on besides, as we have.
const stricter = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noImplicitOverride: true };

/** Two examples that do not compile, and what compilers say about them. */
const wrong =
  "Text.\n\n```ts\nexport const a: string = 1;\n```\n\n```sh\nls\n```\n\n```ts\nimport { b } from '@emend/acp/nowhere';\n```\n";
const problems = [
  expect.stringMatching(/^wrong-1\.ts\(1,14\): error .*: Type 'number' is not assignable to type 'string'\.$/),
  expect.stringMatching(/^wrong-2\.ts\(1,19\): error .*: Cannot find module '@emend\/acp\/nowhere'/),
];
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Packages of others that ours let their users bring, and what the examples use. */
const peers = ['@types/react', '@types/react-dom', 'ai', '@ai-sdk/react', 'zod', '@assistant-ui/react', '@ag-ui/core'];
const packages = [...manifests(repositoryFiles('packages')).values()];

/** Returns a file that imports everything public: each subpath of each package that is wanted. */
function everything(isWanted: (specifier: string) => boolean): SourceFile {
  const specifiers = packages
    .flatMap(({ name, exports = {} }) => Object.keys(exports).map((path) => `${name}${path.slice(1)}`))
    .filter((specifier) => !specifier.endsWith('.json') && isWanted(specifier));
  const text = specifiers.map((specifier, index) => `export * as part${index} from '${specifier}';\n`).join('');
  return { path: 'everything.ts', text };
}

/** Every subpath, every example of the documents, every example program and the files of a new project, compiled by a project for Node. */
function nodeProject(): string {
  const documents = repositoryFiles().filter(({ path }) => path.endsWith('.md'));
  const programs = [...repositoryFiles('examples'), ...repositoryFiles('packages/create-emend/template')].filter(
    ({ path }) => isTypeScript(path),
  );
  return consumerFolder({
    files: [
      ...[...documents, { path: 'wrong.md', text: wrong }].flatMap(examplesOf),
      ...programs,
      everything(() => true),
    ],
    installs: [...packages.map(({ name }) => name), '@types/node', 'esbuild', ...peers],
    compilerOptions: {
      ...strict,
      ...stricter,
      module: 'nodenext',
      types: ['node'],
      allowJs: true,
      checkJs: true,
      noEmit: true,
      allowImportingTsExtensions: true,
    },
  });
}

const onlyNode = /^@emend\/(?:acp\/node|sqlite|postgres|inspector)$/;

/** Everything that runs in a browser, compiled by a project that knows nothing of Node. */
function browserProject(): string {
  return consumerFolder({
    files: [everything((specifier) => !onlyNode.test(specifier))],
    installs: ['@emend/acp', '@emend/ai-sdk', '@emend/assistant-ui', '@emend/ag-ui', ...peers],
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler', types: [] },
  });
}

/** The packages of others by themselves, in a project with the same settings. */
function foreignProject(of: 'node' | 'browser'): string {
  const isNode = of === 'node';
  const names = [...peers.filter((name) => !name.startsWith('@types/')), ...(isNode ? ['ai/test', 'pg'] : [])];
  const text = names.map((name, index) => `export * as part${index} from '${name}';\n`).join('');
  return consumerFolder({
    files: [{ path: 'everything.ts', text }],
    installs: [...peers, ...(isNode ? ['@types/node', '@types/pg'] : [])],
    compilerOptions: isNode
      ? { ...strict, ...stricter, module: 'nodenext', types: ['node'] }
      : { ...strict, module: 'esnext', moduleResolution: 'bundler', types: [] },
  });
}

// What has an error of its own: `Uint8Array` and `Buffer` take a type only since 5.7, some name things of Node also in a browser, and some do
// not distinguish an optional property from one that is undefined.
const isInexact = ['@ai-sdk/provider-utils', 'ai'];
const namesNode = ['@ai-sdk/provider-utils', '@radix-ui/primitive', 'ai'];
const broken = (compiler: string): readonly (readonly string[])[] =>
  compiler === 'typescript-5.4'
    ? [
        [...isInexact, 'assistant-stream', 'pg-protocol'],
        [...namesNode, 'assistant-stream'],
      ]
    : [isInexact, namesNode];

beforeAll(() => {
  buildPackages();
  folders.push(nodeProject(), browserProject());
});

test.each(compilers)(
  '%s compiles everything but wrong examples for Node, and for browsers what runs there',
  async (compiler) => {
    const compiled = await Promise.all(folders.slice(0, 2).map((folder) => compile(compiler, folder)));
    expect(compiled.map(({ own }) => own)).toEqual([problems, []]);
    expect(compiled.map(({ foreign }) => packagesIn(foreign))).toEqual(broken(compiler));
    if (!isLong) return;
    // An error in a package of others is theirs: they have it without us.
    const alone = [foreignProject('node'), foreignProject('browser')];
    folders.push(...alone);
    const theirs = await Promise.all(alone.map(async (folder) => (await compile(compiler, folder)).foreign));
    expect(compiled.map(({ foreign }, index) => foreign.filter((line) => !theirs[index]?.includes(line)))).toEqual([
      [],
      [],
    ]);
  },
);
