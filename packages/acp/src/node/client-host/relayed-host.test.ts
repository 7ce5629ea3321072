import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { serve } from '../../roles/agent/serve.ts';
import { connect } from '../../roles/client/connect.ts';
import { relayAgent } from '../../roles/relay/relay-agent.ts';
import { type RawClient, rawClientOf, textPrompt } from '../../roles/test-support/raw-client.ts';
import { type Incoming, type PlainAgent, type Voice, v1Agent } from '../../roles/test-support/v1-agent.ts';
import { foldedSession } from '../../session/folded.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { localHost } from './local-host.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'emend-relayed-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'in.txt'), 'inside');

const own = /^(?:fs|terminal)\//;

/** An agent in front of a v1 agent that asks for a file, for one outside, and for a terminal; and what it heard. */
async function relayed(isServed: boolean) {
  const agents: PlainAgent[] = [];
  const asks: readonly (readonly [number, string, object])[] = [
    [1, 'fs/read_text_file', { path: join(folder, 'in.txt') }],
    [2, 'fs/write_text_file', { path: join(folder, 'out.txt'), content: 'written' }],
    [3, 'fs/read_text_file', { path: join(folder, '..', 'elsewhere.txt') }],
    [4, 'terminal/create', { command: process.execPath, args: ['-e', ''], cwd: folder }],
  ];
  const relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connect(options) {
      const started = v1Agent({
        'session/prompt': (message, voice) => {
          for (const [id, method, params] of asks) voice.ask(id, method, { sessionId: 's', ...params });
          const isDone = () => asks.every(([id]) => heard(started, id) !== undefined);
          const look = setInterval(() => {
            if (!isDone()) return;
            clearInterval(look);
            voice.answer(message, { stopReason: 'end_turn' });
          }, 5);
        },
      });
      agents.push(started);
      const bridge = isServed ? { bridge: { serve: localHost({ serve: ['files', 'terminals'] }) } } : {};
      return connect(started.transport, { ...options, ...bridge });
    },
  });
  const answers = () => asks.map(([id]) => heard(agents.at(-1) as PlainAgent, id));
  const offered = () => {
    const isHandshake = ({ method }: Incoming) => method === 'initialize';
    return agents.at(-1)?.received.find(isHandshake)?.params['clientCapabilities'];
  };
  return { relay, answers, offered };
}

function heard(
  { received }: PlainAgent,
  id: number | string,
): { readonly result?: unknown; readonly error?: unknown } | undefined {
  return received.find((message) => message.id === id && message.method === undefined) as object | undefined;
}

/** A v1 client, which could serve files and terminals of its own machine, and one of v2, on one session. */
async function together(relay: Awaited<ReturnType<typeof relayed>>['relay']): Promise<readonly [RawClient, RawClient]> {
  const capabilities = { fs: { readTextFile: true, writeTextFile: true }, terminal: true };
  const first = await rawClientOf(relay.agent, 'v1', { capabilities });
  const { sessionId } = (await first.ask('session/new', { cwd: folder, mcpServers: [] })) as { sessionId: string };
  const second = await rawClientOf(relay.agent, 'june');
  await second.ask('session/load', { sessionId, cwd: folder, mcpServers: [] });
  await first.ask('session/prompt', textPrompt(sessionId, 'go'));
  return [first, second];
}

test('[RO123] [X27] [X28] a v1 agent behind has files and terminals of the server, in the folders of its session, and no client is asked', async () => {
  const { relay, answers, offered } = await relayed(true);
  const clients = await together(relay);
  const [read, write, outside, terminal] = answers();
  expect(read?.result).toEqual({ content: 'inside' });
  expect(write).toHaveProperty('result');
  expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('written');
  expect(outside).toMatchObject({ error: { code: expect.any(Number) } });
  expect(terminal?.result).toEqual({ terminalId: expect.any(String) });
  expect(offered()).toMatchObject({ fs: { readTextFile: true, writeTextFile: true }, terminal: true });
  for (const { received } of clients) expect(received.filter(({ method }) => own.test(String(method)))).toEqual([]);
  await Promise.all(clients.map((client) => client.close()));
  await relay.close();
});

test('[RO123] [X27] a v1 agent behind a server that serves none is offered none, and clients that could are not asked', async () => {
  const { relay, answers, offered } = await relayed(false);
  const clients = await together(relay);
  expect(answers().map((answer) => (answer?.error as { readonly code: number } | undefined)?.code)).toEqual([
    -32601, -32601, -32601, -32601,
  ]);
  expect(JSON.stringify(offered() ?? {})).not.toMatch(/"(?:readTextFile|writeTextFile|terminal)":true/);
  for (const { received } of clients) expect(received.filter(({ method }) => own.test(String(method)))).toEqual([]);
  await Promise.all(clients.map((client) => client.close()));
  await relay.close();
});

/** A v1 agent that runs a command in a terminal for each prompt, and shows it in a tool call. */
function commandAgent(): PlainAgent {
  const started = v1Agent({
    async 'session/prompt'(message, voice: Voice) {
      const [{ text }] = message.params['prompt'] as [{ readonly text: string }];
      const ask = async (id: string, method: string, params: object): Promise<unknown> => {
        voice.ask(id, method, { sessionId: 's', ...params });
        await expect.poll(() => heard(started, id)).toBeDefined();
        return heard(started, id)?.result;
      };
      const command = { command: process.execPath, args: ['-p', `'${text}'`], cwd: folder };
      const { terminalId } = (await ask(`create ${text}`, 'terminal/create', command)) as { terminalId: string };
      const content = [{ type: 'terminal', terminalId }];
      voice.update({ sessionUpdate: 'tool_call', toolCallId: text, title: text, content });
      await ask(`wait ${text}`, 'terminal/wait_for_exit', { terminalId });
      await ask(`release ${text}`, 'terminal/release', { terminalId });
      voice.answer(message, { stopReason: 'end_turn' });
    },
  });
  return started;
}

test('[RO135] [RO123] a terminal of an agent that was started again is another one than those of the session before', async () => {
  const agents: PlainAgent[] = [];
  await using relay = await relayAgent({
    sessions: { log: new MemoryLog() },
    connect(options) {
      const started = commandAgent();
      agents.push(started);
      return connect(started.transport, { ...options, bridge: { serve: localHost({ serve: ['terminals'] }) } });
    },
  });
  const [near, far] = memoryPair();
  serve(relay.agent, far);
  await using client = await connect(near);
  const session = await client.newSession({ cwd: folder });
  await session.prompt('one');
  agents.at(-1)?.voice.end();
  await session.prompt('two');
  expect(agents.length).toBe(3);
  const { terminals = [], toolCalls } = foldedSession(session.state);
  expect(terminals.map(({ output }) => output)).toEqual(['one\n', 'two\n']);
  const shown = terminals.map(({ terminalId }) => [{ type: 'terminal', terminalId }]);
  expect(toolCalls.map(({ content }) => content)).toEqual(shown);
});
