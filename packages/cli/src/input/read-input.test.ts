import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { someOf } from '../../../../test/support/counts.ts';
import { unprivileged } from '../../../../test/support/unprivileged.ts';
import { Problem } from '../output/problem.ts';
import { runNode } from '../test-support/built-command.ts';
import { collect } from '../test-support/collect.ts';
import { readInput } from './read-input.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-input-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(buildPackages);

const built = pathToFileURL(fileURLToPath(new URL('../../dist/modules/input/read-input.js', import.meta.url))).href;
const program = `
  const { readInput } = await import(${JSON.stringify(built)});
  const lines = [];
  for await (const batch of readInput(process.argv[1])) lines.push(...batch);
  console.log(JSON.stringify({ lines: lines.length, first: lines[0], last: lines.at(-1), peak: process.resourceUsage().maxRSS }));
`;

async function readInChild(file: string | undefined, input: string | Buffer) {
  const args = ['--input-type=module', '-e', program, ...(file === undefined ? [] : [file])];
  const { status, stdout, stderr } = await runNode(args, input);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const problemOf = async (file: string) => collect(readInput(file)).catch((error: unknown) => error);

test('[IN2] a name is a file', async () => {
  const file = join(folder, 'two.ndjson');
  writeFileSync(file, '{"a":1}\n{"b":2}\n');
  expect(await collect(readInput(file))).toEqual([
    [
      { kind: 'message', line: 1, message: { a: 1 }, entry: undefined },
      { kind: 'message', line: 2, message: { b: 2 }, entry: undefined },
    ],
  ]);
});

test.each([[undefined], ['-']])('[IN2] standard input is read for %s', async (file) => {
  expect(await readInChild(file, '1\n2')).toMatchObject({ lines: 2, last: { kind: 'message', line: 2, message: 2 } });
});

test('[IN3] a missing file is one sentence', async () => {
  expect(await problemOf(join(folder, 'none'))).toEqual(new Problem(`There is no file ${join(folder, 'none')}.`));
});

test('[IN3] a directory is one sentence', async () => {
  expect(await problemOf(folder)).toEqual(new Problem(`${folder} is a directory, not a file.`));
});

test('[IN3] a file that may not be read is one sentence', async () => {
  const file = join(folder, 'secret');
  writeFileSync(file, '1\n');
  chmodSync(file, 0);
  const problem = await unprivileged([folder, file], () => problemOf(file));
  expect(problem).toEqual(new Problem(`${file} may not be read: permission denied.`));
});

test('[IN3] a path through a file is one sentence', async () => {
  const file = join(folder, 'plain');
  writeFileSync(file, '1\n');
  const problem = await problemOf(join(file, 'inner'));
  expect(problem).toBeInstanceOf(Problem);
  expect((problem as Problem).message).toMatch(/^.*inner cannot be read: not a directory\.$/);
});

// To read it takes seconds: in the long run only.
test.each(someOf([800], 0))('[IN8] a line of %i MiB is not kept in memory', async (size) => {
  const file = join(folder, 'long.ndjson');
  writeFileSync(file, '1\n');
  // A hole in the file, which takes no room on the disk and is read as zeros.
  truncateSync(file, size * 1024 * 1024);
  writeFileSync(file, '\n2\n', { flag: 'a' });
  const { lines, last, peak } = await readInChild(file, '');
  expect({ lines, last }).toEqual({ lines: 3, last: { kind: 'message', line: 3, message: 2 } });
  expect(peak / 1024).toBeLessThan(550);
});
