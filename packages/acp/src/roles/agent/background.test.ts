import { expect, test } from 'vitest';
import { MemoryLog } from '../../log/memory-log.ts';
import { restoreSession } from '../../log/restore.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { type Json, rawClient, textPrompt } from '../test-support/raw-client.ts';
import type { AgentWork } from './agent-work.ts';
import { OngoingWork } from './ongoing-work.ts';
import type { TerminalHandle } from './terminal-handle.ts';
import type { ToolCallHandle } from './tool-call-handle.ts';

test('[RO71] background work survives a resume, and nothing is sent after a close', async () => {
  let terminal: TerminalHandle | undefined;
  const client = await rawClient('november', {
    sessions: { log: new MemoryLog() },
    prompt: async (turn) => {
      terminal = turn.background(turn.terminal({ id: 'server', isCancellable: true }));
    },
  });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
  await client.ask('session/resume', { sessionId, cwd: '/w' });
  expect(client.updates().at(-1)).toEqual({
    sessionUpdate: 'state_update',
    state: 'idle',
    background: [{ type: 'terminal', terminalId: 'server' }],
  });
  expect(await client.ask('terminal/cancel', { sessionId, terminalId: 'server' })).toEqual({});
  expect(terminal?.signal.aborted).toBe(true);
  await terminal?.write('bye');
  await client.ask('session/close', { sessionId });
  const before = client.received.length;
  await terminal?.exit();
  await client.ask('session/list', {});
  expect(client.received.slice(before)).toHaveLength(1);
  expect(client.updates().slice(-3)).toEqual([
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'server', data: 'Ynll' },
    { sessionUpdate: 'terminal_update', terminalId: 'server', exitStatus: {} },
    { sessionUpdate: 'state_update', state: 'idle', background: [] },
  ]);
  expect(client.events).toMatchObject([{ type: 'late-report' }]);
});

test('[RO71] [N39] background work is listed in every state update, until its end was told', async () => {
  let end = async (): Promise<void> => {};
  const client = await rawClient('november', {
    prompt: async (turn) => {
      if (turn.text === 'stop') return end();
      const terminal = turn.background(turn.terminal({ id: 'server', command: 'npm start' }));
      end = async () => {
        await terminal.write('bye\n');
        await terminal.exit({ exitCode: 0 });
      };
    },
  });
  const sessionId = await client.open();
  const isIdle = ({ params }: Json) => (params as { update?: Json })?.update?.['state'] === 'idle';
  await client.ask('session/prompt', textPrompt(sessionId, 'start'));
  await client.until(isIdle);
  await client.ask('session/prompt', textPrompt(sessionId, 'stop'));
  await client.until((message) => isIdle(message) && JSON.stringify(message).includes('"background":[]'));
  const listed = [{ type: 'terminal', terminalId: 'server' }];
  const states = client.updates().filter(({ sessionUpdate }) => sessionUpdate === 'state_update');
  expect(states.map(({ sessionUpdate, ...state }) => state)).toEqual([
    { state: 'running' },
    { state: 'running', background: listed },
    { state: 'idle', stopReason: 'end_turn', background: listed },
    { state: 'running', background: listed },
    { state: 'running', background: [] },
    { state: 'idle', stopReason: 'end_turn', background: [] },
  ]);
});

test('[RO72] [RO76] [N26] work that nobody prompted waits while the user is asked, and is recorded', async () => {
  const log = new MemoryLog();
  let history: unknown;
  const client = await rawClient(
    'november',
    {
      sessions: { log },
      prompt: async (turn) => {
        history = turn.session.history;
      },
      newSession: (_, session) =>
        void session.work(async (work) => {
          await work.requestPermission({ toolCallId: 'c', title: 'Write' });
        }),
    },
    { answers: { 'session/request_permission': () => ({ outcome: { outcome: 'cancelled' } }) } },
  );
  const sessionId = await client.open();
  await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
  expect(client.updates().flatMap(({ state }) => state ?? [])).toEqual([
    'running',
    'requires_action',
    'running',
    'idle',
  ]);
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await client.until(() => history !== undefined);
  const { works, turns } = history as { works: Iterable<Json>; turns: Iterable<Json> };
  expect([...works].map(({ stopReason, prompts }) => [stopReason, prompts])).toEqual([
    ['end_turn', []],
    [undefined, [0]],
  ]);
  expect([...turns]).toHaveLength(1);
});

const states = (updates: readonly Json[]) =>
  updates.flatMap(({ sessionUpdate, state }) => (sessionUpdate === 'state_update' ? [state] : []));

test.each(['a turn', 'work that nobody prompted'])(
  '[RO71] [N26] %s that waits for the person does not run because background work ends',
  async (kind) => {
    const ask = async (work: AgentWork) => {
      const terminal = work.background(work.terminal({ id: 'server' }));
      const asked = [work.requestPermission({ toolCallId: 'a' }), work.requestPermission({ toolCallId: 'b' })];
      await terminal.exit({ exitCode: 0 });
      await Promise.all(asked);
    };
    let answered = 0;
    const client = await rawClient(
      'november',
      {
        newSession: (_, session) => void (kind === 'a turn' || session.work(ask)),
        prompt: ask,
      },
      {
        answers: {
          'session/request_permission': async () => {
            // The first answer comes while the other question is still open.
            for (let tick = 0; tick < 20 * answered; tick += 1) await Promise.resolve();
            answered += 1;
            return { outcome: { outcome: 'cancelled' } };
          },
        },
      },
    );
    const sessionId = await client.open();
    if (kind === 'a turn') await client.ask('session/prompt', textPrompt(sessionId, 'go'));
    await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
    const told = client.updates().filter(({ sessionUpdate }) => sessionUpdate === 'state_update');
    expect(told.map(({ state, background }) => [state, background])).toEqual([
      ['running', undefined],
      ['running', [{ type: 'terminal', terminalId: 'server' }]],
      ['requires_action', [{ type: 'terminal', terminalId: 'server' }]],
      ['requires_action', []],
      ['running', []],
      ['idle', []],
    ]);
  },
);

test('[RO71] [N25] a prompt that has not begun is no work: background work that ends meanwhile leaves the session idle', async () => {
  for (let ticks = 0; ticks < 24; ticks += 1) {
    let server: TerminalHandle | undefined;
    const client = await rawClient('november', {
      prompt: async (turn) => {
        server ??= turn.background(turn.terminal({ id: 'server' }));
      },
    });
    const sessionId = await client.open();
    const isIdle = ({ params }: Json) => (params as { update?: Json })?.update?.['state'] === 'idle';
    await client.ask('session/prompt', textPrompt(sessionId, 'start'));
    await client.until(isIdle);
    const prompted = client.ask('session/prompt', textPrompt(sessionId, 'more'));
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    await server?.exit({ exitCode: 0 });
    await prompted;
    await client.ask('session/list', {});
    expect(states(client.updates()).at(-1)).toBe('idle');
  }
});

test.each(['session/resume', 'session/load'] as const)(
  '[RO71] [LG16] [N33] a %s while background work runs says that it runs',
  async (method) => {
    let terminal: TerminalHandle | undefined;
    const log = new MemoryLog();
    const client = await rawClient(method === 'session/load' ? 'june' : 'november', {
      sessions: { log },
      prompt: async (turn) => {
        const call = turn.toolCall({ id: 'call', title: 'Serve', isCancellable: true });
        terminal = turn.background(turn.terminal({ id: 'server', isCancellable: true }));
        void call.append(terminal);
        turn.background(call);
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      },
    });
    const sessionId = await client.open();
    void client.ask('session/prompt', textPrompt(sessionId, 'wait'));
    await client.until(({ params }) => JSON.stringify(params)?.includes('"call"') === true);
    const before = client.updates().length;
    await client.ask(method, { sessionId, cwd: '/w', mcpServers: [], replayFrom: { type: 'start' } });
    const told = client.updates().slice(before);
    expect(told.filter(({ exitStatus, status }) => exitStatus !== undefined || status !== undefined)).toEqual([]);
    await terminal?.exit({ exitCode: 0 });
    const { state } = await restoreSession(log, sessionId);
    expect(state.terminals.at(0)).toMatchObject({ terminalId: 'server', exitStatus: { exitCode: 0 } });
    const entries = await entriesOf(log, sessionId);
    expect(JSON.stringify(entries).split('"exitStatus"')).toHaveLength(2);
  },
);

test('[RO71] [N34] a close stops what the client could not cancel, tells its end and logs nothing after that', async () => {
  const log = new MemoryLog();
  const handles: (TerminalHandle | ToolCallHandle)[] = [];
  const client = await rawClient('november', {
    sessions: { log },
    prompt: async (turn) => {
      const call = turn.toolCall({ id: 'call', title: 'Serve' });
      const [terminal, own] = [turn.terminal({ id: 'server' }), turn.terminal({ id: 'own' })];
      own.signal.addEventListener('abort', () => void own.exit({ signal: 'SIGTERM' }));
      handles.push(...[call, terminal, own].map((handle) => turn.background(handle)));
    },
  });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'idle');
  expect(handles.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  const before = client.updates().length;
  expect(await client.ask('session/close', { sessionId })).toEqual({});
  expect(handles.map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  const call = { type: 'tool_call', toolCallId: 'call' };
  const server = { type: 'terminal', terminalId: 'server' };
  const told = [
    { sessionUpdate: 'terminal_update', terminalId: 'own', exitStatus: { signal: 'SIGTERM' } },
    { sessionUpdate: 'state_update', state: 'idle', background: [call, server] },
    { sessionUpdate: 'tool_call_update', toolCallId: 'call', status: 'cancelled' },
    { sessionUpdate: 'state_update', state: 'idle', background: [server] },
    { sessionUpdate: 'terminal_update', terminalId: 'server', exitStatus: {} },
    { sessionUpdate: 'state_update', state: 'idle', background: [] },
  ];
  expect(client.updates().slice(before)).toEqual(told);
  const logged = JSON.stringify(await entriesOf(log, sessionId));
  for (const handle of handles) await handle.update({ _meta: { late: true } });
  await client.ask('session/list', {});
  expect(client.updates().slice(before)).toEqual(told);
  expect(JSON.stringify(await entriesOf(log, sessionId))).toBe(logged);
  expect((await restoreSession(log, sessionId)).repairs).toEqual([]);
  expect(client.events).toMatchObject(handles.map(() => ({ type: 'late-report', method: 'session/update' })));
});

test('[RO71] [N34] a close for a June client ends the background, which reports and logs nothing after that', async () => {
  const log = new MemoryLog();
  let call: ToolCallHandle | undefined;
  const client = await rawClient('june', {
    sessions: { log },
    prompt: async (turn) => {
      call = turn.background(turn.toolCall({ id: 'call', title: 'Serve' }));
    },
  });
  const sessionId = await client.open();
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await client.ask('session/close', { sessionId });
  expect(call?.signal.aborted).toBe(true);
  const ended = { sessionUpdate: 'tool_call_update', toolCallId: 'call', status: 'cancelled' };
  expect(client.updates().at(-1)).toEqual(ended);
  await call?.finish();
  await client.ask('session/list', {});
  expect(client.updates().at(-1)).toEqual(ended);
  expect((await restoreSession(log, sessionId)).state.toolCalls.at(0)).toMatchObject({ status: 'cancelled' });
});

test('[RO71] [N39] what has ended is not listed in the background, and what was started again is', async () => {
  const client = await rawClient('november', {
    prompt: async (turn) => {
      const [call, terminal] = [turn.toolCall({ id: 'call', title: 'Serve' }), turn.terminal({ id: 'server' })];
      await call.finish();
      await terminal.exit({ exitCode: 0 });
      turn.background(call);
      turn.background(terminal);
      if (turn.text !== 'again') return;
      await call.start();
      turn.background(call);
    },
  });
  const sessionId = await client.open();
  const idle = (nth: number) =>
    client.until(() => states(client.updates()).filter((each) => each === 'idle').length === nth);
  await client.ask('session/prompt', textPrompt(sessionId, 'go'));
  await idle(1);
  expect(client.updates().at(-1)).toEqual({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  await client.ask('session/prompt', textPrompt(sessionId, 'again'));
  await idle(2);
  expect(client.updates().at(-1)).toMatchObject({ background: [{ type: 'tool_call', toolCallId: 'call' }] });
});

test('[RO71] the memory of what has ended is bounded', () => {
  const ongoing = new OngoingWork(() => {});
  const ended = (toolCallId: string) =>
    ongoing.see({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
  const handle = (id: string) => ({ id, abort() {}, stop() {}, moveTo() {} });
  for (let nth = 0; nth <= 1000; nth += 1) ended(String(nth));
  const isListed = ['0', '1', '1000'].map((id) => ongoing.moveToBackground('tool_call', handle(id)));
  expect(isListed).toEqual([true, false, false]);
});

test('[RO72] [N28] a prompt that waits behind work which nobody prompted is refused as soon as it is cancelled', async () => {
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let prompted = 0;
  const client = await rawClient('november', {
    prompt: async () => {
      prompted += 1;
    },
    newSession: (_, session) => void session.work(() => done),
  });
  const sessionId = await client.open();
  await client.until(({ params }) => (params as { update?: Json })?.update?.['state'] === 'running');
  const held = client.ask('session/prompt', textPrompt(sessionId, 'one'));
  client.notify('session/cancel', { sessionId });
  expect(await held).toMatchObject({ code: -32800 });
  expect(states(client.updates())).toEqual(['running']);
  const next = client.ask('session/prompt', textPrompt(sessionId, 'two'));
  await client.ask('session/list', {});
  expect(prompted).toBe(0);
  finish();
  await next;
  await client.until(() => states(client.updates()).length === 4);
  expect(states(client.updates())).toEqual(['running', 'idle', 'running', 'idle']);
  expect(prompted).toBe(1);
});
