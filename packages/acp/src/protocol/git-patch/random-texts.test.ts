import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Chance } from '../../../../../soak/chance.ts';
import { counts } from '../../../../../test/support/counts.ts';
import { seededChance } from '../../../../../test/support/seed.ts';
import { hunkTexts } from './hunk.ts';
import { readGitPatch } from './read.ts';
import { gitPatch } from './write.ts';

const lines = [
  '',
  'a',
  'b',
  ' a',
  '-- x',
  '++ y',
  '@@ -1 +1 @@',
  'diff --git /a /a',
  '\\ No newline',
  'é😀',
  'c\r',
  '\t',
  'x'.repeat(80),
];
const names = ['/w/a', '/w/my file', '/w/é', '/w/"q"', '/w/b\\c', '/w/t\tab', '/w/x y/z ', '/w/a a', '/w/ '];

function randomText(chance: Chance): string {
  let text = '';
  const most = chance.percent(90) ? 12 : 200;
  for (let count = chance.between(0, most); count > 0; count--) {
    text += chance.pick(lines);
    if (count > 1 || chance.percent(60)) text += '\n';
  }
  return text;
}

/** Returns a text that shares most of its lines with another. */
function changedText(text: string, chance: Chance): string {
  const kept = text.split('\n').flatMap((line) => {
    if (chance.percent(80)) return [line];
    return chance.percent(50) ? [] : [line, chance.pick(lines)];
  });
  return kept.join('\n');
}

test('[N116] two texts and their name come back from their patch', () => {
  const chance = seededChance();
  for (let count = counts({ short: 1_000, long: 20_000 }); count > 0; count--) {
    const oldText = chance.percent(20) ? null : randomText(chance);
    const newText = oldText === null || chance.percent(30) ? randomText(chance) : changedText(oldText, chance);
    const path = chance.pick(names);
    const operation = oldText === null ? 'add' : 'modify';
    const patch = gitPatch({ operation, path, oldText, newText });
    if (oldText === newText) {
      expect(patch).toBeUndefined();
      continue;
    }
    const [part, ...others] = readGitPatch(patch ?? '');
    if (part?.type !== 'section') throw new Error(`not read: ${patch}`);
    const [texts = { oldText: '', newText: '' }, ...more] = part.hunks.map(hunkTexts);
    const found = [
      part.operation,
      part.path,
      part.oldPath,
      texts.oldText,
      texts.newText,
      `${others.length} ${more.length}`,
    ];
    const expected = [operation, path, path, oldText ?? '', newText, '0 0'];
    // Comparing by hand first, because an assertion takes longer than all the rest.
    if (found.join('|') !== expected.join('|')) expect(found).toEqual(expected);
  }
});

test('[N116] git takes the patches and gives the new text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-patch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const chance = seededChance();
  const total = counts({ short: 20, long: 200 });
  // One directory a file, so that one run of git applies them all.
  const made = Array.from({ length: total }, (_, index) => {
    const path = `/${index}${chance.pick(names)}`;
    const oldText = chance.percent(20) ? null : randomText(chance);
    // Git does not take an absolute name from the first line alone, which is all that an empty file has.
    const newText = oldText === null ? `${randomText(chance)}x` : changedText(oldText, chance);
    const patch = gitPatch({ operation: oldText === null ? 'add' : 'modify', path, oldText, newText }) ?? '';
    return { path, oldText, newText, patch };
  });
  for (const { path, oldText } of made) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    if (oldText !== null) writeFileSync(join(folder, path), oldText);
  }
  writeFileSync(join(folder, 'all.patch'), made.map(({ patch }) => patch).join(''));
  execFileSync('git', ['-c', 'core.autocrlf=false', 'apply', '--whitespace=nowarn', 'all.patch'], { cwd: folder });
  const found = made.map(({ path }) => readFileSync(join(folder, path), 'utf8'));
  expect(found).toEqual(made.map(({ newText }) => newText));
});

test('texts that would take long to compare are replaced as a whole, and huge ones take time by their size', () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
  const pairs = [
    [many(10_000, (index) => `${index}`), many(10_000, (index) => `${index * 7919}`)],
    [many(30_000, () => 'a'), many(30_000, (index) => (index % 2 === 0 ? 'a' : 'b'))],
    ['x'.repeat(4_000_000), 'y'.repeat(4_000_000)],
  ] as const;
  for (const [oldText, newText] of pairs) {
    const [part] = readGitPatch(gitPatch({ operation: 'modify', path: '/a', oldText, newText }) ?? '');
    expect(part?.type === 'section' && part.hunks.map(hunkTexts)).toEqual([{ oldText, newText }]);
  }
});

test('patches made to take long are read in time by their size', () => {
  const sections = 'diff --git /a /a\n--- /a\n+++ /a\n@@ -1,999999 +1 @@\n-x\n'.repeat(20_000);
  expect(readGitPatch(sections)).toHaveLength(20_000);
  expect(readGitPatch('\n'.repeat(1_000_000))).toEqual([]);
  expect(readGitPatch(`diff --git "${'\\303'.repeat(300_000)}`)).toHaveLength(1);
  expect(readGitPatch(`diff --git ${'a '.repeat(500_000)}`)).toHaveLength(1);
  expect(readGitPatch(`diff --git /a /a\n--- /a\n+++ /a\n${'@@ -1 +1 @@\n-x\n+y\n'.repeat(50_000)}`)).toHaveLength(1);
});
