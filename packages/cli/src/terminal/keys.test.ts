import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { type Draft, draftRows, edited, emptyDraft, inserted } from './editor.ts';
import { History, ownMemory } from './history.ts';
import { KeyReader } from './keys.ts';

const names = (text: string) => new KeyReader().push(text).map((press) => (press.type === 'key' ? press.name : press));

test('[TE8] keys have names', () => {
  expect(names('\r\x7f\x03\x1b[A\x1bOB\x1b\r\x1b[1;5C\x1b[3~\t\x1b[Z\x1b[99q')).toEqual([
    'enter',
    'backspace',
    'ctrl-c',
    'up',
    'down',
    'new-line',
    'word-right',
    'delete',
    'tab',
    'shift-tab',
  ]);
  expect(names('ab🙂\x15c')).toEqual([{ type: 'text', text: 'ab🙂' }, 'delete-to-start', { type: 'text', text: 'c' }]);
});

test('[TE8] pasted text is text, whatever is in it', () => {
  expect(names('\x1b[200~a\r\nb\x03\x1b[A\x1b[201~\r')).toEqual([{ type: 'paste', text: 'a\nb\x03\x1b[A' }, 'enter']);
});

test('[TE8] an escape character alone is a key once nothing follows', () => {
  const reader = new KeyReader();
  expect([reader.push('\x1b'), reader.isWaiting, reader.flush(), reader.isWaiting]).toEqual([
    [],
    true,
    [{ type: 'key', name: 'escape' }],
    false,
  ]);
});

test('[TE8] pieces mean the same as the whole', () => {
  const part = fc.constantFrom(
    'a',
    'bc',
    '\r',
    '\x1b[A',
    '\x1bOB',
    '\x1b[1;5C',
    '\x1b\r',
    '\x1b[200~x\ny\x1b[201~',
    '\x03',
    'é',
  );
  const merged = (presses: ReturnType<KeyReader['push']>) =>
    presses
      .map((press) =>
        press.type === 'key' ? `<${press.name}>` : press.type === 'paste' ? `{${press.text}}` : press.text,
      )
      .join('');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const whole = merged(new KeyReader().push(parts.join('')));
      const reader = new KeyReader();
      expect(merged([...parts.join('')].flatMap((char) => reader.push(char)))).toBe(whole);
    }),
    { numRuns: counts({ short: 300, long: 10_000 }) },
  );
});

const typed = (text: string, ...keys: string[]): Draft => keys.reduce(edited, inserted(emptyDraft, text));

test('[TE8] editing keys', () => {
  expect(typed('one two', 'delete-word')).toEqual({ text: 'one ', cursor: 4 });
  expect(typed('a👨‍👩‍👧‍👦', 'backspace')).toEqual({ text: 'a', cursor: 1 });
  expect(typed('ab\ncd', 'up', 'home', 'delete')).toEqual({ text: 'b\ncd', cursor: 0 });
  expect(typed('ab\ncde', 'up', 'down')).toEqual({ text: 'ab\ncde', cursor: 5 });
  expect(typed('ab cd', 'word-left', 'delete-to-end', 'new-line')).toEqual({ text: 'ab \n', cursor: 4 });
  const draft = typed('a');
  expect(edited(draft, 'page-up')).toBe(draft);
});

test('[TE3] a draft is laid out with its cursor', () => {
  expect(draftRows({ text: 'abcdef', cursor: 5 }, 4)).toEqual({ rows: ['abcd', 'ef'], row: 1, column: 1 });
  expect(draftRows({ text: 'ab\n日本', cursor: 4 }, 4)).toEqual({ rows: ['ab', '日本'], row: 1, column: 2 });
  expect(draftRows({ text: 'abcd', cursor: 4 }, 4)).toEqual({ rows: ['abcd', ''], row: 1, column: 0 });
  expect(draftRows({ text: '\x1b[2J', cursor: 0 }, 9)).toEqual({ rows: ['␛[2J'], row: 0, column: 0 });
});

test('history goes back and forth and keeps the text in hand', () => {
  const memory = ownMemory(['a']);
  const history = new History(memory);
  history.add('b');
  history.add('b');
  expect([history.older('draft'), history.older('b'), history.older('a')]).toEqual(['b', 'a', undefined]);
  expect([history.newer(), history.newer(), history.newer()]).toEqual(['b', 'draft', undefined]);
  expect(memory.recall()).toEqual(['a', 'b']);
});
