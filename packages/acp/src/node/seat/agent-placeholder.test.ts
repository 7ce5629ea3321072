import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesAgent, shellLine, withAgent } from './agent-placeholder.ts';

const agent = ['/opt/my node', 'agent.cjs', "it's"];

test('a word that is the placeholder becomes the words of the agent, inside a longer one it becomes one line', () => {
  expect(withAgent(['client', '--agent', '{agent}', '-v'], agent)).toEqual(['client', '--agent', ...agent, '-v']);
  const line = `'/opt/my node' agent.cjs 'it'\\''s'`;
  expect(withAgent(['client', '--agent={agent}', 'x{agent}y{agent}'], agent)).toEqual([
    'client',
    `--agent=${line}`,
    `x${line}y${line}`,
  ]);
  expect(withAgent(['client'], agent)).toEqual(['client']);
});

test('signs that mean something in a replacement are taken as they are', () => {
  expect(withAgent(['a={agent}'], ['$&', '$1'])).toEqual([`a='$&' '$1'`]);
});

test('a command is asked whether it names its agent', () => {
  expect([['a', '{agent}'], ['a={agent}'], ['a', 'agent'], []].map(namesAgent)).toEqual([true, true, false, false]);
});

test('on Windows words are quoted as its programs read them', () => {
  expect(shellLine(['C:\\Program Files\\node.exe', 'C:\\a.cjs', 'a"b\\', 'c d\\'], 'win32')).toBe(
    '"C:\\Program Files\\node.exe" C:\\a.cjs "a\\"b\\\\" "c d\\\\"',
  );
});

test.skipIf(process.platform === 'win32')('a shell splits a line into the words that it was made of', () => {
  const word = fc.string({ unit: fc.constantFrom(...`a '"$\`\\*?;&|<>(){}[]#~!-=\n\té`) });
  const print = [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--'];
  const words = fc.sample(word, 200);
  const printed = execFileSync('/bin/sh', ['-c', shellLine([...print, ...words])], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(words);
});
