import { expect, test } from 'vitest';
import { dialects } from '../../../protocol/dialects.ts';
import { memoryFiles } from '../test-support/memory-files.ts';
import { mutatedClient } from '../test-support/mutants/client-mutant.ts';
import { rightClient } from '../test-support/right-client.ts';
import { checkClient } from './check-client.ts';
import { clientChecks } from './client-checks.ts';
import { clientInProcess } from './client-in-process.ts';
import { clientWords } from './client-words.ts';

const timeout = 30_000;

test('our own client passes in every dialect', async () => {
  const run = await checkClient(rightClient(), { isDriven: true, skip: ['state'], timeout, jobs: 8 });
  expect(run.dialects).toEqual(['1', 'june', 'november']);
  const { results, summary } = await run.all();
  const others = results.filter(({ verdict }) => verdict !== 'pass');
  expect(others.map(({ id, dialect, verdict, reason }) => `${verdict} ${dialect} ${id}: ${reason}`)).toEqual([
    'skip 1 requests.file-lines: the client does not offer to read and write files',
  ]);
  expect(summary).toEqual({ pass: run.checks.length - 1, fail: 0, warn: 0, skip: 1 });
}, 120_000);

test('a client that serves files, and whose user never answers, passes', async () => {
  const start = rightClient({
    offers: {
      host: memoryFiles,
      elicitation: {
        form: (_, { signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve({ action: 'cancel' }))),
      },
      requestPermission: (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ outcome: 'cancelled' }))),
    },
  });
  const only = ['requests.files', 'requests.file-lines', 'requests.elicitation', 'permission.withdrawn'];
  const { results } = await (await checkClient(start, { only, dialects: ['v1', 'november'], timeout })).all();
  expect(results.map(({ dialect, id, verdict }) => `${verdict} ${dialect} ${id}`)).toEqual([
    'pass 1 requests.files',
    'pass 1 requests.file-lines',
    'pass november permission.withdrawn',
    'pass november requests.elicitation',
  ]);
});

test('without a script, what needs an action of the client is skipped', async () => {
  const run = await checkClient(rightClient(), {
    only: ['cancel', 'load', 'list', 'prompt.second'],
    dialects: ['june'],
  });
  const { results } = await run.all();
  expect(results.map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`)).toEqual(
    [
      ['prompt.second', 'second-prompt'],
      ['cancel.sent', 'cancel'],
      ['cancel.permission', 'cancel'],
      ['cancel.late-updates', 'cancel'],
      ['load.request', 'load'],
      ['load.replay', 'load'],
      ['list.cursor', 'load'],
    ].map(([id, scene]) => `skip ${id}: needs an action of the client: a script for the scene "${scene}" (--script)`),
  );
});

test('a client that only says hello is checked in what it does, and the rest is skipped', async () => {
  const hello = clientInProcess(async ({ connect, signal }) => {
    const transport = connect();
    const capabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
    const params = { protocolVersion: 1, clientCapabilities: capabilities, clientInfo: { name: 'a', version: '1' } };
    transport.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const run = await checkClient(hello, { timeout: 200, only: ['handshake.first', 'updates.known', 'session.new'] });
  expect(run.dialects).toEqual(['1']);
  const { results } = await run.all();
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['handshake.first', 'pass'],
    ['session.new', 'skip'],
    ['updates.known', 'skip'],
  ]);
  expect(results[2]?.reason).toContain('the client sent no prompt by itself');
});

test.each([
  [
    'ends at once',
    async () => {},
    'The client never started its agent: the client ended (code 0) without starting its agent.',
  ],
  [
    'fails at once',
    async () => {
      throw new Error('no');
    },
    'The client never started its agent: the client ended (code 1) without starting its agent.',
  ],
])('a client that %s is nothing to check', async (_, run, message) => {
  await expect(checkClient(clientInProcess(run))).rejects.toThrow(message);
});

test('a client that never starts its agent is nothing to check', async () => {
  const idle = clientInProcess(
    ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  await expect(checkClient(idle, { timeout: 100 })).rejects.toThrow(
    'The client never started its agent: the client did not start its agent within 0.1 s.',
  );
});

test('a client of a dialect that was not asked for completes no handshake', async () => {
  const old = rightClient({
    wrap: (transport) => ({
      ...transport,
      frames: transport.frames,
      close: () => transport.close(),
      send: (frame) => transport.send(frame.replace('"protocolVersion":2', '"protocolVersion":1')),
    }),
  });
  await expect(checkClient(old, { dialects: ['november'], timeout })).rejects.toThrow(
    'The client completed no handshake with an agent of november',
  );
});

test('an id that is used again after its answer is legal, and only a warning', async () => {
  let last: unknown;
  const start = mutatedClient(() => ({
    fromClient(message, wire) {
      const isPrompt = message['method'] === 'session/prompt';
      if (isPrompt) last = message['id'];
      wire.toAgent(isPrompt ? { ...message, id: 'prompt' } : message);
    },
    fromAgent: (message, wire) => wire.toClient(message['id'] === 'prompt' ? { ...message, id: last } : message),
  }));
  const run = await checkClient(start, { isDriven: true, only: ['prompt.second', 'output.ids'], timeout: 30_000 });
  const { results } = await run.all();
  expect(results.map(({ dialect, id, verdict }) => `${dialect} ${id} ${verdict}`)).toEqual([
    '1 prompt.second warn',
    '1 output.ids pass',
    'june prompt.second warn',
    'june output.ids pass',
    'november prompt.second warn',
    'november output.ids pass',
  ]);
});

test('each check has an id of its own, a sentence and its rules, and its scenes are right updates', () => {
  expect(new Set(clientChecks.map(({ id }) => id)).size).toBe(clientChecks.length);
  for (const { id, title, requirements } of clientChecks) {
    expect(id).toMatch(/^[a-z]+\.[a-z-]+$/);
    expect(title).toMatch(/^[^A-Z].*\.$/);
    expect(Object.values(requirements).flat()).not.toEqual([]);
  }
  for (const [dialect, words] of Object.entries(clientWords)) {
    const { sessionUpdate } = dialects[dialect as keyof typeof clientWords];
    const problems = words.knownUpdates().map((update) => sessionUpdate.decode({ sessionId: 's', update }, 'strict'));
    expect(problems.filter(({ ok }) => !ok)).toEqual([]);
  }
});
