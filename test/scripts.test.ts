import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './support/repository.ts';

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'emend-scripts-'));
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
  for (const file of ['tsconfig.base.json', 'tsconfig.json']) cpSync(join(root, file), join(clone, file));
  write('package.json', '{ "type": "module", "engines": { "node": ">=20.11" } }');
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
}

function run(script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const fakeNpm = join(clone, 'npm-fake.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', script), ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: fakeNpm, ...env },
  });
  return { status, stdout, stderr: stderr.replace(/\d+\.\d s/g, 'N s') };
}

const tree = `import { cpSync, mkdirSync, writeFileSync } from 'node:fs';`;
/** An npm that installs what the lock file asks for, a compiler that only talks, and a bundler that copies. */
const workingNpm = `${tree}
console.log('npm talks on standard output');
mkdirSync('node_modules/typescript/bin', { recursive: true });
cpSync('package-lock.json', 'node_modules/.package-lock.json');
writeFileSync('node_modules/typescript/bin/tsc', ${JSON.stringify(`
const { existsSync } = require('node:fs');
if (existsSync('broken')) { console.log('x.ts(1,1): error'); process.exit(1); }
console.log('the compiler talks on standard output');
`)});
writeFileSync('node_modules/typescript/package.json', '{ "type": "commonjs" }');
mkdirSync('node_modules/esbuild', { recursive: true });
writeFileSync('node_modules/esbuild/package.json', '{ "type": "module", "exports": "./main.js" }');
writeFileSync('node_modules/esbuild/main.js', ${JSON.stringify(`
import { cpSync, mkdirSync } from 'node:fs';
export async function build({ entryPoints, outdir }) {
  mkdirSync(outdir, { recursive: true });
  const outputs = {};
  for (const [name, source] of Object.entries(entryPoints)) {
    if (name !== 'command-line') cpSync(source, outdir + '/' + name + '.js');
    outputs['packages/cli/dist/' + name + '.js'] = {};
  }
  return { metafile: { inputs: {}, outputs } };
}
`)});
`;

const setUp = [
  'Installing the dependencies with npm ci (needed once, and after the lock file changes) ...',
  'npm talks on standard output',
  'Installed in N s.',
];
const built = ['Building packages/cli ...', 'the compiler talks on standard output', 'Built in N s.'];
const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('');

function workingClone(): void {
  write('npm-fake.mjs', workingNpm);
  write('packages/cli/package.json', '{ "type": "module" }');
  write('packages/cli/src/main.ts', "console.log('ran', ...process.argv.slice(2)); process.exitCode = 7;");
  write('packages/cli/src/remote/node-remote.ts', '');
  write('packages/cli/src/bridge/live-bridge.ts', '');
}

test('a fresh clone installs, builds and runs, and only the command writes to standard output', () => {
  workingClone();
  expect(run('start.mjs', ['a', '--b'])).toEqual({
    status: 7,
    stdout: 'ran a --b\n',
    stderr: lines(...setUp, ...built),
  });
  expect(run('start.mjs', ['c'])).toEqual({ status: 7, stdout: 'ran c\n', stderr: '' });
});

test('a changed source is built again, a changed lock file is installed again', () => {
  workingClone();
  run('start.mjs');
  write('packages/cli/src/main.ts', "console.log('ran anew');");
  expect(run('start.mjs')).toEqual({ status: 0, stdout: 'ran anew\n', stderr: lines(...built) });
  utimesSync(join(clone, 'packages/cli/src/main.ts'), 1, 1);
  expect(run('start.mjs').stderr).toBe(lines(...built));
  rmSync(join(clone, 'packages/cli/dist'), { recursive: true });
  expect(run('start.mjs').stderr).toBe(lines(...built));
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.1' } } }));
  expect(run('start.mjs').stderr).toBe(lines(...setUp, ...built));
});

test('an optional package that was left out for this platform does not count as missing', () => {
  workingClone();
  run('start.mjs');
  const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', optional: true } };
  write('package-lock.json', JSON.stringify({ packages }));
  expect(run('start.mjs').stderr).toBe(lines(...built));
});

test('what was built from a removed source is removed', () => {
  workingClone();
  const built = ['acp/dist/old', 'cli/dist/modules/old'];
  write('packages/acp/src/old.ts', '');
  write('packages/cli/src/old.ts', '');
  for (const path of built) for (const end of ['js', 'd.ts', 'json']) write(`packages/${path}.${end}`, '{}');
  write('packages/cli/dist/old.js', '');
  write('packages/cli/dist/old/command.js', '');
  run('start.mjs');
  for (const path of built) expect(existsSync(join(clone, `packages/${path}.js`))).toBe(true);
  rmSync(join(clone, 'packages/acp/src/old.ts'));
  write('packages/acp/src/new.ts', '');
  rmSync(join(clone, 'packages/cli/src/old.ts'));
  run('start.mjs');
  const left = [
    ...built.flatMap((path) => ['js', 'd.ts', 'json'].map((end) => `${path}.${end}`)),
    'cli/dist/old.js',
    'cli/dist/old',
  ];
  expect(left.filter((path) => existsSync(join(clone, 'packages', path)))).toEqual([
    'acp/dist/old.json',
    'cli/dist/modules/old.json',
  ]);
});

test('a failed install is told in one sentence', () => {
  write('npm-fake.mjs', 'process.exit(1);');
  expect(run('start.mjs')).toEqual({
    status: 1,
    stdout: '',
    stderr: lines(
      setUp[0] ?? '',
      'emend: The dependencies could not be installed; npm says why above. Is this machine connected to the network?',
    ),
  });
});

test('a failed build is told in one sentence and tried again', () => {
  workingClone();
  write('broken', '');
  const said = lines(
    'Building packages/cli ...',
    'x.ts(1,1): error',
    'emend: The sources do not compile; the compiler says where above.',
  );
  expect(run('start.mjs')).toEqual({ status: 1, stdout: '', stderr: lines(...setUp) + said });
  expect(run('start.mjs')).toEqual({ status: 1, stdout: '', stderr: said });
});

test('an old Node is told in one sentence', () => {
  write('package.json', '{ "type": "module", "engines": { "node": ">=99.1" } }');
  const stderr = `emend: Node 99.1 or newer is needed, and this is Node ${process.versions.node}.\n`;
  expect(run('start.mjs')).toEqual({ status: 1, stdout: '', stderr });
});

test('of two versions of Node, the older is told from the newer', () => {
  const program = `
    import { isAtLeast } from ${JSON.stringify(new URL('../scripts/parts/node-version.mjs', import.meta.url).href)};
    const cases = [['20.11.0', '20.11'], ['20.10.9', '20.11'], ['18.20.1', '20.11'], ['22.0.0', '20.11'], ['9.99.9', '20.11']];
    console.log(JSON.stringify(cases.map(([version, least]) => isAtLeast(version, least))));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([true, false, false, true, false]);
});

test('a missing npm is told in one sentence', () => {
  const stderr = lines(
    setUp[0] ?? '',
    'emend: npm is needed to install the dependencies and was not found; it comes with Node from nodejs.org.',
  );
  expect(run('start.mjs', [], { npm_execpath: '', PATH: ['', clone].join(delimiter) })).toEqual({
    status: 1,
    stdout: '',
    stderr,
  });
});

test('a turn left behind by a process that is gone is taken over', () => {
  workingClone();
  write('.cache/install.turn/pid', '999999999');
  write('.cache/build.turn/pid', '999999999');
  expect(run('start.mjs')).toEqual({ status: 7, stdout: 'ran chat\n', stderr: lines(...setUp, ...built) });
});

test('totals count what failed in and outside of tests, each with what was wrong and where', () => {
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  write(
    'scripts/vitest-fake.mjs',
    `import { runVitest } from './parts/vitest.mjs';
    import { writeFileSync } from 'node:fs';
    writeFileSync('totals.json', JSON.stringify(await runVitest({ env: { FORCE_COLOR: '1' } })));`,
  );
  write(
    'a.test.mjs',
    `import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
test('passes', () => {});
test.skip('waits', () => {});
test('one is two', () => expect({ one: 1 }).toEqual({ one: 2 }));
test('all are small', () =>
  fc.assert(fc.property(fc.nat(), (n) => { expect([n < 5]).toEqual([true]); }), { seed: 1 }));
describe('prepared', () => {
  beforeAll(() => { throw new TypeError('no preparation'); });
  test('never runs', () => {});
});
test('leaves something behind', () => void Promise.reject(new Error('left behind')));`,
  );
  write('b.test.mjs', "import './missing.mjs';");
  run('vitest-fake.mjs');
  const { failures, ...numbers } = JSON.parse(readFileSync(join(clone, 'totals.json'), 'utf8'));
  expect(failures.map((text: string) => text.replaceAll(`${realpathSync(clone)}/`, ''))).toMatchInlineSnapshot(`
    [
      "a.test.mjs: prepared
        TypeError: no preparation
        at a.test.mjs:9:27",
      "a.test.mjs: one is two
        AssertionError: expected { one: 1 } to deeply equal { one: 2 }
        - Expected
        + Received
          {
        -   "one": 2,
        +   "one": 1,
          }
        at a.test.mjs:5:45",
      "a.test.mjs: all are small
        AssertionError: expected [ false ] to deeply equal [ true ]
        - Expected
        + Received
          [
        -   true,
        +   false,
          ]
        at a.test.mjs:7:60
        Property failed after 1 tests
        { seed: 1, path: "0:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:0", endOnFailure: true }
        Counterexample: [5]
        Shrunk 30 time(s)",
      "b.test.mjs: the file itself
        Cannot find module './missing.mjs' imported from b.test.mjs
        at b.test.mjs:1:1",
      "outside of any test
        left behind
        at a.test.mjs:12:59",
    ]
  `);
  expect(numbers).toEqual({ passed: 2, failed: 5, skipped: 2 });
});

test('a run of vitest that ends without a report is told', () => {
  write('node_modules/vitest/vitest.mjs', 'process.exit(9);');
  write(
    'scripts/vitest-fake.mjs',
    "import { runVitest } from './parts/vitest.mjs'; console.log(JSON.stringify(await runVitest({})));",
  );
  expect(JSON.parse(run('vitest-fake.mjs').stdout)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['vitest ended with status 9 and left no report'],
  });
});

test('what failed is told at the end, by the last lines of the program that failed', () => {
  write('broken.mjs', "console.error('\\u001b[31mone is wrong\\u001b[39m'); process.exitCode = 3;");
  write('chatty.mjs', "for (let line = 1; line <= 100; line++) console.log('line ' + line); process.exitCode = 1;");
  write(
    'scripts/checks-fake.mjs',
    `import { program, runChecks } from './parts/checks.mjs';
    import { within } from './parts/root.mjs';
    await runChecks(['broken', 'chatty'].map((name) => program('The ' + name + ' one', within(name + '.mjs'), [])));`,
  );
  const { status, stdout } = run('checks-fake.mjs');
  expect(status).toBe(1);
  const end = stdout.slice(stdout.indexOf('line 100\n') + 'line 100\n'.length).replace(/\d+\.\d s/g, 'N s');
  const last = Array.from({ length: 40 }, (_, index) => `    line ${index + 61}`);
  expect(end.split('\n')).toEqual([
    '',
    'The broken one: FAILED in N s',
    'The chatty one: FAILED in N s',
    '',
    'What failed:',
    '',
    'The broken one: ended with status 3 after writing',
    '    one is wrong',
    '',
    'The chatty one: ended with status 1 after writing',
    ...last,
    '',
    '0 passed, 2 failed, 0 skipped',
    '',
  ]);
});

test('many failures share the lines at the end, and each keeps its name', () => {
  write(
    'scripts/fitted-fake.mjs',
    `import { fitted } from './parts/failure-text.mjs';
    const texts = ['a', 'b\\n1\\n2', 'c\\n1\\n2\\n3\\n4'];
    console.log(JSON.stringify([99, 8, 5, 1].map((most) => fitted(texts, most))));`,
  );
  expect(JSON.parse(run('fitted-fake.mjs').stdout)).toEqual([
    ['a', 'b\n1\n2', 'c\n1\n2\n3\n4'],
    ['a', 'b\n1\n2', 'c\n1\n2\n3'],
    ['a', 'b\n1', 'c\n1'],
    ['a', 'b', 'c'],
  ]);
});
