import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runNode } from '../test-support/built-command.ts';
import { visibleJson } from './standard-output.ts';

beforeAll(buildPackages);

const hostile = 'a\u009b31m\u202eb\u2066c\u2028\u200f\u061c\u007f é 🙂';
const line = JSON.stringify({
  jsonrpc: '2.0',
  method: 'session/update',
  params: {
    sessionId: 's',
    update: { sessionUpdate: 'agent_message_chunk', messageId: hostile, content: { type: 'text', text: hostile } },
  },
});

test('on a terminal, JSON has its controls as escapes and is the same JSON', () => {
  expect(visibleJson(JSON.stringify([hostile]))).toBe(
    '["a\\u009b31m\\u202eb\\u2066c\\u2028\\u200f\\u061c\\u007f é 🙂"]',
  );
  expect(JSON.parse(visibleJson(JSON.stringify([hostile])))).toEqual([hostile]);
  expect(visibleJson('not JSON \u001b[31m\r{"a":\r1}\r\n')).toBe('not JSON \\u001b[31m {"a": 1}\r\n');
});

test.each([
  ['fold', ['fold']],
  ['convert', ['convert', '--to', '1']],
  ['convert to the same', ['convert', '--to', '2']],
])('%s shows controls on a terminal, and writes them as they are to a program', async (_, args) => {
  const piped = await runNode([commandFile, ...args], `${line}\n`);
  // Standard output says that it is a terminal; everything else is as it is elsewhere.
  const terminal = 'Object.defineProperty(process.stdout, "isTTY", { value: true });';
  const shown = await runNode(['--import', `data:text/javascript,${terminal}`, commandFile, ...args], `${line}\n`);
  expect([piped.status, shown.status]).toEqual([0, 0]);
  expect(piped.stdout).toContain(hostile);
  expect(shown.stdout).toBe(visibleJson(piped.stdout));
  expect(shown.stdout).not.toBe(piped.stdout);
  expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(piped.stdout));
});
