import { expect, test } from 'vitest';
import { decodeBase64 } from '../../protocol/base64.ts';
import { object } from '../test-support/json.ts';
import { talk, updatesOf } from '../test-support/talk.ts';

/** A November client of a v1 agent, with a session. */
function session() {
  const conversation = talk({ client: 'november', agent: 'v1' });
  const { ask, answer } = conversation;
  ask(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities: {} });
  answer(0, { protocolVersion: 1, agentInfo: { name: 'a', version: '1' }, agentCapabilities: {} });
  ask(1, 'session/new', { cwd: '/w' });
  answer(1, { sessionId: 's' });
  conversation.ledger.length = 0;
  return conversation;
}

const shown = (terminalId: string) => ({ type: 'terminal', terminalId });
const told = (fields: object) => ({ toolCallId: 'call_1', _meta: fields });

test('[BR126] [N131] what codex tells of `echo hi` in v1 are the updates that it sends in November', () => {
  const { update, ledger } = session();
  const call = { toolCallId: 'call_1', title: 'echo hi', kind: 'execute', status: 'in_progress' };
  expect([
    ...update('tool_call', {
      ...call,
      content: [shown('call_1')],
      _meta: { terminal_info: { terminal_id: 'call_1', cwd: '/w' } },
    }),
    ...update('tool_call_update', told({ terminal_output: { terminal_id: 'call_1', data: 'hi\n' } })),
    ...update('tool_call_update', {
      ...told({ terminal_exit: { terminal_id: 'call_1', exit_code: 0, signal: null } }),
      status: 'completed',
      rawOutput: { exitCode: 0 },
    }),
  ]).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'call_1', cwd: '/w' },
    { sessionUpdate: 'tool_call_update', ...call, content: [shown('call_1')] },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'call_1', data: 'aGkK' },
    { sessionUpdate: 'terminal_update', terminalId: 'call_1', exitStatus: { exitCode: 0, signal: null } },
    { sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'completed', rawOutput: { exitCode: 0 } },
  ]);
  expect(ledger).toEqual([]);
});

test('[BR126] [N131] both names of output, ends by a signal and ends of which nothing is known', () => {
  const { update } = session();
  update('tool_call', { toolCallId: 'call_1', title: 't', content: [shown('a'), shown('b')] });
  const status = (news: object) => updatesOfTerminals(update('tool_call_update', told(news)));
  expect(status({ terminal_output_delta: { terminal_id: 'a', data: 'é' } })).toEqual([
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'a', data: 'w6k=' },
  ]);
  expect(status({ terminal_exit: { terminal_id: 'a', exit_code: null, signal: 'SIGTERM' } })).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'a', exitStatus: { exitCode: null, signal: 'SIGTERM' } },
  ]);
  expect(status({ terminal_exit: { terminal_id: 'b' } })).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'b', exitStatus: {} },
  ]);
  // A command ends once.
  expect(status({ terminal_exit: { terminal_id: 'a', exit_code: 1 } })).toEqual([]);
  // A directory is absolute in November.
  expect(status({ terminal_info: { terminal_id: 'c', cwd: 'src' } })).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'c' },
  ]);
});

function updatesOfTerminals(updates: readonly unknown[]): unknown[] {
  return updates.filter((update) => String(object(update)['sessionUpdate']).startsWith('terminal_'));
}

test('[BR126] [N131] a terminal that no content shows is shown in the call that reports it, once', () => {
  const { update, entries } = session();
  const text = { type: 'content', content: { type: 'text', text: 'x' } };
  const news = (data: string) => told({ terminal_output: { data } });
  expect([
    ...update('tool_call', { ...news('1'), title: 't', content: [text] }),
    ...update('tool_call_update', news('2')),
  ]).toEqual([
    { sessionUpdate: 'terminal_update', terminalId: 'call_1' },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'call_1', data: 'MQ==' },
    { sessionUpdate: 'tool_call_update', toolCallId: 'call_1', title: 't', content: [text] },
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'call_1', content: shown('call_1') },
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'call_1', data: 'Mg==' },
  ]);
  expect(entries()).toEqual([{ kind: 'repair', rule: 'terminal', toolCallId: 'call_1', path: '_meta' }]);
});

test('[BR126] [N131] other keys of _meta stay, and what is malformed is reported and stays out', () => {
  const { update, entries } = session();
  const _meta = { terminal_info: 7, terminal_output: { data: 1 }, mine: { a: 1 } };
  expect(update('tool_call', { toolCallId: 'call_1', title: 't', _meta })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 'call_1', title: 't', _meta: { mine: { a: 1 } } },
  ]);
  expect(entries()).toEqual([
    { kind: 'loss', rule: 'malformed', toolCallId: 'call_1', path: '_meta.terminal_info' },
    { kind: 'loss', rule: 'malformed', toolCallId: 'call_1', path: '_meta.terminal_output.data' },
  ]);
});

test('[BR126] [N131] a character that is cut in two arrives whole, and one that stays cut as a replacement', () => {
  const { update, seen } = session();
  const news = (data: string) => told({ terminal_output: { terminal_id: 't', data } });
  update('tool_call', { toolCallId: 'call_1', title: 't', content: [shown('t')] });
  for (const data of ['a\ud83d', '\ude00b\ud83d', '']) update('tool_call_update', news(data));
  update('tool_call_update', told({ terminal_exit: { terminal_id: 't', exit_code: 0 } }));
  const chunks = updatesOf(seen.client)
    .map(object)
    .filter((each) => each['sessionUpdate'] === 'terminal_output_chunk');
  const bytes = chunks.flatMap(({ data }) => [...(decodeBase64(String(data)) ?? [])]);
  expect(new TextDecoder().decode(Uint8Array.from(bytes))).toBe('a😀b\ufffd');
});
