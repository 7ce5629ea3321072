import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { prepareReports, reportFile, writeReports } from './report-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('[CK9] a report is asked for by its format and its file', () => {
  expect(reportFile('json=a=b.json')).toEqual({ format: 'json', path: 'a=b.json' });
  for (const wrong of ['json', 'json=', '=x', 'html=x', 'constructor=x', '']) {
    expect(() => reportFile(wrong)).toThrow(
      new InvalidArgumentError('It must be FORMAT=FILE with one of the formats json, junit, markdown.'),
    );
  }
});

test('[CK9] a report replaces what was there, in a folder that is made for it', () => {
  const report = { format: 'json', path: join(folder, 'new', 'r.json') } as const;
  const summary = { pass: 0, fail: 0, warn: 0, skip: 0 };
  prepareReports([report]);
  writeReports([report], { kind: 'agent', dialects: ['1', 'june'], summary, checks: [] });
  writeReports([report], { kind: 'agent', dialects: ['1'], summary, checks: [] });
  prepareReports([report]);
  expect(JSON.parse(readFileSync(report.path, 'utf8'))).toEqual({
    kind: 'agent',
    dialects: ['1'],
    summary,
    checks: [],
  });
});

test('[CK9] a report that cannot be written is told before anything runs', () => {
  expect(() => prepareReports([{ format: 'json', path: folder }])).toThrow(
    `${folder} cannot be written: illegal operation on a directory.`,
  );
});
