import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { browserCommand } from './browser.ts';
import { defineInspect } from './command.ts';
import { givenWords, type InspectOptions, meant, usageProblem } from './inspect-options.ts';

test.each([
  ['inspect a.ndjson', { files: ['a.ndjson'], agent: [] }],
  ['inspect', { files: [], agent: [] }],
  ['inspect -- my-agent', { files: [], agent: ['my-agent'] }],
  ['inspect --proxy -- my-agent --acp -- x', { files: [], agent: ['my-agent', '--acp', '--', 'x'] }],
  ['inspect a.ndjson -- my-agent', { files: ['a.ndjson'], agent: ['my-agent'] }],
  ['inspect a.ndjson b.ndjson', { files: ['a.ndjson', 'b.ndjson'], agent: [] }],
])('[IP36] FILE and the agent are told apart: emend %s', (line, given) => {
  const argv = line.split(' ');
  const [, ...words] = argv;
  const end = words.indexOf('--');
  const before = (end === -1 ? words : words.slice(0, end)).filter((word) => !word.startsWith('--'));
  const after = end === -1 ? [] : words.slice(end + 1);
  expect(givenWords([...before, ...after], argv)).toEqual(given);
});

test('[IP36] what does not go together is wrong usage', () => {
  const options: InspectOptions = { host: '127.0.0.1', port: 0 };
  const agent = ['my-agent'];
  const both = 'give FILE or an agent, not both; the command of an agent comes after --';
  const problems = [
    usageProblem({ files: ['a'], agent }, options, true),
    usageProblem({ files: ['a'], agent: [] }, { ...options, url: 'ws://x' }, true),
    usageProblem({ files: ['a', 'b'], agent: [] }, options, true),
    usageProblem({ files: [], agent }, { ...options, protocol: '1' }, true),
    usageProblem({ files: ['a'], agent: [] }, { ...options, protocol: '1', export: 'x.html' }, true),
    usageProblem({ files: ['a'], agent: [] }, { ...options, protocol: '1' }, true),
    usageProblem({ files: ['a'], agent: [] }, { ...options, proxy: true }, true),
    usageProblem({ files: [], agent: [] }, options, true),
    usageProblem({ files: [], agent: [] }, options, false),
    usageProblem({ files: [], agent }, { ...options, proxy: true }, false),
  ];
  expect(problems).toEqual([
    both,
    both,
    'give one FILE at a time; the command of an agent comes after --',
    "option '--protocol' takes a FILE, not an agent",
    "option '--protocol' does not go with '--export'; an exported page finds out the version by itself",
    undefined,
    "option '--proxy' needs the agent: -- COMMAND, or --url URL",
    "missing FILE, '-- COMMAND', or --url URL",
    undefined,
    undefined,
  ]);
});

test('[IP36] --redact takes the next word for its keys unless that leaves nothing to show', () => {
  const options: InspectOptions = { host: '127.0.0.1', port: 0 };
  const agent = ['my-agent'];
  const keys = { ...options, redact: 'a.ndjson' };
  expect([
    meant({ files: [], agent: [] }, keys),
    meant({ files: ['b.ndjson'], agent: [] }, keys),
    meant({ files: [], agent }, keys),
    meant({ files: [], agent: [] }, { ...keys, url: 'ws://x' }),
    meant({ files: [], agent: [] }, { ...options, redact: true }),
  ]).toEqual([
    { given: { files: ['a.ndjson'], agent: [] }, options: { ...options, redact: true } },
    { given: { files: ['b.ndjson'], agent: [] }, options: keys },
    { given: { files: [], agent }, options: keys },
    { given: { files: [], agent: [] }, options: { ...keys, url: 'ws://x' } },
    { given: { files: [], agent: [] }, options: { ...options, redact: true } },
  ]);
});

test('[IP42] each system has its own way to open a browser', () => {
  const commands = (['linux', 'darwin', 'win32'] as const).map((each) => browserCommand('http://a/#token=t', each));
  expect(commands).toEqual([
    ['xdg-open', 'http://a/#token=t'],
    ['open', 'http://a/#token=t'],
    ['cmd', '/c', 'start', '""', 'http://a/#token=t'],
  ]);
});

test('the page about the inspector names every option', () => {
  const command = new Command();
  defineInspect(command, () => {});
  const text = readFileSync(new URL('../../../../docs/inspector.md', import.meta.url), 'utf8');
  const isNamed = (option: string): boolean => new RegExp(`${option}(?![w-])`).test(text);
  expect(command.options.map(({ long }) => long ?? '').filter((option) => !isNamed(option))).toEqual([]);
});
