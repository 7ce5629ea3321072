import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const agent = fileURLToPath(new URL('test-support/agent.mjs', import.meta.url));
const request = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

/** Talks to an agent that prints megabytes to standard error and to standard output, over a bridge whose standard error is not read. */
async function talk(stderr: 'closed' | 'unread') {
  const bridge = spawn(process.execPath, [
    commandFile,
    'bridge',
    '--',
    process.execPath,
    agent,
    '1',
    'noisy',
    'chatty',
  ]);
  if (stderr === 'closed') bridge.stderr.destroy();
  const ended = Promise.all([once(bridge, 'exit'), once(bridge.stdout, 'end')]);
  let stdout = '';
  bridge.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes;
    if (stdout.includes('"id":2')) bridge.stdin.end();
  });
  bridge.stdin.write(
    request(0, 'initialize', { protocolVersion: 1 }) +
      request(1, 'session/new', { cwd: '/', mcpServers: [] }) +
      request(2, 'session/prompt', { sessionId: 's', prompt: [] }),
  );
  const [[status]] = await ended;
  bridge.stderr.destroy();
  return { status, lines: stdout.split('\n').length };
}

test.each(['closed', 'unread'] as const)(
  'standard error that is %s ends nothing and keeps nothing alive',
  async (how) => {
    expect(await talk(how)).toEqual({ status: 0, lines: 6 });
  },
);
