import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { TemporaryFolder } from '@emend/acp/node';
import { afterAll, expect, test } from 'vitest';
import { Problem } from '../output/problem.ts';
import { configPath } from './config-file.ts';
import { addAgent, ownAgents, removeAgent } from './own-agents.ts';

const folder = new TemporaryFolder('own-agents');
afterAll(() => folder.remove());

let count = 0;
function fileWith(text: string): string {
  const path = folder.file(`config-${++count}.json`);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}
const valueIn = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

test('[AN6] the file is where the variables say', () => {
  expect([
    configPath({ EMEND_CONFIG: 'a/b.json', XDG_CONFIG_HOME: '/x' }),
    configPath({ EMEND_CONFIG: '', XDG_CONFIG_HOME: '/x' }),
    configPath({ XDG_CONFIG_HOME: 'relative' }),
    configPath({}),
  ]).toEqual([
    'a/b.json',
    join('/x', 'emend', 'config.json'),
    join(homedir(), '.config', 'emend', 'config.json'),
    join(homedir(), '.config', 'emend', 'config.json'),
  ]);
});

test('[AN6] a missing or empty file has no agents', () => {
  expect(
    [folder.file('missing'), ...['', ' \n', '\ufeff', '{}', '{"agents":{}}'].map(fileWith)].map(ownAgents),
  ).toEqual(Array(6).fill([]));
});

test('agents are read with whatever words their commands have', () => {
  const path = fileWith(
    '\ufeff{"agents":{"mine":{"command":["my agent","","--x=\\u0000"],"later":1},"__proto__":{"command":["p"]}}}',
  );
  expect(ownAgents(path)).toEqual([
    { name: 'mine', aliases: [], command: ['my agent', '', '--x=\0'] },
    { name: '__proto__', aliases: [], command: ['p'] },
  ]);
});

test.each([
  ['{"agents":\n  {"a": }}', ':2:9: this is not JSON.'],
  ['{"agents":\n', ':2:1: this is not JSON.'],
  ['{} {}', ':1:4: this is not JSON.'],
  ['[]', ': expected an object, found an empty array.'],
  ['null', ': expected an object, found null.'],
  ['{"agents":[1]}', ': agents: expected an object, found an array.'],
  ['{"agents":null}', ': agents: expected an object, found null.'],
  ['{"agents":{"a":"b"}}', ': agents.a: expected an object with a command, found a string.'],
  ['{"agents":{"a":{}}}', ': agents.a.command: expected an array of words, found nothing.'],
  ['{"agents":{"a":{"command":"b c"}}}', ': agents.a.command: expected an array of words, found a string.'],
  ['{"agents":{"a":{"command":[]}}}', ': agents.a.command: expected an array of words, found an empty array.'],
  ['{"agents":{"a":{"command":["b",2]}}}', ': agents.a.command[1]: expected a string, found a number.'],
  [
    '{"agents":{"a":{"command":[""]}}}',
    ': agents.a.command[0]: expected the name of a program, found an empty string.',
  ],
])('[AN7] a file that cannot be understood is named with the place: %s', (text, words) => {
  const path = fileWith(text);
  expect(() => ownAgents(path)).toThrow(new Problem(`${path}${words}`));
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test.each(['{"agents":\n', '[]', '{"agents":[1]}'])('[AN7] such a file is not written over: %s', (text) => {
  const path = fileWith(text);
  expect(() => addAgent(path, 'mine', ['x'])).toThrow(path);
  expect(() => removeAgent(path, 'mine')).toThrow(path);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('[AN7] neither a folder nor a huge file is read', () => {
  expect(() => ownAgents(folder.path)).toThrow(`${folder.path} is not a file.`);
  const huge = fileWith(' '.repeat(1024 * 1024 + 1));
  expect(() => ownAgents(huge)).toThrow(`${huge} is larger than a megabyte, so it is not read.`);
});

test('[AN8] what is not known is kept, in the file and in an entry', () => {
  const path = fileWith('{"theme":"dark","agents":{"a":{"command":["x"],"note":"n"},"b":7},"__proto__":{"z":1}}');
  expect(addAgent(path, 'a', ['y', '--acp'])).toBe(true);
  expect(addAgent(path, 'c', ['z'])).toBe(false);
  expect(removeAgent(path, 'b')).toBe(true);
  expect(removeAgent(path, 'b')).toBe(false);
  expect(valueIn(path)).toEqual(
    JSON.parse(
      '{"theme":"dark","agents":{"a":{"command":["y","--acp"],"note":"n"},"c":{"command":["z"]}},"__proto__":{"z":1}}',
    ),
  );
});

test('[AN8] only the owner can read the file, also in a new folder, and a link stays one', () => {
  const path = folder.file('new/folder/config.json');
  addAgent(path, 'a', ['x']);
  const open = fileWith('{}');
  const link = folder.file('link.json');
  symlinkSync(open, link);
  addAgent(link, 'a', ['x']);
  expect([path, join(path, '..'), open].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o700, 0o600]);
  expect(valueIn(open)).toEqual({ agents: { a: { command: ['x'] } } });
});

test('[AN8] a file that cannot be written is a problem that names it', () => {
  const path = join(fileWith(''), 'config.json');
  expect(() => addAgent(path, 'a', ['x'])).toThrow(path);
});

test.each(['', 'A', 'a b', '-a', '_a', 'a/b', 'add', 'remove', '__proto__', 'a'.repeat(65)])(
  '%j cannot be a name',
  (name) => {
    const path = folder.file('names.json');
    expect(() => addAgent(path, name, ['x'])).toThrow(`'${name}' cannot be a name`);
  },
);
