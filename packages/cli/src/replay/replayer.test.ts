import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';
import { type Following, Replayer } from './replayer.ts';
import { RequestQueue } from './request-queue.ts';
import type { Step } from './script.ts';

beforeAll(buildPackages);

const request = (at: number, id: unknown, method: string): Step => ({ type: 'request', at, id, method });
const say = (at: number, message: object): Step => ({
  type: 'say',
  at,
  message: { jsonrpc: '2.0', ...message } as never,
});
const update = (text: string) => ({ method: 'session/update', params: text });

function stage(steps: readonly Step[], following?: Following) {
  const sent: unknown[] = [];
  const waits: number[] = [];
  let holds = false;
  const player = new Replayer(
    steps,
    {
      send: (message) => sent.push(message),
      print: (text) => sent.push(text),
      wait: (milliseconds) => {
        waits.push(milliseconds);
        return holds ? new Promise(() => {}) : Promise.resolve();
      },
    },
    following,
  );
  return {
    player,
    sent,
    waits,
    hold() {
      holds = true;
    },
    async take(...messages: object[]) {
      for (const message of messages) player.take(message as never);
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      return sent.splice(0);
    },
  };
}

const steps = [
  request(0, 0, 'initialize'),
  say(5, { id: 0, result: 'hello' }),
  request(10, 1, 'session/new'),
  say(12, update('early')),
  say(15, { id: 1, result: 'session' }),
  request(20, 2, 'session/set_config_option'),
  say(21, { id: 2, result: 'set' }),
  request(30, 3, 'session/prompt'),
  say(40, update('a')),
  say(50, { id: 'p', method: 'session/request_permission' }),
  { type: 'answer', at: 80, id: 'p' } as const,
  say(90, update('b')),
  say(95, { id: 3, result: { stopReason: 'end_turn' } }),
];

test('[RP1] requests get the recorded answers under their own ids', async () => {
  const { take } = stage(steps);
  expect(await take({ id: 'x', method: 'initialize' })).toEqual([{ jsonrpc: '2.0', id: 'x', result: 'hello' }]);
  expect(await take({ id: 'y', method: 'session/new' })).toEqual([
    { jsonrpc: '2.0', ...update('early') },
    { jsonrpc: '2.0', id: 'y', result: 'session' },
  ]);
});

test('[RP2] what the client leaves out is passed over, what was never recorded is refused', async () => {
  const { take } = stage(steps);
  await take({ id: 1, method: 'initialize' }, { id: 2, method: 'session/new' });
  const message = 'The recording has no answer to session/list.';
  expect(await take({ id: 3, method: 'session/list' })).toEqual([
    `emend: ${message}`,
    { jsonrpc: '2.0', id: 3, error: { code: -32603, message } },
  ]);
  expect(await take({ id: 4, method: 'session/prompt' })).toEqual([
    { jsonrpc: '2.0', ...update('a') },
    { jsonrpc: '2.0', id: 'p', method: 'session/request_permission' },
  ]);
});

test('[RP7] a prompt that is not the recorded one is said in one line, and answered all the same', async () => {
  const prompt = (...texts: string[]) => ({ prompt: texts.map((text) => ({ type: 'text', text })) });
  const recorded: Step[] = [
    { ...request(0, 1, 'session/prompt'), params: { sessionId: 'recorded', ...prompt('/permission') } } as Step,
    say(1, { id: 1, result: { stopReason: 'end_turn' } }),
  ];
  const answer = { jsonrpc: '2.0', id: 9, result: { stopReason: 'end_turn' } };
  const asked = (params: object) => stage(recorded).take({ id: 9, method: 'session/prompt', params });
  expect(await asked({ sessionId: 's', ...prompt('/permission') })).toEqual([answer]);
  expect(await asked({ sessionId: 's', ...prompt('other\nwords', 'x'.repeat(100)) })).toEqual([
    `emend: The prompt is not the recorded one: "other words ${'x'.repeat(47)}…" instead of "/permission".`,
    {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's',
        update: {
          sessionUpdate: 'agent_thought_chunk',
          messageId: 'emend-replay-note-1',
          content: {
            type: 'text',
            text: `[emend replay] The prompt is not the recorded one: "other words ${'x'.repeat(47)}…" instead of "/permission". What follows was recorded for that one.`,
          },
        },
      },
    },
    answer,
  ]);
});

test('[RP8] a strict replay refuses another prompt and waits for the recorded one', async () => {
  const params = (text: string) => ({ sessionId: 's', prompt: [{ type: 'text', text }] });
  const recorded: Step[] = [
    { ...request(0, 1, 'session/prompt'), params: params('right') } as Step,
    say(1, { id: 1, result: { stopReason: 'end_turn' } }),
  ];
  const { take, player } = stage(recorded, 'strict');
  const message = 'The prompt is not the recorded one: "wrong" instead of "right".';
  expect(await take({ id: 8, method: 'session/prompt', params: params('wrong') })).toEqual([
    `emend: ${message}`,
    { jsonrpc: '2.0', id: 8, error: { code: -32602, message } },
  ]);
  expect(await take({ id: 9, method: 'session/prompt', params: params('right') })).toEqual([
    { jsonrpc: '2.0', id: 9, result: { stopReason: 'end_turn' } },
  ]);
  expect(player.refusedPrompts).toBe(1);
});

test('[RP8] another prompt is seen in chat, and refused there with --strict', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-replay-'));
  const file = join(folder, 'session.ndjson');
  const node = [process.execPath, commandFile];
  await runEmend(['chat', '-p', '/stream', '--', ...node, 'record', file, '--', ...node, 'agent', '--pace', '0']);
  const chat = (...options: string[]) =>
    runEmend(['chat', '-p', 'hello', '--', ...node, 'replay', '--speed', 'max', ...options, file]);
  const loose = await chat();
  expect([loose.status, loose.stdout]).toEqual([
    0,
    expect.stringContaining('The prompt is not the recorded one: "hello" instead of "/stream".'),
  ]);
  const strict = await chat('--strict');
  expect([strict.status, strict.stdout + strict.stderr]).toEqual([
    1,
    expect.stringContaining('The prompt is not the recorded one: "hello" instead of "/stream".'),
  ]);
  rmSync(folder, { recursive: true });
});

test('[RP9] a batch may be of any size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emend-replay-'));
  const file = join(folder, 'batch.ndjson');
  const batch = Array.from({ length: 150_000 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"_x"}`);
  writeFileSync(file, `{"at":0,"from":"client","message":[${batch.join(',')}]}\n`);
  expect(
    await runEmend(['replay', '--speed', 'max', file], '[{"jsonrpc":"2.0","id":7,"method":"_y"}]\n'),
  ).toMatchObject({
    status: 0,
    stdout: '{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"The recording has no answer to _y."}}\n',
  });
  const requests = new RequestQueue();
  for (let id = 0; id < 300_000; id++) requests.add({ id, method: '_x', params: undefined });
  for (let id = 0; id < 300_000; id++) if (requests.take()?.id !== id) throw new Error(`${id} was not next`);
  expect([requests.first, requests.take()]).toEqual([undefined, undefined]);
  rmSync(folder, { recursive: true });
});

test('[RP3] the recording goes on when the agent\u2019s question is answered', async () => {
  const { take } = stage(steps.slice(7));
  await take({ id: 7, method: 'session/prompt' });
  expect(await take({ id: 'other', result: {} })).toEqual([]);
  expect(await take({ id: 'p', result: {} })).toEqual([
    { jsonrpc: '2.0', ...update('b') },
    { jsonrpc: '2.0', id: 7, result: { stopReason: 'end_turn' } },
  ]);
});

test('[RP4] the pauses are those between the recorded messages', async () => {
  const { take, waits } = stage(steps);
  await take(
    { id: 1, method: 'initialize' },
    { id: 2, method: 'session/new' },
    { id: 3, method: 'session/prompt' },
    { id: 'p', result: 1 },
  );
  expect(waits).toEqual([5, 2, 3, 1, 10, 10, 10, 5]);
});

test('[RP5] a cancel ends the turn at once', async () => {
  const { take, hold } = stage(steps.slice(7));
  hold();
  expect(await take({ id: 7, method: 'session/prompt' })).toEqual([]);
  expect(await take({ method: 'session/cancel' })).toEqual([
    { jsonrpc: '2.0', id: 7, result: { stopReason: 'cancelled' } },
  ]);
  expect(await take({ method: 'session/cancel' })).toEqual([]);
});

test('[RP5] where the recording has a cancel, it goes on as it was recorded', async () => {
  const { take } = stage([
    request(0, 3, 'session/prompt'),
    { type: 'answer', at: 1, id: 'q' },
    { type: 'cancel', at: 2 },
    say(3, { id: 3, result: { stopReason: 'cancelled' } }),
  ]);
  await take({ id: 7, method: 'session/prompt' }, { method: 'session/cancel' });
  expect(await take({ id: 'q', result: 1 })).toEqual([{ jsonrpc: '2.0', id: 7, result: { stopReason: 'cancelled' } }]);
});

test('[RP6] what a recording that was cut off does not answer is an error, or cancelled', async () => {
  const cutOff = [request(0, 3, 'session/prompt'), say(10, update('a'))];
  const message = 'The recording ends before the answer to session/prompt.';
  expect(await stage(cutOff).take({ id: 7, method: 'session/prompt' })).toEqual([
    { jsonrpc: '2.0', ...update('a') },
    `emend: ${message}`,
    { jsonrpc: '2.0', id: 7, error: { code: -32603, message } },
  ]);
  const held = stage(cutOff);
  held.hold();
  expect(await held.take({ id: 7, method: 'session/prompt' })).toEqual([]);
  expect(await held.take({ method: 'session/cancel' })).toEqual([
    { jsonrpc: '2.0', id: 7, result: { stopReason: 'cancelled' } },
  ]);
});
