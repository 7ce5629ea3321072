import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from './support/build.ts';
import { compile, consumerFolder } from './support/consumer.ts';
import { counts } from './support/counts.ts';
import { examplesOf } from './support/documents.ts';
import { manifests, repositoryFiles } from './support/repository.ts';

// The newest compiler, which is the fastest too; in the long run the oldest that we support, the last of its kind, and our own.
const compilers =
  counts({ short: 0, long: 1 }) === 1 ? ['typescript-5.4', 'typescript-5.9', 'typescript'] : ['typescript-7'];

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

/** Every example of the documents and every example program, compiled by a project for Node. */
function nodeProject(): string {
  const packages = [...manifests(repositoryFiles('packages')).values()];
  const documents = repositoryFiles().filter(({ path }) => path.endsWith('.md'));
  const programs = repositoryFiles('examples').filter(({ path }) => path.endsWith('.ts'));
  return consumerFolder({
    files: [...[...documents, { path: 'wrong.md', text: wrong }].flatMap(examplesOf), ...programs],
    installs: [
      ...packages.map(({ name }) => name),
      '@types/node',
      '@types/react',
      '@types/react-dom',
      'esbuild',
      'ai',
      '@ai-sdk/react',
      'zod',
      '@assistant-ui/react',
      '@ag-ui/core',
    ],
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

/** Everything that runs in a browser, compiled by a project that knows nothing of Node. */
function browserProject(): string {
  const { name = '', exports = {} } = manifests(repositoryFiles('packages')).get('packages/acp') ?? {};
  const subpaths = Object.keys(exports).filter(
    (path) => !['./node', './react'].includes(path) && !path.endsWith('.json'),
  );
  const text = subpaths.map((path, index) => `export * as part${index} from '${name}${path.slice(1)}';\n`).join('');
  return consumerFolder({
    files: [{ path: 'everything.ts', text }],
    installs: [name],
    compilerOptions: { ...strict, module: 'esnext', moduleResolution: 'bundler', types: [] },
  });
}

beforeAll(() => {
  buildPackages();
  folders.push(nodeProject(), browserProject());
});

test.each(compilers)('%s compiles all examples but wrong ones, and for browsers what runs there', async (compiler) => {
  expect(await Promise.all(folders.map((folder) => compile(compiler, folder)))).toEqual([problems, []]);
});
