import type { CheckResult, SeenFrame } from '@emend/acp/testing';
import { expect, test } from 'vitest';
import { findingRows, skippedRows } from './finding-words.ts';

const about = {
  id: 'prompt.one-answer',
  dialect: '1',
  requirements: ['A32', 'B5'],
  title: 'a prompt is answered once.',
};
const textOf = (rows: readonly (readonly { readonly text: string }[])[]) =>
  rows.map((row) => row.map(({ text }) => text).join(''));

test('[CK3] a finding has the rule, what is right, what was seen with its frames, and how to repeat it', () => {
  const frames: SeenFrame[] = [
    { from: 'client', message: { id: 3, method: 'session/prompt' } },
    { from: 'agent', message: { id: 3, result: null } },
  ];
  const result: CheckResult = { ...about, verdict: 'fail', reason: 'it was answered 2 times', frames };
  expect(textOf(findingRows(result, 'agent', 'emend check agent -- x'))).toEqual([
    'FAIL prompt.one-answer (1)  A32 B5',
    '  expected  A right agent: a prompt is answered once.',
    '  seen      it was answered 2 times',
    '            client {"id":3,"method":"session/prompt"}',
    '            agent  {"id":3,"result":null}',
    '  repeat    emend check agent -- x',
  ]);
  expect(textOf(findingRows({ ...about, verdict: 'warn', reason: 'a habit' }, 'agent', 'x'))[0]).toBe(
    'WARN prompt.one-answer (1)  A32 B5',
  );
});

test('[CK3] [CK4] the last lines of the standard error are part of a finding, neutral', () => {
  const stderr = `${Array.from({ length: 9 }, (_, at) => `line ${at}`).join('\n')}\nlast\x1b[2J\n`;
  const rows = textOf(findingRows({ ...about, verdict: 'fail', reason: 'it ended', stderr }, 'agent', 'x'));
  expect(rows.slice(3)).toEqual([
    '  stderr    line 5',
    ...[6, 7, 8].map((at) => `            line ${at}`),
    '            last␛[2J',
    '  repeat    x',
  ]);
});

test('[CK3] what is no finding has no rows', () => {
  expect(findingRows({ ...about, verdict: 'pass' }, 'agent', 'x')).toEqual([]);
  expect(findingRows({ ...about, verdict: 'skip', reason: 'no' }, 'agent', 'x')).toEqual([]);
});

test('[CK4] what a peer wrote is neutral and cut', () => {
  const frames: SeenFrame[] = [
    { from: 'agent', text: `\x1b[2J\u202e\nnoise${'x'.repeat(700)}` },
    { from: 'agent', message: { '\x1b': '\x9b\u202e\n' } },
    ...Array.from({ length: 6 }, (_, id): SeenFrame => ({ from: 'agent', message: { id } })),
  ];
  const result: CheckResult = {
    ...about,
    verdict: 'fail',
    reason: `said "\x1b]0;x\x07\n${'y'.repeat(2_000)}"`,
    frames,
  };
  const [, , seen, ...shown] = textOf(findingRows(result, 'agent', 'x'));
  expect(seen).toBe(`  seen      said "␛]0;x␇ ${'y'.repeat(987)} … (1014 more characters)`);
  expect(shown).toEqual([
    `            agent  ␛[2J\ufffd⏎noise${'x'.repeat(589)} … (111 more characters)`,
    '            agent  {"\\u001b":"\\u009b\\u202e\\n"}',
    ...[0, 1, 2, 3].map((id) => `            agent  {"id":${id}}`),
    '            and 2 more frames, which a report has',
    '  repeat    x',
  ]);
});

test('[CK2] what was skipped is told once for each reason', () => {
  const skip = (id: string, dialect: string, reason: string): CheckResult => ({
    ...about,
    id,
    dialect,
    verdict: 'skip',
    reason,
  });
  const results = [
    skip('a', '1', 'no prompt'),
    skip('a', 'june', 'no prompt'),
    skip('b', '1', 'not \x1badvertised'),
    skip('c', '1', 'no prompt'),
    { ...about, verdict: 'pass' as const },
  ];
  expect(textOf(skippedRows(results))).toEqual(['SKIP no prompt: a, c', 'SKIP not ␛advertised: b']);
});
