import { expect, test } from 'vitest';
import { methods } from '../protocol/november/generated/methods.ts';
import { foldedSession } from '../session/folded.ts';
import { applyEvent } from '../session/reduce/apply.ts';
import { newSessionState } from '../session/state.ts';
import { base64 } from '../session/test-support/november.ts';
import { Traffic } from '../session/traffic.ts';
import { entriesOf } from '../testing/log-sessions.ts';
import type { LogEvent } from './event.ts';
import { joinedReplay } from './joined-replay.ts';
import { MemoryLog } from './memory-log.ts';
import { foldEntries, restoreSession } from './restore.ts';
import { exportSession } from './session-export.ts';
import { SessionWriter } from './session-writer.ts';

const own = (update: object) => ({ type: 'update', dialect: 'november', update }) as LogEvent;
const terminal = (fields: object) => own({ sessionUpdate: 'terminal_update', terminalId: 't', ...fields });
const output = (text: string) => own({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: base64(text) });
const summary = (text: string) =>
  own({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: { type: 'text', text } });
const compaction = (fields: object) => own({ sessionUpdate: 'compaction_update', compactionId: 'k', ...fields });

async function logOf(events: readonly LogEvent[]): Promise<MemoryLog> {
  const log = new MemoryLog();
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  await log.append('s', events, { expected: 0, at: 1 });
  return log;
}

async function textOf(log: MemoryLog): Promise<string> {
  return JSON.stringify(await entriesOf(log, 's'));
}

test('[LG11] output of a terminal, a command and a summary that are cleared or replaced are gone from the log', async () => {
  const secret = base64('secret');
  const cleared = await logOf([
    ...[terminal({ command: 'secret', output: { data: secret } }), output('secret')],
    terminal({ command: null, output: null }),
    ...[summary('secret'), compaction({ status: 'failed', error: 'secret' })],
    compaction({ status: 'completed', summary: [{ type: 'text', text: 'public' }], error: null }),
  ]);
  const text = await textOf(cleared);
  expect([text.includes('secret'), text.includes(secret), text.includes('public')]).toEqual([false, false, true]);
  const { terminals, compactions } = foldedSession((await restoreSession(cleared, 's')).state);
  expect([terminals, compactions]).toEqual([
    [{ terminalId: 't', output: '', exitStatus: {} }],
    [{ compactionId: 'k', status: 'completed', summary: [{ type: 'text', text: 'public' }] }],
  ]);
});

test('[LG11] a key of _meta that is replaced or removed is gone, and the other keys stay', async () => {
  const call = (_meta: unknown) => own({ sessionUpdate: 'tool_call_update', toolCallId: 'c', _meta });
  const log = await logOf([
    call({ a: 'secret', b: 'kept' }),
    call({ a: 'new' }),
    call({ c: 'secret' }),
    call({ c: null }),
  ]);
  expect((await textOf(log)).includes('secret')).toBe(false);
  expect(foldedSession((await restoreSession(log, 's')).state).toolCalls[0]?._meta).toEqual({ a: 'new', b: 'kept' });
  const all = await logOf([call({ a: 'secret', b: 'secret' }), call(null)]);
  expect((await textOf(all)).includes('secret')).toBe(false);
});

test('[LG11] a question of November loses its words once it is answered and its tool call is rewritten', async () => {
  const ask = {
    ...{ type: 'permission_opened', dialect: 'november', requestId: 1, title: 'secret', description: 'secret' },
    subject: { type: 'tool_call', toolCall: { toolCallId: 'c', title: 'secret', _meta: { a: 'secret' } } },
    options: [{ optionId: 'secret', name: 'secret', kind: 'allow_once' }],
  } as LogEvent;
  const rewritten = own({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'public', _meta: null });
  const log = await logOf([ask, { type: 'permission_withdrawn', requestId: 1 }, rewritten]);
  expect((await textOf(log)).includes('secret')).toBe(false);
});

test('[LG23] [N68] a notice is not stored, and one that is stored all the same is not restored', async () => {
  const notice = own({ sessionUpdate: 'notice', severity: 'info', title: 'T' });
  const log = new MemoryLog();
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  const writer = new SessionWriter(log, 's', 0, () => 1);
  writer.append([notice, terminal({}), notice]);
  writer.append([notice]);
  await writer.durable();
  expect([writer.position, (await entriesOf(log, 's')).length]).toEqual([1, 1]);
  expect((await restoreSession(await logOf([notice]), 's')).state.notices).toEqual([]);
});

test('[LG16] what was cut off has ended: terminals have exited, calls have failed and can no longer be cancelled, work is over', async () => {
  const log = await logOf([
    { type: 'prompt_sent', prompt: [{ type: 'text', text: 'go' }], requestId: 1 },
    own({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'in_progress', capabilities: { cancel: {} } }),
    terminal({ capabilities: { cancel: {} } }),
    own({ sessionUpdate: 'state_update', state: 'running' }),
  ]);
  const { state, repairs } = await restoreSession(log, 's');
  expect(repairs).toEqual([
    own({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed', capabilities: null }),
    { type: 'turn_ended', requestId: 1, error: 'The agent ended before the turn did.' },
    own({ sessionUpdate: 'terminal_update', terminalId: 't', exitStatus: {}, capabilities: null }),
    {
      type: 'activity',
      state: 'idle',
      stopReason: 'error',
      error: { message: 'The agent ended before its work did.' },
      background: [],
    },
  ]);
  expect([state.activity.state, state.terminals.at(0)?.capabilities, state.toolCalls.at(0)?.capabilities]).toEqual([
    'idle',
    undefined,
    undefined,
  ]);
});

test('[LG16] what goes on in the background of this process has not ended', async () => {
  const log = await logOf([
    { type: 'prompt_sent', prompt: [{ type: 'text', text: 'go' }], requestId: 1 },
    ...['c', 'd'].map((toolCallId) => own({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' })),
    ...['t', 'u'].map((terminalId) => own({ sessionUpdate: 'terminal_update', terminalId })),
  ]);
  const background = [
    { type: 'tool_call', toolCallId: 'c' },
    { type: 'terminal', terminalId: 't' },
  ] as const;
  expect((await restoreSession(log, 's', { background })).repairs).toEqual([
    { type: 'update', update: { sessionUpdate: 'tool_call_update', toolCallId: 'd', status: 'failed' } },
    { type: 'turn_ended', requestId: 1, error: 'The agent ended before the turn did.' },
    own({ sessionUpdate: 'terminal_update', terminalId: 'u', exitStatus: {} }),
  ]);
});

test('[LG17] a replay has the terminals first, then one update for each thing, with adjacent text of a summary joined', async () => {
  const log = await logOf([
    own({
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      name: 'Bash',
      content: [{ type: 'terminal', terminalId: 't' }],
    }),
    ...[output('a'), output('b'), summary('one '), summary('two'), compaction({ status: 'completed' })],
  ]);
  expect(joinedReplay((await restoreSession(log, 's')).state)).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 't', output: { data: base64('ab') }, exitStatus: {} },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      name: 'Bash',
      content: [{ type: 'terminal', terminalId: 't' }],
    },
    {
      sessionUpdate: 'compaction_update',
      compactionId: 'k',
      status: 'completed',
      summary: [{ type: 'text', text: 'one two' }],
    },
  ]);
});

test('[LG14] successive pieces of output become one entry', async () => {
  const turn = [
    { type: 'prompt_sent', prompt: [] },
    { type: 'turn_ended', stopReason: 'end_turn' },
  ] as const;
  const log = await logOf([turn[0], terminal({ command: 'ls' }), output('a'), output('é'), output('b'), turn[1]]);
  await log.compact('s');
  expect((await entriesOf(log, 's')).map(({ event }) => event)).toEqual([
    turn[0],
    terminal({ command: 'ls', output: { data: base64('aéb') } }),
    turn[1],
  ]);
});

test('[LG14] [LG23] nothing is folded across what the agent says it is doing: the mark of a cancelled call stays', async () => {
  const call = (fields: object) => own({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });
  const says = (state: string, fields: object = {}) => own({ sessionUpdate: 'state_update', state, ...fields });
  const events = [
    ...[
      says('running'),
      call({ status: 'in_progress' }),
      says('idle', { stopReason: 'cancelled' }),
      call({ title: 'T' }),
    ],
    { type: 'turn_ended', stopReason: 'end_turn' } as const,
  ];
  const log = await logOf(events);
  await log.compact('s');
  const state = foldEntries(newSessionState(), await entriesOf(log, 's'));
  expect([state.toolCalls.at(0)?.isCancelled, state.toolCalls.at(0)?.title]).toEqual([true, 'T']);
});

test('[LG19] a session with something that only November has is exported as messages of November, which fold to the same', async () => {
  const june = (update: object) => ({ type: 'update', update }) as LogEvent;
  const log = await logOf([
    ...[terminal({ command: 'ls', exitStatus: {} }), output('a')],
    june({ sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [] } }),
    june({
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'a', description: 'b', input: { hint: 'h' } }],
    }),
    june({
      sessionUpdate: 'config_option_update',
      configOptions: [{ type: 'boolean', id: 'x', name: 'X', currentValue: true }],
    }),
  ]);
  const messages = await exportSession(log, 's');
  const updates = messages.flatMap((message) =>
    'params' in message && 'update' in message.params ? [message.params] : [],
  );
  expect(updates.map((params) => methods['session/update'].params.decode(params, 'strict').ok)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  let state = newSessionState();
  const traffic = new Traffic({ event: (_, event) => (state = applyEvent(state, event)), problem: () => {} });
  traffic.dialect = 'november';
  for (const message of messages) traffic.read(message);
  expect(foldedSession(state)).toEqual(foldedSession((await restoreSession(log, 's')).state));
});
