import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { hasLiveMember } from '../packages/acp/src/node/process/process-group.ts';
import { bundledProgram } from '../test/support/bundled-program.ts';
import { runApart } from './apart.ts';

let apart: string;
beforeAll(async () => {
  apart = await bundledProgram(new URL('./apart.ts', import.meta.url));
  return () => rmSync(apart);
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'emend-apart-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A program that can tell; gives its file. */
function program(lines: string): string {
  const file = join(folder(), 'program.mjs');
  const from = JSON.stringify(pathToFileURL(apart).href);
  writeFileSync(file, `import { endWithParent, runApart, tell } from ${from};\n${lines}`);
  return file;
}

async function ran(lines: string, ...args: string[]) {
  const news: unknown[] = [];
  const why = await runApart<unknown>(program(lines), args, (each) => news.push(each));
  return { news, why };
}

const idler = `
import { spawn } from 'node:child_process';
const idle = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
`;

test('what a program tells arrives in order and to the last, from a process with a heap of its own that can be collected', async () => {
  const text = 'x'.repeat(10_000);
  const lines = `
    const text = 'x'.repeat(10_000);
    for (let each = 0; each < 1000; each++) void tell({ each, text });
    await tell({ own: process.pid !== ${process.pid}, gc: typeof gc, args: process.argv.slice(2) });
    process.exit();`;
  expect(await ran(lines, 'a', '--b')).toEqual({
    news: [
      ...Array.from({ length: 1000 }, (_, each) => ({ each, text })),
      { own: true, gc: 'function', args: ['a', '--b'] },
    ],
    why: undefined,
  });
});

test('a program that does not come to its end is named with the reason, and what it had told counts', async () => {
  expect([
    await ran('await tell(1); process.exit(3);'),
    await ran('await tell(2); process.kill(process.pid, "SIGKILL"); await new Promise(() => {});'),
    await ran('endWithParent(); await tell(3); await new Promise(() => {});'),
  ]).toEqual([
    { news: [1], why: 'its process ended with status 3' },
    { news: [2], why: 'its process was ended by SIGKILL' },
    { news: [3], why: 'its process ended with status 13' },
  ]);
});

test('what a program started and stored is gone when it has ended', async () => {
  const { news, why } = await ran(`${idler}
    import { writeFileSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    writeFileSync(tmpdir() + '/large', 'x');
    await tell({ group: process.pid, folder: tmpdir() });
    process.exit();`);
  expect(why).toBeUndefined();
  const [told] = news as [{ group: number; folder: string }];
  expect(existsSync(told.folder)).toBe(false);
  await expect.poll(() => hasLiveMember(told.group)).toBe(false);
});

/** A process that runs a program which waits with a child of its own, and the group and the folder of that program. */
async function waiting(): Promise<{ parent: ChildProcess; group: number; folder: string }> {
  const waits = program(`${idler}
    import { tmpdir } from 'node:os';
    endWithParent();
    await tell({ group: process.pid, folder: tmpdir() });`);
  const runs = `await runApart(${JSON.stringify(waits)}, [], (news) => console.log(JSON.stringify(news)));`;
  const parent = spawn(process.execPath, [program(runs)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  return { parent, ...JSON.parse(line) };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the program and all that it started', async (signal, status) => {
  const { parent, group, folder } = await waiting();
  parent.kill(signal);
  expect(await once(parent, 'exit')).toEqual([status, null]);
  expect(existsSync(folder)).toBe(false);
  await expect.poll(() => hasLiveMember(group)).toBe(false);
});

test('a program whose parent was killed ends with all that it started', async () => {
  const { parent, group, folder } = await waiting();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  parent.kill('SIGKILL');
  await expect.poll(() => hasLiveMember(group)).toBe(false);
});
