import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandFile, runEmend } from '../test-support/built-command.ts';

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'emend-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const exported = (store: string, ...rest: string[]) => runEmend(['agent', '--store', store, '--export', ...rest]);

test('the sessions of a store are written as messages that other commands read, without what was redacted', async () => {
  const store = join(scratchFolder(), 'store');
  const agent = [process.execPath, commandFile, 'agent', '--pace', '0', '--store', store];
  await runEmend(['chat', '--prompt', '/redact my own secret', '--', ...agent]);
  await runEmend(['chat', '--prompt', '/usage', '--', ...agent]);
  // A write-ahead log is put away by whoever writes.
  const wal = join(store, 'sessions.sqlite-wal');
  writeFileSync(wal, '');
  const all = await exported(store);
  expect([all.status, all.stderr, existsSync(wal)]).toEqual([0, '', true]);
  const loads = all.stdout.split('\n').filter((line) => line.includes('"method":"session/resume"'));
  const ids = loads.map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids).toHaveLength(2);
  const older = await exported(store, ids[1] as string);
  expect(all.stdout.endsWith(older.stdout)).toBe(true);
  // Gone from the answer, from the prompt that had it, and from the title.
  expect(older.stdout.split('[removed by a guardrail]')).toHaveLength(3);
  expect(older.stdout).not.toContain('secret');
  const validated = await runEmend(['validate'], all.stdout);
  expect([validated.status, validated.stdout]).toEqual([0, '']);
  const folded = await runEmend(['fold'], all.stdout);
  expect([folded.status, Object.keys(JSON.parse(folded.stdout).sessions)]).toEqual([0, ids]);
});

test('a store or a session that is not there is said, and none is made', async () => {
  const store = scratchFolder();
  expect(await exported(store)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('There are no sessions in'),
  });
  await runEmend(['agent', '--store', store]);
  const unknown = await exported(store, 'none');
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('There is no session "none"')]);
  const lone = await runEmend(['agent', '--export']);
  expect([lone.status, lone.stderr]).toEqual([2, expect.stringContaining("needs '--store <dir>'")]);
});

test('a folder that cannot be made is said', async () => {
  const file = join(scratchFolder(), 'file');
  writeFileSync(file, '');
  for (const store of [file, join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/none/below'] : [])]) {
    const { status, stderr } = await runEmend(['agent', '--store', store]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`The sessions cannot be kept in ${store}: `)]);
  }
});
