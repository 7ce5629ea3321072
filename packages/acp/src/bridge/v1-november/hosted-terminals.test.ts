import { expect, test } from 'vitest';
import { commandLine } from '../command-line.ts';
import { edgeBetween } from '../edges.ts';
import { talk, updatesOf } from '../test-support/talk.ts';
import type { ClientHost, TerminalWatcher } from '../v1-june/client-host.ts';

const create = { sessionId: 's', command: 'echo', args: ['a b', "it's", '-n'], cwd: '/w/x' };

/** A host with one terminal, of which the test decides what happens. */
function fakeHost(canBeWatched: boolean) {
  const state = { watcher: undefined as TerminalWatcher | undefined, text: '', closed: [] as string[] };
  const host: ClientHost = {
    requests: {
      'terminal/create': async () => ({ terminalId: 'terminal-1' }),
      'terminal/output': async () => ({ output: state.text, truncated: false }),
      'terminal/wait_for_exit': async () => ({ exitCode: 3, signal: null }),
      'terminal/kill': async () => ({}),
      'terminal/release': async () => ({}),
    },
    terminalText: () => state.text,
    closeSession: (sessionId) => state.closed.push(sessionId),
    ...(canBeWatched
      ? {
          watchTerminals: (watcher: TerminalWatcher) => {
            state.watcher = watcher;
          },
        }
      : {}),
  };
  return { host, state };
}

/** A November client of a v1 agent with a session and a host that serves it. */
function served(host: ClientHost, room?: Promise<void>) {
  const hosting = edgeBetween('november', 'v1').hosting?.(host);
  const conversation = talk({ client: 'november', agent: 'v1', ...hosting?.options });
  const { ask, answer, flush, seen } = conversation;
  const answers: unknown[] = [];
  const serving = hosting?.start({
    answer: (response) => answers.push(response),
    report: () => {},
    onTerminalNews: () => {
      flush();
      return room;
    },
  });
  const offered = ask(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} });
  answer(0, { protocolVersion: 1, agentCapabilities: {} });
  const request = { jsonrpc: '2.0', id: 1, method: 'session/new', params: { cwd: '/w' } };
  serving?.see('client', request);
  conversation.fromClient(request);
  serving?.see('agent', { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } });
  answer(1, { sessionId: 's' });
  seen.client.length = 0;
  let last = 10;

  /** The agent asks the host; gives the updates that the client gets meanwhile. */
  async function call(method: string, params: object): Promise<unknown[]> {
    seen.client.length = 0;
    last += 1;
    const value = { jsonrpc: '2.0', id: last, method, params } as const;
    const isTaken = serving?.take({ kind: 'request', frame: JSON.stringify(value), value });
    await new Promise((resolve) => setTimeout(resolve));
    expect([isTaken, answers.at(-1)]).toMatchObject([true, { id: last }]);
    return updatesOf(seen.client);
  }

  /** What the client gets when something happens. */
  function during(happening: () => void): unknown[] {
    seen.client.length = 0;
    happening();
    return updatesOf(seen.client);
  }

  return { ...conversation, offered, serving, call, during };
}

const terminal = { sessionId: 's', terminalId: 'terminal-1' };
const chunk = (data: string) => ({ sessionUpdate: 'terminal_output_chunk', terminalId: 'terminal-1', data });
const update = (fields: object) => ({ sessionUpdate: 'terminal_update', terminalId: 'terminal-1', ...fields });

test('[BR128] [N130] the terminals of a host are terminals for the client, byte for byte', async () => {
  const { host, state } = fakeHost(true);
  const { call, during, update: tell, offered } = served(host);
  expect(offered.agent).toMatchObject([{ params: { clientCapabilities: { terminal: true } } }]);
  expect(await call('terminal/create', create)).toEqual([update({ command: `echo 'a b' 'it'\\''s' -n`, cwd: '/w/x' })]);
  const content = [{ type: 'terminal', terminalId: 'terminal-1' }];
  expect(tell('tool_call', { toolCallId: 't', title: 'echo', content })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'echo', content },
  ]);
  // Half of a character, and bytes that are no text.
  expect(during(() => state.watcher?.printed('terminal-1', Uint8Array.of(0x61, 0xc3)))).toEqual([chunk('YcM=')]);
  expect(during(() => state.watcher?.printed('terminal-1', Uint8Array.of(0xa9, 0xff)))).toEqual([chunk('qf8=')]);
  expect(during(() => state.watcher?.printed('terminal-1', new Uint8Array()))).toEqual([]);
  expect(during(() => state.watcher?.exited('terminal-1', { exitCode: 3, signal: null }))).toEqual([
    update({ exitStatus: { exitCode: 3, signal: null } }),
  ]);
  expect(await call('terminal/wait_for_exit', terminal)).toEqual([]);
  expect(await call('terminal/release', terminal)).toEqual([]);
});

test('[BR128] [N130] a command that is released while it runs has ended, and a closed session gets no more', async () => {
  const { host, state } = fakeHost(true);
  const first = served(host);
  await first.call('terminal/create', create);
  expect(await first.call('terminal/release', terminal)).toEqual([update({ exitStatus: {} })]);
  expect(first.during(() => state.watcher?.printed('terminal-1', Uint8Array.of(1)))).toEqual([]);
  const second = served(host);
  await second.call('terminal/create', { sessionId: 's', command: 'cat', args: [] });
  second.serving?.see('client', { jsonrpc: '2.0', id: 5, method: 'session/close', params: { sessionId: 's' } });
  second.serving?.see('agent', { jsonrpc: '2.0', id: 5, result: {} });
  expect(state.closed).toEqual(['s']);
  expect(second.during(() => state.watcher?.exited('terminal-1', { exitCode: 0 }))).toEqual([]);
});

test('[BR128] [N130] of a host that gives only text, what is new is sent when the agent asks', async () => {
  const { host, state } = fakeHost(false);
  const { call } = served(host);
  expect(await call('terminal/create', { sessionId: 's', command: 'cat' })).toEqual([
    update({ command: 'cat', cwd: '/w' }),
  ]);
  expect(await call('terminal/output', terminal)).toEqual([]);
  state.text = 'one';
  expect(await call('terminal/output', terminal)).toEqual([chunk('b25l')]);
  state.text = 'one two';
  expect(await call('terminal/output', terminal)).toEqual([chunk('IHR3bw==')]);
  // The beginning was dropped.
  state.text = 'two three';
  expect(await call('terminal/wait_for_exit', terminal)).toEqual([
    update({ output: { data: 'dHdvIHRocmVl' } }),
    update({ exitStatus: { exitCode: 3, signal: null } }),
  ]);
});

test('[BR128] the command of a terminal is one line', () => {
  expect(commandLine('echo "hi" && ls', [])).toBe('echo "hi" && ls');
  expect(commandLine('ls', ['-l', '', 'a b', '$HOME'])).toBe(`ls -l '' 'a b' '$HOME'`);
});

test('[BR128] a client that needs time to read holds up the command', async () => {
  const { host, state } = fakeHost(true);
  const room = Promise.resolve();
  const { call } = served(host, room);
  await call('terminal/create', create);
  expect(state.watcher?.printed('terminal-1', Uint8Array.of(1))).toBe(room);
});
