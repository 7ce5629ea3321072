import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { fileName } from './file-name.ts';

test('[IP103] a download is named after the recording, the frame and the session', () => {
  const name = (source: string, what: 'recording' | 'masked' | 'state' | 'markdown', session?: string) =>
    fileName(source, { what, frame: 7, ...(session !== undefined && { session }) });
  expect([
    name('/project/a b.ndjson', 'recording'),
    name('C:\\logs\\x.jsonl', 'masked'),
    name('x.json', 'state'),
    name('x', 'markdown', 's/../1'),
    name('con', 'recording'),
    name('..', 'markdown'),
  ]).toEqual([
    'a-b.ndjson',
    'x-masked.ndjson',
    'x-frame-7-state.json',
    'x-frame-7-s-..-1.md',
    'recording.ndjson',
    'recording-frame-7-session.md',
  ]);
});

/** Any characters, and halves of them. */
const anyName = fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) });

test('[IP103] whatever they are called, file names are safe', () => {
  fc.assert(
    fc.property(
      anyName,
      anyName,
      fc.constantFrom<('recording' | 'markdown')[]>('recording', 'markdown'),
      (source, session, what) => {
        expect(fileName(source, { what, frame: 1, session })).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,159}$/);
      },
    ),
    { numRuns: counts({ short: 100, long: 20_000 }) },
  );
});
