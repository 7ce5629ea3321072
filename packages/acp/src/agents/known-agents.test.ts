import { expect, test } from 'vitest';
import { fetchingCommand, installCommand, installWords } from './install.ts';
import { findAgent, knownAgents } from './known-agents.ts';

test('every entry names its sources and the day when they were read', () => {
  const wrong = knownAgents.filter(
    ({ sources, checked }) =>
      !sources.every((source) => /^(?:https:\/\/\S+|docs\/real-agents\.md)$/.test(source)) ||
      new Set(sources).size < sources.length ||
      !/^2\d{3}-\d\d-\d\d$/.test(checked) ||
      new Date(checked).toISOString().slice(0, 10) !== checked,
  );
  expect(wrong).toEqual([]);
});

test('a name means one agent, and can be typed', () => {
  const names = knownAgents.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
  expect(knownAgents.map(({ name }) => name)).toEqual(knownAgents.map(({ name }) => name).sort());
});

test('a package is named without a version, and its page is among the sources', () => {
  const packages = knownAgents.flatMap(({ install }) => install.npm ?? []);
  expect(packages.filter((name) => !/^(?:@[a-z0-9-]+\/)?[a-z0-9-]+$/.test(name))).toEqual([]);
  const unchecked = knownAgents.filter(
    ({ install, sources }) =>
      install.npm !== undefined && !sources.includes(`https://www.npmjs.com/package/${install.npm}`),
  );
  expect(unchecked).toEqual([]);
});

test('quirks are sentences, and commands are words', () => {
  const quirks = knownAgents.flatMap((agent) => agent.quirks);
  expect(quirks.filter((quirk) => !/^[A-Z].*\.$/.test(quirk))).toEqual([]);
  const words = knownAgents.flatMap(({ command }) => command);
  expect(words.filter((word) => !/^[\w:=.-]+$/.test(word))).toEqual([]);
});

test('a program that is an agent without arguments can be given by its own name too', () => {
  // Such a program worked without a catalogue, so that its name must go on meaning it.
  const bare = knownAgents.filter(({ command }) => command.length === 1);
  expect(bare.map(({ command: [program] }) => findAgent(program)?.command)).toEqual(
    bare.map(({ command }) => (findAgent(command[0]) === undefined ? undefined : command)),
  );
});

test('an agent is found by its name and by its aliases, exactly', () => {
  expect(findAgent('gemini')?.command).toEqual(['gemini', '--acp']);
  expect(findAgent('factory-droid')?.name).toBe('droid');
  expect([findAgent(''), findAgent('Gemini'), findAgent('__proto__'), findAgent('gemini ')]).toEqual(
    Array(4).fill(undefined),
  );
});

test('the first agent of a list wins, and a name wins over an alias', () => {
  const agents = [
    { name: 'one', aliases: ['two'], command: ['a'] },
    { name: 'two', aliases: [], command: ['b'] },
    { name: 'two', aliases: [], command: ['c'] },
  ] as const;
  expect(findAgent('two', agents)).toBe(agents[1]);
});

test('an agent of npm or PyPI can be installed, or fetched for one run', () => {
  const [gemini, fast, goose] = ['gemini', 'fast-agent', 'goose'].map((name) => findAgent(name));
  if (gemini === undefined || fast === undefined || goose === undefined) throw new Error('They are in the catalogue.');
  expect([gemini, fast, goose].map(({ install }) => installCommand(install))).toEqual([
    ['npm', 'install', '--global', '@google/gemini-cli'],
    ['uv', 'tool', 'install', 'fast-agent-acp'],
    undefined,
  ]);
  expect([gemini, fast, goose].map(fetchingCommand)).toEqual([
    ['npx', '--yes', '--package', '@google/gemini-cli', '--', 'gemini', '--acp'],
    ['uvx', '--from', 'fast-agent-acp', 'fast-agent-acp', '-x'],
    undefined,
  ]);
  expect([gemini, goose].map(({ install }) => installWords(install))).toEqual([
    "Install it with 'npm install --global @google/gemini-cli', or as https://geminicli.com explains.",
    'https://block.github.io/goose/ explains how to install it.',
  ]);
});
