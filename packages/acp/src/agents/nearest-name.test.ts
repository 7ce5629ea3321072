import { expect, test } from 'vitest';
import { knownAgents } from './known-agents.ts';
import { nearestName } from './nearest-name.ts';

const names = knownAgents.flatMap(({ name, aliases }) => [name, ...aliases]);

test.each([
  ['gemeni', 'gemini'],
  ['gmeini', 'gemini'],
  ['Gemini', 'gemini'],
  ['geminii', 'gemini'],
  ['cladue', 'claude'],
  ['codx', 'codex'],
  ['open-code', 'opencode'],
  ['cop', 'copilot'],
  ['copilto', 'copilot'],
  ['ip', 'pi'],
])('%s is probably %s', (text, name) => {
  expect(nearestName(text, names)).toBe(name);
});

test.each([[''], ['x'], ['my-own-agent'], ['node'], ['gemini'.repeat(100_000)]])('%s is like no name', (text) => {
  expect(nearestName(text, names)).toBeUndefined();
});

test('a change less is nearer, and the first of two equal ones is taken', () => {
  expect(nearestName('abcdef', ['abcdxy', 'abcdex', 'abcdey'])).toBe('abcdex');
});
