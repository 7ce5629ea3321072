import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const megabytes = 32;

// A v1 agent whose answer to a prompt comes after one very long update.
const agent = `
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === 'session/new') say({ id, result: { sessionId: 's' } });
    else {
      const update = {
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: process.argv[1].repeat(${megabytes * 1_000_000} / Buffer.byteLength(process.argv[1])) },
      };
      say({ method: 'session/update', params: { sessionId: 's', update } });
      say({ id, result: { stopReason: 'end_turn' } });
    }
  });`;

/** How many times the size of a long frame a bridge needs in memory to carry it for a client of a version. */
async function timesItsSize(version: number, words: string): Promise<number> {
  const emend = spawn(process.execPath, [commandFile, 'bridge', '--', process.execPath, '-e', agent, words]);
  onTestFinished(() => void emend.kill('SIGKILL'));
  const lines = createInterface(emend.stdout)[Symbol.asyncIterator]();
  const request = async (id: number, method: string, params: object) => {
    emend.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    let size = 0;
    for (;;) {
      const { value } = await lines.next();
      if (JSON.parse(value).id === id) return size;
      size = Math.max(size, Buffer.byteLength(value));
    }
  };
  const peak = () => 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${emend.pid}/status`, 'utf8'))?.[1]);
  await request(0, 'initialize', { protocolVersion: version });
  await request(1, 'session/new', { cwd: '/', mcpServers: [] });
  const before = peak();
  const size = await request(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] });
  expect(size).toBeGreaterThan(megabytes * 999_000);
  return (peak() - before) / size;
}

test.skipIf(process.platform !== 'linux').each([
  ['passed on', 1, 'a few words of an answer '],
  ['passed on', 1, 'слова ответа 漢字 '],
  ['translated', 2, 'a few words of an answer '],
  ['translated', 2, 'слова ответа 漢字 '],
])(
  'a long frame that is %s to a v%d client costs less than 12 times its size in memory (%s)',
  async (_, version, words) => {
    expect(await timesItsSize(version, words)).toBeLessThan(12);
  },
);
