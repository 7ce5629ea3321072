import type { CheckResult, Verdict } from '@emend/acp/testing';
import { expect, test } from 'vitest';
import { AreaProgress, LineProgress } from './progress.ts';

function result(id: string, verdict: Verdict, dialect = '1'): CheckResult {
  const reason = verdict === 'pass' ? {} : { reason: `because\tof \x1b${id}` };
  return { id, dialect, verdict, requirements: ['A1', 'B2'], title: 'it does so.', ...reason };
}

const results = [
  result('handshake.answers', 'pass'),
  result('handshake.name', 'fail'),
  result('prompt.one', 'warn'),
  result('prompt.two', 'skip'),
  result('handshake.answers', 'pass', 'june'),
];

test('[CK2] in a pipe there is a line for each check', () => {
  let written = '';
  const progress = new LineProgress((text) => {
    written += text;
  });
  for (const each of results.slice(0, 2)) progress.take(each);
  progress.end();
  expect(written).toBe(
    'pass\t1\thandshake.answers\tA1,B2\tit does so.\nfail\t1\thandshake.name\tA1,B2\tbecause    of ␛handshake.name\n',
  );
});

/** What stands on the terminal, line by line, after what was written. */
function shown(written: string): string[] {
  return written.split('\n').map((line) => line.split('\r').at(-1) ?? '');
}

function areas(taken: number): string[] {
  let written = '';
  const progress = new AreaProgress((text) => {
    written += text;
  }, 'none');
  progress.begin(results);
  for (const each of results.slice(0, taken)) progress.take(each);
  progress.end();
  return shown(written);
}

test('[CK2] on a terminal there is a line for each area, which counts up', () => {
  const handshake = '✗ 1 handshake     1 failed, 1 passed';
  const prompt = '! 1 prompt        1 warning, 1 skipped';
  expect(areas(0)).toEqual(['· 1 handshake     0 of 2', '']);
  expect(areas(1)).toEqual(['· 1 handshake     1 of 2', '']);
  expect(areas(2)).toEqual([handshake, '· 1 prompt        0 of 2', '']);
  expect(areas(5)).toEqual([handshake, prompt, '✓ june handshake  1 passed', '']);
});
