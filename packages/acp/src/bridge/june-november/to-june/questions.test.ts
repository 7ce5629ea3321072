import { expect, test } from 'vitest';
import { talk, text } from '../../test-support/talk.ts';
import { methods } from '../june.ts';

const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const withdrawn = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 7 } };
const options = [
  { optionId: 'a', name: 'Yes', kind: 'allow_once' },
  { optionId: 'r', name: 'No', kind: 'reject_once' },
];
const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
const cancelled = { outcome: { outcome: 'cancelled' } };

function talking(capabilities: object = {}) {
  const t = talk({ client: 'june', agent: 'november' });
  t.ask(0, 'initialize', { protocolVersion: 2, clientInfo: { name: 'c', version: '1' }, capabilities });
  t.answer(0, { protocolVersion: 2, info: { name: 'a', version: '1' } });
  const asked = (subject?: object) =>
    t.fromAgent(
      request(7, 'session/request_permission', {
        sessionId: 's',
        title: 'Do it',
        options,
        ...(subject === undefined ? {} : { subject }),
      }),
    ).client;
  return { ...t, asked };
}

const subjects: readonly (readonly [string, object | undefined, boolean])[] = [
  ['a tool call', { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Do it' } }, false],
  ['a command', { type: 'command', command: 'ls', cwd: '/w' }, true],
  ['nothing', undefined, true],
  ['something unknown', { type: '_x', y: 1 }, true],
];

test.each(subjects)(
  '[BR148] [N98] a permission request about %s arrives, is answered, and what was made up is closed',
  (_, subject, isMade) => {
    const t = talking();
    const [first, second] = t.asked(subject);
    const asked = (isMade ? second : first) as {
      readonly params: { readonly toolCall: { readonly toolCallId: string } };
    };
    expect(methods['session/request_permission'].params.is(asked.params)).toBe(true);
    const { toolCallId } = asked.params.toolCall;
    if (isMade) {
      expect(first).toMatchObject({
        params: { update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'pending' } },
      });
    }
    const answered = t.fromClient(result(7, selected('a')));
    const close = { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' };
    expect(answered).toEqual({
      agent: [result(7, selected('a'))],
      client: isMade ? [{ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: close } }] : [],
    });
  },
);

test('[BR148] a malformed known subject refuses the request', () => {
  const t = talking();
  t.asked({ type: 'command', command: 5 });
  expect(t.seen.agent.at(-1)).toMatchObject({ id: 7, error: { code: -32602 } });
});

test('[BR149] a request that is taken back is answered at once; the late answer of the client is dropped', () => {
  const t = talking();
  t.asked({ type: 'tool_call', toolCall: { toolCallId: 't', title: 'Do it' } });
  expect(t.fromAgent(withdrawn)).toEqual({ client: [withdrawn], agent: [result(7, cancelled)] });
  expect(t.fromClient(result(7, selected('a')))).toEqual({ client: [], agent: [] });
  expect(t.entries()).toEqual([{ kind: 'loss', rule: 'permission-withdrawn', path: 'requestId' }]);
});

test('[BR149] after a cancel of the client it is no loss that a request is taken back', () => {
  const t = talking();
  t.ask(1, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  t.asked({ type: 'tool_call', toolCall: { toolCallId: 't', title: 'Do it' } });
  t.fromClient({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } });
  t.fromAgent(withdrawn);
  expect(t.ledger).toEqual([]);
});

test('[BR149] a request that is taken back after its answer is only passed on', () => {
  const t = talking();
  t.asked({ type: 'tool_call', toolCall: { toolCallId: 't', title: 'Do it' } });
  t.fromClient(result(7, cancelled));
  expect(t.fromAgent(withdrawn)).toEqual({ client: [withdrawn], agent: [] });
  expect(t.ledger).toEqual([]);
});

test('[BR149] the client may take its own requests back', () => {
  const t = talking();
  t.ask(7, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  expect(t.fromClient(withdrawn)).toEqual({ client: [], agent: [withdrawn] });
});

const form = { message: 'Who?', mode: 'form', sessionId: 's', requestedSchema: { type: 'object', properties: {} } };
const complete = { jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'e' } };

test('[BR150] [N43] a client that does not offer it is not asked for input', () => {
  const t = talking();
  expect(t.fromAgent(request(7, 'elicitation/create', form))).toEqual({
    client: [],
    agent: [{ jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found: elicitation/create' } }],
  });
  expect(t.fromAgent(complete).client).toEqual([]);
  expect(t.rules()).toEqual(['elicitation', 'elicitation']);
});

test('[BR150] a client that offers it is asked for input; a request that is taken back is cancelled', () => {
  const t = talking({ elicitation: { form: {} } });
  expect(t.fromAgent(request(7, 'elicitation/create', form)).client).toEqual([request(7, 'elicitation/create', form)]);
  const accept = result(7, { action: 'accept', content: {} });
  expect(t.fromClient(accept).agent).toEqual([accept]);
  expect(t.fromAgent(complete).client).toEqual([complete]);
  t.fromAgent(request(7, 'elicitation/create', form));
  expect(t.fromAgent(withdrawn)).toEqual({ client: [withdrawn], agent: [result(7, { action: 'cancel' })] });
  expect(t.fromClient(accept).agent).toEqual([]);
  expect(t.fromAgent(request(8, 'elicitation/create', { ...form, mode: 'url' })).client).toEqual([]);
  expect(t.rules()).toEqual(['elicitation']);
});
