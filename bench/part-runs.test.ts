import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Outcome } from './harness.ts';
import { runParts } from './part-runs.ts';

const outcome = (name: string): Outcome => ({
  measure: { name, unit: 'ms', better: 'lower', goal: { text: 'at most 1', bounds: [] } },
  figures: { ours: { median: 0.5, spread: 0 } },
});

/** Three parts: one with a measure that fails beside one that does not, one that dies, and one that cannot get ready. */
const program = `
const [name, part, flag] = process.argv.slice(2);
const outcome = (measure) => ({ ...${JSON.stringify(outcome(''))}, measure: { ...${JSON.stringify(outcome('').measure)}, name: measure } });
const news = {
  0: [
    { type: 'began', measure: 'one' },
    { type: 'failed', measure: 'one', error: 'only 2 of 3 updates came' },
    { type: 'began', measure: 'two' },
    { type: 'measured', outcome: outcome(\`two of \${name} \${flag}\`) },
  ],
  1: [{ type: 'began', measure: 'three' }],
  2: [],
};
for (const each of news[part]) await new Promise((resolve) => process.send(each, resolve));
if (part === '1') process.kill(process.pid, 'SIGKILL');
process.exit(part === '2' ? 1 : 0);
`;

test('all parts run, whatever becomes of the others, and each failure names its bench', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'part.mjs');
  writeFileSync(file, program);
  const told: unknown[] = [];
  await runParts(
    'log',
    3,
    { file, flags: ['--quick'] },
    {
      begins: (what) => told.push(what),
      shows: (shown) => told.push(shown),
      fails: (sentence) => told.push(sentence),
    },
  );
  expect(told).toEqual([
    'log: getting ready',
    'log: one',
    'log: one failed: only 2 of 3 updates came',
    'log: two',
    outcome('two of log --quick'),
    'log: getting ready',
    'log: three',
    'log: three failed: its process was ended by SIGKILL.',
    'log: getting ready',
    'log: getting ready failed: its process ended with status 1.',
  ]);
});
