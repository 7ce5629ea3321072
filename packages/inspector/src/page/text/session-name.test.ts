import { expect, test } from 'vitest';
import { sentence } from './sentence.ts';
import { sessionName } from './session-name.ts';

test('[IP112] a session is called by its title, else by its id, of which a long one is shortened', () => {
  expect(sessionName({ id: 'abc', title: 'Fix it' })).toBe('Fix it');
  expect(sessionName({ id: 'abc', title: ' ' })).toBe('abc');
  expect(sessionName({ id: 'session-1234' })).toBe('session-1234');
  expect(sessionName({ id: '0198c6a2-7d3e-7b41-9f27-5a6c1e0d9b44' })).toBe('0198…0d9b44');
  expect(sessionName({ id: '😀'.repeat(40) })).toBe(`${'😀'.repeat(4)}…${'😀'.repeat(6)}`);
  expect(sessionName({ id: 'x'.repeat(1_000_000), title: 't'.repeat(1_000) })).toBe('t'.repeat(200));
});

test('[IP113] a problem reads as a sentence, whatever it begins with', () => {
  expect(sentence('expected string, found number 7')).toBe('Expected string, found number 7.');
  expect(sentence('content[0].type: expected string')).toBe('content[0].type: expected string.');
  expect(sentence('"x" is not known.')).toBe('"x" is not known.');
  expect(sentence('The agent never answered')).toBe('The agent never answered.');
  expect(sentence('messageId is missing…')).toBe('messageId is missing…');
  expect(sentence('')).toBe('');
});
