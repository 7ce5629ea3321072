import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { templates, usage } from './arguments.ts';
import { createProject } from './create-project.ts';

const scratch = mkdtempSync(join(tmpdir(), 'create-emend-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(scratch, 'case-'));
});

/** Runs the command. With answers, somebody sits at a terminal, types them and leaves. */
async function run(args: readonly string[], answers?: readonly string[]) {
  let [out, err, dialog] = ['', '', ''];
  const input = new PassThrough();
  const output = new PassThrough();
  const left = [...(answers ?? [])];
  output.on('data', (bytes) => {
    dialog += bytes;
    if (!/\) $/.test(String(bytes))) return;
    const answer = left.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  const status = await createProject(args, {
    cwd,
    version: '9.8.7',
    terminal: answers === undefined ? undefined : { input, output },
    print: (text) => {
      out += text;
    },
    printError: (text) => {
      err += text;
    },
  });
  return { status, out, err: err.replaceAll(cwd, 'CWD'), dialog: dialog.replaceAll(cwd, 'CWD') };
}

const filesIn = (folder: string) =>
  readdirSync(join(cwd, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(cwd, folder, path)).isFile())
    .map((path) => path.split(sep).join('/'))
    .sort();
const textOf = (path: string) => readFileSync(join(cwd, path), 'utf8');
const refused = (message: string, status = 1) => ({ status, out: '', err: `create-emend: ${message}\n`, dialog: '' });

const everyProject = ['.github/workflows/test.yml', '.gitignore', 'README.md', 'package.json'];
const agentFiles = [...everyProject, 'src/agent.ts', 'src/my-agent.test.ts', 'src/my-agent.ts', 'tsconfig.json'];
const clientFiles = [
  ...everyProject,
  'src/ask.test.ts',
  'src/ask.ts',
  'src/client.ts',
  'src/permission.ts',
  'tsconfig.json',
];

describe('what is made', () => {
  test('an agent in my-agent, if nothing is said and nobody can be asked', async () => {
    expect(await run([])).toEqual({
      status: 0,
      out: `Made the agent my-agent: 8 files in ${join(cwd, 'my-agent')}.

Next:
  cd my-agent
  npm install
  npm test
  npm run chat

README.md says what is where, and how to go on.
`,
      err: '',
      dialog: '',
    });
    expect(filesIn('my-agent')).toEqual(agentFiles);
  });

  test('a client, with its steps', async () => {
    const { status, out } = await run(['a/b-1', '--template', 'client']);
    expect([status, /Next:\n((?: {2}.*\n)+)/.exec(out)?.[1]]).toEqual([
      0,
      `  cd ${join('a', 'b-1')}\n  npm install\n  npm test\n  npm run demo\n`,
    ]);
    expect(filesIn('a/b-1')).toEqual(clientFiles);
  });

  test.each(templates)('a %s has its name and the version of the packages everywhere', async (template) => {
    await run(['fine-name', '--template', template]);
    const manifest = JSON.parse(textOf('fine-name/package.json'));
    expect([manifest.name, Object.keys(manifest.bin), manifest.dependencies, manifest.devDependencies]).toEqual([
      'fine-name',
      ['fine-name'],
      { '@emend/acp': '9.8.7' },
      { '@types/node': expect.any(String), emend: '9.8.7', typescript: expect.any(String) },
    ]);
    const left = filesIn('fine-name').filter((path) => /(?<!\$)\{\{/.test(textOf(`fine-name/${path}`)));
    expect(left).toEqual([]);
    expect(textOf(`fine-name/src/${template === 'agent' ? 'my-agent' : 'client'}.ts`)).toContain("name: 'fine-name'");
  });

  test.each(templates)(
    'the CI job of a %s checks what npm run check checks, and README.md names its files',
    async (of) => {
      await run(['x', '--template', of]);
      const { scripts } = JSON.parse(textOf('x/package.json'));
      expect(textOf('x/.github/workflows/test.yml')).toContain(`- run: npx ${scripts.check}\n`);
      const named = [...textOf('x/README.md').matchAll(/^\| `([^`]+)`/gm)].map(([, path = '']) => path);
      expect(named.filter((path) => !filesIn('x').includes(path))).toEqual([]);
      expect(filesIn('x').filter((path) => path.startsWith('src/') && !named.includes(path))).toEqual([]);
    },
  );

  test('the current folder, if it is empty but for a repository of git', async () => {
    mkdirSync(join(cwd, 'new/.git'), { recursive: true });
    cwd = join(cwd, 'new');
    const { status, out } = await run(['.']);
    expect([status, out.includes('cd ')]).toEqual([0, false]);
    expect(filesIn('.')).toEqual(agentFiles);
  });

  test.each([['--help', usage] as const, ['-h', usage] as const, ['--version', '9.8.7\n'] as const])(
    'nothing for %s',
    async (option, out) => {
      expect(await run([option])).toEqual({ status: 0, out, err: '', dialog: '' });
      expect(readdirSync(cwd)).toEqual([]);
    },
  );
});

describe('refusals', () => {
  test('a folder that has something in it is left as it is', async () => {
    mkdirSync(join(cwd, 'full'));
    for (const name of ['b', 'a', 'README.md']) writeFileSync(join(cwd, 'full', name), 'mine');
    expect(await run(['full'])).toEqual(
      refused(`${join('CWD', 'full')} is not empty: it has README.md and 2 more. Name a new folder, or an empty one.`),
    );
    expect([filesIn('full'), textOf('full/README.md')]).toEqual([['README.md', 'a', 'b'], 'mine']);
  });

  test('a file is no folder, and neither is what is below one', async () => {
    writeFileSync(join(cwd, 'file'), 'mine');
    expect(await run(['file'])).toEqual(refused(`${join('CWD', 'file')} is not a folder. Name a new folder.`));
    expect((await run(['file/below'])).status).toBe(1);
    expect(textOf('file')).toBe('mine');
  });

  test.each([
    ['My-Agent', 'it has capital letters'],
    ['.hidden', 'it begins with a dot, an underscore or a hyphen'],
    ['_a', 'it begins with a dot, an underscore or a hyphen'],
    ['a b', 'it may have letters a to z, digits, hyphens, underscores and dots'],
    ["a'b", 'it may have letters a to z, digits, hyphens, underscores and dots'],
    ['é', 'it may have letters a to z, digits, hyphens, underscores and dots'],
    ['node_modules', 'the name is taken'],
    ['emend', 'the name is taken'],
    ['a'.repeat(215), 'it is longer than 214 characters'],
  ])('%s is no name', async (name, problem) => {
    const message = `'${name}' cannot be the name of a package: ${problem}. Choose another name for the folder.`;
    expect(await run([name])).toEqual(refused(message));
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([
    [['a', 'b'], 'There is one folder to make, and 2 were named: a, b.'],
    [['--template', 'server'], "There is no template 'server'. Use agent or client."],
    [['--template', '__proto__'], "There is no template '__proto__'. Use agent or client."],
    [['--colour'], "Unknown option '--colour'. See --help."],
    [['--yes=no'], "Option '-y, --yes' does not take an argument. See --help."],
    [['--template'], "Option '-t, --template <value>' argument missing. See --help."],
  ])('%j is wrong usage', async (args, message) => {
    expect(await run(args)).toEqual(refused(message, 2));
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('on a terminal', () => {
  const what = 'What do you want to write, an agent or a client? (agent) ';

  test('asks what was not said, and again after an answer that is none', async () => {
    mkdirSync(join(cwd, 'full/of'), { recursive: true });
    const { status, dialog } = await run([], ['server', 'client', 'full', 'Mine', 'mine']);
    expect([status, dialog]).toEqual([
      0,
      `${what}Please answer agent or client.\n${what}In which folder? (my-client) ${join('CWD', 'full')} is not empty: it has of. Name a new folder, or an empty one.
In which folder? (my-client) 'Mine' cannot be the name of a package: it has capital letters. Choose another name for the folder.
In which folder? (my-client) `,
    ]);
    expect(filesIn('mine')).toEqual(clientFiles);
  });

  test('empty answers are the defaults', async () => {
    expect((await run([], ['', ''])).status).toBe(0);
    expect(filesIn('my-agent')).toEqual(agentFiles);
  });

  test('the end of the input makes nothing', async () => {
    expect(await run([], [])).toEqual({ ...refused('Nothing was made.'), dialog: expect.stringContaining(what) });
    expect(await run([], ['client'])).toMatchObject({ status: 1, err: 'create-emend: Nothing was made.\n' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each([[['--yes']], [['my-agent', '--template', 'agent']]])('%j asks nothing', async (args) => {
    expect(await run(args, [])).toMatchObject({ status: 0, dialog: '' });
    expect(existsSync(join(cwd, 'my-agent/package.json'))).toBe(true);
  });
});
