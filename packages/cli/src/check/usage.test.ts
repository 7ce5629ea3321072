import { expect, test } from 'vitest';
import { runCommandLine } from '../command-line.ts';
import { defineCheck } from './command.ts';

const entry = { name: 'check', summary: 'checks', examples: [], load: async () => defineCheck };

test.each([
  [[], "error: missing required argument 'KIND'"],
  [['agents'], "error: command-argument value 'agents' is invalid for argument 'KIND'."],
  [['agent'], "error: missing required argument 'COMMAND' after --"],
  [['agent', '--jobs', '0', '--', 'x'], "error: option '--jobs <n>' argument '0' is invalid."],
  [['agent', '--report', 'pdf=x', '--', 'x'], "error: option '--report <format=file>' argument 'pdf=x' is invalid."],
  [['agent', '--protocol', '3', '--', 'x'], "error: option '--protocol <version>' argument '3' is invalid."],
  [['agent', '--cwd', '/no/such/folder', '--', 'x'], 'There is no directory /no/such/folder.'],
  [['list', 'x'], 'error: emend check list takes no command'],
])('[CK1] [CK10] emend check %j is wrong usage', async (args, words) => {
  let told = '';
  const take = (text: string) => {
    told += text;
  };
  expect(await runCommandLine(['check', ...args], [entry], { stdout: take, stderr: take })).toBe(2);
  expect(told).toContain(words);
});
