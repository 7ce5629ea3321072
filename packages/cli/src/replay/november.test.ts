import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';
import { Replayer } from './replayer.ts';
import type { Step } from './script.ts';

beforeAll(buildPackages);

const update = (value: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: value },
});
const state = (name: string, rest: object = {}) => update({ sessionUpdate: 'state_update', state: name, ...rest });
const say = (at: number, message: object): Step => ({ type: 'say', at, message: message as never });
const chunk = (text: string) =>
  update({ sessionUpdate: 'agent_message_chunk', messageId: 'a1', content: { type: 'text', text } });
const user = update({ sessionUpdate: 'user_message', messageId: 'u1', content: [{ type: 'text', text: 'go' }] });
const params = { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] };
const question = { jsonrpc: '2.0', id: 'q', method: 'session/request_permission' };
const prompt: Step = { type: 'request', at: 0, id: 3, method: 'session/prompt', params };
const accepted = (id: unknown) => ({ jsonrpc: '2.0', result: { messageId: 'u1' }, id });

const turn: readonly Step[] = [
  prompt,
  say(1, user),
  say(2, accepted(3)),
  say(3, state('running')),
  say(4, chunk('one')),
  say(5, question),
  { type: 'answer', at: 6, id: 'q' },
  say(7, chunk('two')),
  say(8, state('idle', { stopReason: 'end_turn', usage: { totalTokens: 3 } })),
  say(9, chunk('late')),
];

function playing(steps: readonly Step[]) {
  const sent: unknown[] = [];
  const player = new Replayer(steps, {
    send: (message) => sent.push(message),
    print: (text) => sent.push(text),
    wait: () => Promise.resolve(),
  });
  return async (...messages: object[]) => {
    for (const message of messages) player.take(message as never);
    for (let round = 0; round < 50; round++) await Promise.resolve();
    return sent.splice(0);
  };
}

const asked = { id: 9, method: 'session/prompt', params };

test('[RP10] a turn goes on after its prompt was accepted, and what comes later is played as well', async () => {
  const take = playing(turn);
  expect(await take(asked)).toEqual([user, accepted(9), state('running'), chunk('one'), question]);
  expect(await take({ id: 'q', result: {} })).toEqual([
    chunk('two'),
    state('idle', { stopReason: 'end_turn', usage: { totalTokens: 3 } }),
    chunk('late'),
  ]);
});

test('[RP10] a cancel withdraws the question and ends the turn with a state, once', async () => {
  const take = playing(turn);
  await take(asked);
  expect(await take({ method: 'session/cancel' }, { method: 'session/cancel' })).toEqual([
    { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'q' } },
    state('idle', { stopReason: 'cancelled', usage: { totalTokens: 3 } }),
    chunk('late'),
  ]);
});

test('[RP10] a cancel before the prompt was accepted still names its message', async () => {
  const early: Step[] = [prompt, { type: 'answer', at: 1, id: 'gate' }, ...turn.slice(1)];
  const take = playing(early);
  expect(await take(asked)).toEqual([]);
  expect(await take({ method: 'session/cancel' })).toEqual([
    { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'gate' } },
    user,
    accepted(9),
    { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'q' } },
    state('idle', { stopReason: 'cancelled', usage: { totalTokens: 3 } }),
    chunk('late'),
  ]);
});

test('[RP10] where the recording has a cancel, or a request in the middle of the turn, the turn still ends', async () => {
  const cancelled = state('idle', { stopReason: 'cancelled' });
  const recorded = playing([prompt, say(1, accepted(3)), { type: 'cancel', at: 2 }, say(3, cancelled)]);
  expect(await recorded(asked, { method: 'session/cancel' })).toEqual([accepted(9), cancelled]);
  const request: Step = { type: 'request', at: 2, id: 4, method: 'session/set_config_option' };
  const idle = state('idle', { stopReason: 'end_turn' });
  const between = playing([prompt, say(1, accepted(3)), request, say(3, { id: 4, result: {} }), say(4, idle)]);
  expect(await between(asked)).toEqual([accepted(9)]);
  expect(await between({ method: 'session/cancel' })).toEqual([cancelled]);
});

test('[RP10] a turn that the recording does not finish ends with an error, or cancelled', async () => {
  const message = 'The recording ends before the end of the turn.';
  const cutOff = turn.slice(0, 5);
  expect(await playing(cutOff)(asked)).toEqual([
    user,
    accepted(9),
    state('running'),
    chunk('one'),
    `emend: ${message}`,
    state('idle', { stopReason: 'error', error: { code: -32603, message } }),
  ]);
  const held = playing(turn.slice(0, 7));
  await held(asked);
  expect(await held({ method: 'session/cancel' })).toEqual([
    { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 'q' } },
    state('idle', { stopReason: 'cancelled' }),
  ]);
});

const node = [process.execPath, commandFile];
const info = { name: 'c', version: '1' };

test.each(['1', 'june', 'november'] as const)(
  '[RP11] a session with an agent of %s is recorded, replayed and translated',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'emend-replay-'));
    const file = join(folder, 'session.ndjson');
    const agent = [...node, 'agent', '--pace', '0', '--protocol', name];
    const prompts = ['-p', '/terminal', '-p', '/files'];
    const live = await runEmend(['chat', ...prompts, '--', ...node, 'record', file, '--', ...agent]);
    const replay = [...node, 'replay', '--speed', 'max', '--strict', file];
    const replayed = await runEmend(['chat', ...prompts, '--', ...replay]);
    expect([live.status, replayed]).toEqual([0, live]);
    const initialize = readFileSync(file, 'utf8').split('\n')[1] ?? '';
    const shapes = { '1': 'agentCapabilities', june: 'agentInfo', november: '"info"' };
    expect(initialize).toContain(shapes[name]);

    // A client of each dialect is served through the bridge.
    const clients = [
      { protocolVersion: 1, clientCapabilities: {} },
      { protocolVersion: 2, clientInfo: info },
      { protocolVersion: 2, info },
    ];
    for (const asking of clients) {
      const messages = [
        { id: 0, method: 'initialize', params: asking },
        { id: 1, method: 'session/new', params: { cwd: folder, mcpServers: [] } },
      ];
      const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
      const { stdout } = await runEmend(['bridge', '--', ...replay], input);
      const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
      expect(answers.find(({ id }) => id === 0)?.result.protocolVersion).toBe(asking.protocolVersion);
      expect(answers.find(({ id }) => id === 1)?.result.sessionId).toBe('session-1');
    }
    rmSync(folder, { recursive: true });
  },
);
