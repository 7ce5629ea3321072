import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildExamples, buildPackages } from '../../../../test/support/build.ts';
import { exampleFile } from '../../../../test/support/example-programs.ts';
import { commandFile } from '../test-support/built-command.ts';

beforeAll(buildPackages);
beforeAll(buildExamples);

const demo = [commandFile, 'agent', '--pace', '0'];
const guarded = [exampleFile('guarded-agent')];
const official = [fileURLToPath(new URL('test-support/official-agent.mjs', import.meta.url))];

/** Everything that a client got of one prompt, as it came; what it was shown of it, and what was said beside. */
async function talked(version: 1 | 2, prompt: string, options: readonly string[], agent: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'emend-hold-'));
  const losses = join(folder, 'lost.ndjson');
  const args = [commandFile, 'bridge', ...options, '--losses', losses, '--', process.execPath, ...agent];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, OPENAI_BASE_URL: '' } });
  const closed = once(child, 'close');
  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes;
  });
  const requests = [
    { method: 'initialize', params: { protocolVersion: version } },
    { method: 'session/new', params: { cwd: folder, mcpServers: [] } },
    { method: 'session/prompt', params: { prompt: [{ type: 'text', text: prompt }] } },
  ];
  const ask = (id: number, sessionId?: string) => {
    const request = requests[id];
    if (request === undefined) return child.stdin.end();
    const params = sessionId === undefined ? request.params : { ...request.params, sessionId };
    return child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: request.method, params })}\n`);
  };
  ask(0);
  const lines: string[] = [];
  const shown: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const { id, result, params } = JSON.parse(line);
    if (params?.update?.sessionUpdate === 'agent_message_chunk') shown.push(params.update.content.text);
    if (id !== undefined) ask(id + 1, result?.sessionId);
  }
  const [status] = await closed;
  const entries = readFileSync(losses, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const rules: string[] = entries.map((line) => JSON.parse(line).rule);
  rmSync(folder, { recursive: true });
  return { lines, shown: shown.join(''), stderr, status, rules };
}

const hold = ['--rewrite', 'hold'];

test('without hold, a v1 client sees what an agent of both versions takes back', async () => {
  const { lines, status } = await talked(1, '/redact topsecret', [], demo);
  expect([status, lines.some((line) => line.includes('topsecret'))]).toEqual([0, true]);
});

test('[BR82] with hold, no word that an agent of both versions takes back gets to a v1 client', async () => {
  const { lines, shown, stderr, status } = await talked(1, '/redact topsecret', hold, demo);
  expect({ status, stderr, shown, leaks: lines.filter((line) => /secret/.test(line)) }).toEqual({
    status: 0,
    stderr: '',
    shown: '[removed by a guardrail]',
    leaks: [],
  });
});

test('[BR82] nor what the guarded agent takes back', async () => {
  const { lines, shown, stderr, status } = await talked(1, 'What is my key?', hold, guarded);
  expect({ status, stderr, shown, leaks: lines.filter((line) => /sk-|0123|4111/.test(line)) }).toEqual({
    status: 0,
    stderr: '',
    shown: 'Your key is [redacted], your card [redacted]. Keep both safe.',
    leaks: [],
  });
});

test('[BR83] in front of an agent that takes v1 only, hold says that it holds nothing', async () => {
  const { stderr, status, rules } = await talked(1, '[]', hold, official);
  expect({ status, stderr, rules }).toEqual({
    status: 0,
    stderr: 'emend bridge: The agent answers in v1, so --rewrite hold holds nothing back.\n',
    rules: ['not-held'],
  });
});

test('and so it does for a client that speaks v2', async () => {
  const { stderr, status, rules } = await talked(2, '/stream', hold, demo);
  expect({ status, stderr, rules }).toEqual({
    status: 0,
    stderr: 'emend bridge: The client can take text back by itself, so --rewrite hold holds nothing back.\n',
    rules: [],
  });
});
