import { expect, test } from 'vitest';
import { talk, text, updatesOf } from '../../test-support/talk.ts';
import { methods } from '../november.ts';

const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const state = (value: string) => ({ sessionUpdate: 'state_update', state: value });
const options = [{ optionId: 'a', name: 'Yes', kind: 'allow_once' }];
const toolCall = { toolCallId: 't', title: 'Write', kind: 'edit', status: 'pending' };
const permission = (id: number, fields: object = {}) =>
  request(id, 'session/request_permission', { sessionId: 's', toolCall, options, ...fields });
const asked = (id: number) =>
  request(id, 'session/request_permission', {
    sessionId: 's',
    title: 'Write',
    subject: { type: 'tool_call', toolCall },
    options,
  });
const selected = { outcome: { outcome: 'selected', optionId: 'a' } };
const cancelled = { outcome: { outcome: 'cancelled' } };
const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
const withdrawn = (requestId: number) => ({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId } });

function running(capabilities: object = {}) {
  const t = talk({ client: 'november', agent: 'june' });
  t.ask(90, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities });
  t.answer(90, { protocolVersion: 2, agentInfo: { name: 'a', version: '1' } });
  t.ask(1, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  t.update('agent_message_chunk', { messageId: 'm', content: text('x') });
  t.ledger.splice(0);
  return t;
}

test('[BR153] [N113] a permission request is the first sign of a prompt, and stands between two states', () => {
  const t = talk({ client: 'november', agent: 'june' });
  t.ask(1, 'session/prompt', { sessionId: 's', prompt: [text('a')] });
  const got = updatesOf(t.fromAgent(permission(0)).client);
  expect(got).toEqual([
    { sessionUpdate: 'user_message', messageId: 'emend-p1', content: [text('a')] },
    result(1, { messageId: 'emend-p1' }),
    state('running'),
    state('requires_action'),
    asked(0),
  ]);
  expect(methods['session/request_permission'].params.is(asked(0).params)).toBe(true);
  expect(updatesOf(t.fromAgent(permission(5)).client)).toEqual([asked(5)]);
  expect(t.fromClient(result(0, selected))).toEqual({ agent: [result(0, selected)], client: [] });
  const answered = t.fromClient(result(5, selected));
  expect([answered.agent, updatesOf(answered.client)]).toEqual([[result(5, selected)], [state('running')]]);
});

test('[BR153] [N113] without a prompt under way no state is told', () => {
  const t = talk({ client: 'november', agent: 'june' });
  expect(updatesOf(t.fromAgent(permission(0)).client)).toEqual([asked(0)]);
  expect(t.fromClient(result(0, selected))).toEqual({ agent: [result(0, selected)], client: [] });
});

test('[BR153] a request that offers nothing is answered for the client; a malformed one is refused', () => {
  const t = running();
  expect(t.fromAgent(permission(0, { options: [] }))).toEqual({ agent: [result(0, cancelled)], client: [] });
  expect(t.entries()).toMatchObject([{ kind: 'loss', rule: 'permission-options' }]);
  expect(t.fromAgent(permission(1, { options: 5 })).agent).toMatchObject([{ id: 1, error: { code: -32602 } }]);
});

test('[BR16] an outcome that June does not have counts as cancelled', () => {
  const t = running();
  t.fromAgent(permission(0));
  expect(t.fromClient(result(0, { outcome: { outcome: '_later', until: 5 } })).agent).toEqual([result(0, cancelled)]);
  expect(t.entries()).toMatchObject([{ kind: 'repair', rule: 'unknown-outcome' }]);
  expect(t.ledger[0]?.direction).toBe('Nto2');
});

test('[BR154] [N113] at a cancel the agent is answered at once and the client is told; its late answers are dropped', () => {
  const t = running({ elicitation: { form: {} } });
  const form = { message: 'Who?', mode: 'form', sessionId: 's', requestedSchema: { type: 'object', properties: {} } };
  t.fromAgent(permission(0));
  expect(updatesOf(t.fromAgent(request(5, 'elicitation/create', form)).client)).toEqual([
    request(5, 'elicitation/create', form),
  ]);
  expect(t.fromClient(cancel)).toEqual({
    agent: [cancel, result(0, cancelled), result(5, { action: 'cancel' })],
    client: [withdrawn(0), withdrawn(5)],
  });
  expect(t.fromClient(result(0, selected))).toEqual({ agent: [], client: [] });
  expect(t.fromClient(result(5, { action: 'accept', content: {} }))).toEqual({ agent: [], client: [] });
  expect(updatesOf(t.answer(1, { stopReason: 'cancelled' }).client)).toEqual([
    { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' },
  ]);
  expect(t.ledger).toEqual([]);
});

test('[BR154] an agent that goes on after a cancel may ask again', () => {
  const t = running();
  t.fromAgent(permission(0));
  t.fromClient(cancel);
  expect(updatesOf(t.fromAgent(permission(5)).client)).toEqual([asked(5)]);
  const answered = t.fromClient(result(5, selected));
  expect([answered.agent, updatesOf(answered.client)]).toEqual([[result(5, selected)], [state('running')]]);
  expect(t.fromClient(result(0, selected))).toEqual({ agent: [], client: [] });
});

test('[BR154] of questions that were taken back and are never answered, the last thousand are remembered', () => {
  const t = running();
  const count = 1002;
  for (let id = 10; id < 10 + count; id++) {
    t.fromAgent(permission(id));
    t.fromClient(cancel);
  }
  // A question that is no more remembered is taken back once more, which does no harm.
  expect(t.fromAgent(withdrawn(11)).client).toEqual([withdrawn(11)]);
  expect(t.fromAgent(withdrawn(12)).client).toEqual([]);
  expect(t.fromClient(result(11, selected))).toEqual({ agent: [], client: [] });
});

test('[BR154] questions of other sessions, and a question that the agent takes back itself, stay as they are', () => {
  const t = running();
  t.fromAgent(permission(0, { sessionId: 'other' }));
  expect(t.fromClient(cancel)).toEqual({ agent: [cancel], client: [] });
  expect(t.fromAgent(withdrawn(0))).toEqual({ agent: [], client: [withdrawn(0)] });
  expect(t.fromClient(result(0, cancelled)).agent).toEqual([result(0, cancelled)]);
});

test('[BR150] [N43] a client is asked for input only in the ways that it offers', () => {
  const form = { message: 'Who?', mode: 'form', sessionId: 's', requestedSchema: { type: 'object', properties: {} } };
  const complete = { jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'e' } };
  const without = running();
  expect(without.fromAgent(request(0, 'elicitation/create', form))).toEqual({
    agent: [{ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'Method not found: elicitation/create' } }],
    client: [],
  });
  expect(without.fromAgent(complete).client).toEqual([]);
  expect(without.rules()).toEqual(['elicitation', 'elicitation']);
  const t = running({ elicitation: { form: {} } });
  expect(updatesOf(t.fromAgent(request(0, 'elicitation/create', form)).client)).toEqual([
    state('requires_action'),
    request(0, 'elicitation/create', form),
  ]);
  const accept = result(0, { action: 'accept', content: {} });
  const given = t.fromClient(accept);
  expect([given.agent, updatesOf(given.client)]).toEqual([[accept], [state('running')]]);
  expect(t.fromAgent(complete).client).toEqual([complete]);
  expect(t.fromAgent(request(0, 'elicitation/create', { ...form, requestedSchema: 5 })).agent).toMatchObject([
    { error: { code: -32602 } },
  ]);
  const scope = { message: 'Who?', mode: 'form', requestId: 1, requestedSchema: { type: 'object', properties: {} } };
  expect(updatesOf(t.fromAgent(request(6, 'elicitation/create', scope)).client)).toEqual([
    request(6, 'elicitation/create', scope),
  ]);
});
