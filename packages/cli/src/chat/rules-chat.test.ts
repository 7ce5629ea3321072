import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { runEmend } from '../test-support/built-command.ts';

beforeAll(buildPackages);

test('permissions are given and rejected by the rules of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'rules.json');
  const chatBy = async (rule: object) => {
    writeFileSync(file, JSON.stringify({ rules: [rule] }));
    const { stdout, stderr } = await runEmend(['chat', '-p', '/permission', '--permissions', file]);
    return [stdout.includes('You allowed it'), stderr];
  };
  const what = `delete: Delete build/\n  | ${join(process.cwd(), 'build')}\n`;
  expect(await chatBy({ decision: 'allow', kind: 'delete', path: 'build', name: 'clean' })).toEqual([
    true,
    `emend: Permission was given by rule 1 of ${file} (clean): ${what}`,
  ]);
  expect(await chatBy({ decision: 'reject', path: 'BUILD/**' })).toEqual([
    false,
    `emend: Permission was rejected by rule 1 of ${file}: ${what}`,
  ]);
  expect(await chatBy({ decision: 'allow', path: 'src/**' })).toEqual([
    false,
    `emend: Permission was rejected, since nobody can be asked here: ${what}`,
  ]);
});
