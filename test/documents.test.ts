import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildExamples } from './support/build.ts';
import { someOf } from './support/counts.ts';
import { commandProblems, idleProblems, stepsOf } from './support/document-commands.ts';
import { anchorProblems, examplesOf, leavingProblems, linkProblems, pictureProblems } from './support/documents.ts';
import { exampleRunProblems } from './support/example-runs.ts';
import { cellsOf, figuresOf } from './support/front-page-figures.ts';
import { type PackageShelf, packageShelf } from './support/package-shelf.ts';
import { repositoryFiles, root } from './support/repository.ts';

const documents = repositoryFiles().filter(({ path }) => path.endsWith('.md'));
const isThere = (path: string) => existsSync(join(root, path));

// Programs and commands run in a POSIX shell, from what the packages publish.
const canRun = process.platform !== 'win32';
let shelf: PackageShelf;
beforeAll(async () => {
  if (canRun) shelf = await packageShelf();
});
afterAll(() => shelf?.remove());

test('links between documents lead somewhere', () => {
  expect(documents.flatMap((document) => linkProblems(document, isThere))).toEqual([]);
  const textOf = (path: string) => documents.find((document) => document.path === path)?.text;
  expect(documents.flatMap((document) => anchorProblems(document, textOf))).toEqual([]);
});

test('links of a package stay inside it', () => {
  expect(documents.flatMap(leavingProblems)).toEqual([]);
  const text = '[a](LICENSE) [b](src/SPEC.md) [c](../../docs/d.md) [e](https://example.com) [f](#g)';
  expect(leavingProblems({ path: 'packages/x/README.md', text })).toEqual([
    'packages/x/README.md: links to ../../docs/d.md, which is not in the package',
  ]);
});

test('the picture of the architecture tells what is here', () => {
  const text = documents.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? '';
  const [picture = ''] = /^ {4}packages\/\n(?: {4}.*\n)+/m.exec(text) ?? [];
  expect(picture.split('\n').length).toBeGreaterThan(20);
  expect(pictureProblems(picture, isThere)).toEqual([]);
});

test('the figures on the front page are those of the last measurement', () => {
  const textOf = (name: string) => documents.find(({ path }) => path === name)?.text ?? '';
  const figures = figuresOf(textOf('docs/performance.md'));
  const labels = figures.map(([label]) => label);
  const shown = textOf('README.md').split('\n').map(cellsOf);
  expect(shown.filter(([label]) => label !== undefined && labels.includes(label))).toEqual(figures);
});

/** What everybody reads first, and then the rest. */
function readFirst(all: typeof documents): typeof documents {
  const isFirst = ({ path }: { path: string }) => ['README.md', 'docs/write-an-agent.md'].includes(path);
  return [...all.filter(isFirst), ...all.filter((document) => !isFirst(document))];
}

// An example for which a server has to run is seen by the compiler alone.
const needServer = ['packages/postgres/README.md'];
const withExamples = readFirst(documents).filter(
  (document) => !needServer.includes(document.path) && examplesOf(document).some(({ path }) => /\.tsx?$/.test(path)),
);

describe.skipIf(!canRun)('the examples in the documents', () => {
  // All of them compile; that they do what they say is tried with the front page in the short run.
  test.each(someOf(withExamples, 1))('run as $path shows them', (document) => {
    buildExamples();
    expect(exampleRunProblems(document, shelf)).toEqual([]);
  });

  test('are found when they fail, are put to a use that fails, or export an agent that does', () => {
    const block = (code: string, use = '') =>
      `\`\`\`ts\n${code}\n\`\`\`\n${use === '' ? '' : `\n<!-- then\n${use}\n-->\n`}`;
    const text = [
      block("throw new Error('at once');"),
      block('export const one = 1;', "if (one !== 2) throw new Error('not two');"),
      block(
        "import { agent } from '@emend/acp';\nexport const none = agent({ prompt: () => Promise.reject(new Error()) });",
      ),
      block('await new Promise(() => {});'),
      block("const fine: string = 'fine';", 'if (fine.length !== 4) throw new Error();'),
    ].join('\n');
    expect(exampleRunProblems({ path: 'x.md', text }, shelf)).toEqual([
      'x-1.ts: ended with 1: Error: at once',
      'x-2.ts: ended with 1: Error: not two',
      'x-3.ts: ended with 1: RpcError: Internal error',
      expect.stringMatching(/^x-4\.ts: ended with 13: /),
    ]);
  });
});

const withCommands = documents.filter((document) => stepsOf(document).commands.length > 0);
const byReaders = readFirst(withCommands);

describe.skipIf(!canRun)('the commands in the documents', () => {
  // What everybody reads first in the short run, and all in the long one.
  test.each(someOf(byReaders, 2))('do what $path shows', (document) => {
    buildExamples();
    expect(commandProblems(document, shelf)).toEqual([]);
  });

  test('leave no program of a document unused', () => {
    expect(withCommands.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'docs/write-a-client.md', 'docs/write-an-agent.md', 'examples/README.md']),
    );
    expect(documents.flatMap(idleProblems)).toEqual([]);
  });

  test('are found when they end otherwise, write something else, or are not known', () => {
    const text = [
      '<!-- file a.txt',
      'one',
      'two',
      '-->',
      '```js',
      '// b.mjs',
      'console.log(1);',
      '```',
      '',
      '    $ cat a.txt   # right',
      '    one',
      '    ...',
      '',
      '    $ cat a.txt',
      '    one',
      '    $ false',
      '<!-- status 1 -->',
      '    $ false',
      '    $ npm run nothing',
    ].join('\n');
    expect(commandProblems({ path: 'x.md', text }, shelf)).toEqual([
      'x.md:14: wrote "one\\ntwo\\n", not "one\\n"',
      'x.md:16: ended with 1, not 0: ',
      'x.md:19: ended with 97, not 0: npm run nothing is not known here\n',
    ]);
    expect(idleProblems({ path: 'x.md', text })).toEqual(['x.md: b.mjs is used by nothing']);
  });

  test('are found in a guide that does not say what to install', () => {
    const text = [
      '```js',
      '// a.mjs',
      "import '@emend/acp';",
      '```',
      '    $ emend --version',
      '    $ node a.mjs',
      '    $ npm install @emend/acp',
      '    $ npm install --global emend',
      '    $ npm install @emend/nothing',
      '    $ emend --version',
      '    $ node a.mjs',
    ].join('\n');
    expect(commandProblems({ path: 'docs/x.md', text }, shelf)).toEqual([
      expect.stringMatching(/^docs\/x\.md:5: ended with 127, not 0: .*emend.*not found/),
      expect.stringMatching(/^docs\/x\.md:6: ended with 1, not 0: [\s\S]*Cannot find package '@emend\/acp'/),
      'docs/x.md:9: ended with 97, not 0: @emend/nothing cannot be installed here\n',
    ]);
    const example = "```ts\nimport '@emend/sqlite';\n```\n\n    npm install @emend/acp\n";
    expect(exampleRunProblems({ path: 'docs/x.md', text: example }, shelf)).toEqual([
      expect.stringContaining("Cannot find package '@emend/sqlite'"),
    ]);
  });
});

test('a link to nothing is found', () => {
  const text = '[a](b.md) [c](../d.md#e) [f](https://example.com) [g](#h) [i](gone.md) <img src="gone.svg">';
  const exists = (path: string) => ['docs/b.md', 'd.md'].includes(path);
  expect(linkProblems({ path: 'docs/x.md', text }, exists)).toEqual([
    'docs/x.md: links to gone.md, which is not there',
    'docs/x.md: links to gone.svg, which is not there',
  ]);
  const headings = '## One `two`, three\n[a](#one-two-three) [b](#one) [c](b.md#here) [d](b.md#gone)';
  expect(anchorProblems({ path: 'docs/x.md', text: headings }, () => '# Here')).toEqual([
    'docs/x.md: links to #one, a heading that is not there',
    'docs/x.md: links to b.md#gone, a heading that is not there',
  ]);
});

test('a part of the picture that is called wrongly is found', () => {
  const text = [
    '    packages/',
    '      acp/src/     the library',
    '        log/       updates',
    '        view/      state     (planned)',
    '        index.ts   the door',
    '      cli/         emend     (planned)',
    '    test/          checks',
  ].join('\n');
  const here = ['packages', 'packages/acp/src', 'packages/acp/src/view', 'packages/acp/src/index.ts', 'test'];
  expect(pictureProblems(text, (path) => here.includes(path))).toEqual([
    'ARCHITECTURE.md shows packages/acp/src/log/, which is not there',
    'ARCHITECTURE.md calls packages/acp/src/view/ planned, and it is there',
  ]);
});
