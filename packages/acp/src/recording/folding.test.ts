import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { Dialect } from '../protocol/dialects.ts';
import { type FoldedSession, foldedSession } from '../session/folded.ts';
import { LineHold } from './dialect-lines.ts';
import { Folding, type FoldingCheckpoint } from './folding.ts';
import type { InputLine } from './input-line.ts';
import { LineTranslation, type TranslatedLine } from './line-translation.ts';
import { readLine } from './read-line.ts';
import { anyRecording, recordingsOf } from './test-support/random-recordings.ts';

const numRuns = counts({ short: 60, long: 3_000 });

function linesOf(texts: readonly string[]): readonly InputLine[] {
  return texts.flatMap((text, index) => readLine(index + 1, text) ?? []);
}

function dialectOf(lines: readonly InputLine[]): Dialect {
  const hold = new LineHold();
  hold.take(lines);
  return hold.likely;
}

function folded(folding: Folding): Record<string, FoldedSession> {
  return Object.fromEntries(Array.from(folding.sessions, ([id, state]) => [`session ${id}`, foldedSession(state)]));
}

test('[RC60] every line is a message, a text or a problem', () => {
  const message = { jsonrpc: '2.0', method: '_x' };
  const entry = { at: 1, from: 'agent', message };
  const noise = { at: 1, from: 'stderr', text: 'oh' };
  const bare = { jsonrpc: '2.0', at: 1, from: 'agent', message };
  expect([entry, noise, bare, message].map((value) => readLine(3, JSON.stringify(value)))).toEqual([
    { kind: 'message', line: 3, message, entry },
    { kind: 'text', line: 3, entry: noise },
    { kind: 'message', line: 3, message: bare, entry: undefined },
    { kind: 'message', line: 3, message, entry: undefined },
  ]);
  expect([' \t', '{"a" 1}'].map((text) => readLine(4, text))).toEqual([
    undefined,
    { kind: 'problem', line: 4, expected: 'a JSON text', found: "'1' at column 6" },
  ]);
});

test('[RC61] lines are held back until the dialect is certain, at most 10,000 of them', () => {
  const prompt: InputLine = { kind: 'message', line: 1, message: { jsonrpc: '2.0', method: '_x' }, entry: undefined };
  const initialized: InputLine = { ...prompt, message: { jsonrpc: '2.0', id: 0, result: { protocolVersion: 1 } } };
  const hold = new LineHold();
  expect(hold.take([prompt])).toBeUndefined();
  expect(hold.take([initialized, prompt])).toEqual({ dialect: 'v1', lines: [prompt, initialized, prompt] });
  expect(hold.take([prompt])).toEqual({ dialect: 'v1', lines: [prompt] });
  expect(hold.end()).toBeUndefined();

  const many = Array.from({ length: 10_000 }, () => prompt);
  const doubtful = new LineHold();
  expect(doubtful.take(many.slice(1))).toBeUndefined();
  expect(doubtful.take([prompt])).toEqual({ dialect: 'june', lines: many });
  const short = new LineHold();
  short.take([prompt]);
  expect(short.end()).toEqual({ dialect: 'june', lines: [prompt] });
  expect(new LineHold('november').take([prompt])).toEqual({ dialect: 'november', lines: [prompt] });
});

test('[RC62, RC63] a fold from any checkpoint, of translations that were written and read, comes to the same', () => {
  fc.assert(
    fc.property(anyRecording, fc.nat(), (texts, any) => {
      const lines = linesOf(texts);
      const dialect = dialectOf(lines);
      const straight = new Folding();
      straight.dialect = dialect;
      for (const line of lines) straight.read(line);

      const translation = dialect === 'v1' ? new LineTranslation(dialect) : undefined;
      const spool = lines.map((line) => JSON.stringify(translation?.translate(line)));
      const read = (folding: Folding, from: number, end: number) => {
        for (let index = from; index < end; index++) {
          const kept = spool[index];
          const line = lines[index] as InputLine;
          if (kept === undefined) folding.read(line);
          else folding.readTranslated(line.line, JSON.parse(kept) as TranslatedLine);
        }
      };
      const first = new Folding();
      if (dialect !== 'v1') first.dialect = dialect;
      const place = any % (lines.length + 1);
      const steps = [Math.floor(place / 2), place];
      const checkpoints: FoldingCheckpoint[] = [];
      let at = 0;
      for (const step of steps) {
        read(first, at, step);
        checkpoints.push(first.checkpoint());
        at = step;
      }
      read(first, at, lines.length);
      expect(folded(first)).toEqual(folded(straight));
      for (const [index, checkpoint] of checkpoints.entries()) {
        const later = new Folding({}, checkpoint);
        read(later, steps[index] as number, lines.length);
        expect(folded(later)).toEqual(folded(straight));
      }
    }),
    { numRuns },
  );
});

test('[RC64] sessions beyond the limit are left out, and the others are as they were', () => {
  fc.assert(
    fc.property(recordingsOf('june'), (texts) => {
      const all = new Folding();
      const some = new Folding({ sessions: 1 });
      for (const line of linesOf(texts)) {
        all.read(line);
        some.read(line);
      }
      expect([...some.sessions]).toEqual([...all.sessions].slice(0, 1));
    }),
    { numRuns },
  );
});

test('[RC65] notices and compactions of v1 have a place in the state', () => {
  const update = (fields: object) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: fields } });
  const folding = new Folding();
  folding.dialect = 'v1';
  const texts = [
    update({ sessionUpdate: 'notice', severity: 'info', title: 'Low on credit' }),
    update({ sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' }),
    update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: { type: 'text', text: 'Short.' } }),
    update({ sessionUpdate: '_own' }),
  ];
  for (const line of linesOf(texts)) folding.read(line);
  folding.end();
  const state = folding.sessions.get('s');
  expect({ notices: state?.notices.map(({ notice }) => notice.title), ...(state && foldedSession(state)) }).toEqual({
    notices: ['Low on credit'],
    activity: { state: 'idle' },
    terminals: [],
    messages: [],
    toolCalls: [],
    plans: [],
    compactions: [{ compactionId: 'k', status: 'in_progress', summary: [{ type: 'text', text: 'Short.' }] }],
    timeline: [{ compaction: 'k' }, { unknown: { sessionUpdate: '_own' } }],
    availableCommands: [],
    configOptions: [],
    diagnostics: [],
  });
});
