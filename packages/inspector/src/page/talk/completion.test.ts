import { expect, test } from 'vitest';
import { completed, offeredCommands } from './completion.ts';

const commands = [
  { name: 'tour', description: 'All' },
  { name: 'stop-tour', description: 'End', input: { hint: 'when' } },
  { name: 'Tools', description: 'Tools' },
];

test.each([
  ['/', ['tour', 'stop-tour', 'Tools']],
  ['/to', ['tour', 'Tools', 'stop-tour']],
  ['/TOO', ['Tools']],
  ['/tour now', []],
  ['tour', []],
  ['', []],
])('[IP84] %j offers commands', (text, names) => {
  expect(offeredCommands(text, commands).map(({ name }) => name)).toEqual(names);
});

test('[IP84] a command that takes something waits for it', () => {
  expect(commands.map(completed)).toEqual(['/tour', '/stop-tour ', '/Tools']);
});
