import { expect, test } from 'vitest';
import type { Side } from '../protocol/side.ts';
import { foldedSession } from './folded.ts';
import { applyEvent } from './reduce/apply.ts';
import { newSessionState, type SessionState } from './state.ts';
import { chunk, text } from './test-support/fold.ts';
import { Traffic } from './traffic.ts';

const update = (sessionId: unknown, body: unknown) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: body },
});
const request = (id: unknown, method: string, params: unknown) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: unknown, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const failure = (id: unknown, message: string) => ({ jsonrpc: '2.0', id, error: { code: -32603, message } });

/** Folds messages, bare or with their sender. */
function folded(...messages: (unknown | [Side, unknown])[]) {
  const sessions = new Map<string, SessionState>();
  const problems: string[] = [];
  const traffic = new Traffic({
    event(sessionId, event) {
      sessions.set(sessionId, applyEvent(sessions.get(sessionId) ?? newSessionState(), event));
    },
    problem(problem, at) {
      problems.push(`${at}: ${problem}`);
    },
  });
  for (const [index, message] of messages.entries()) {
    const isSent = Array.isArray(message) && (message[0] === 'client' || message[0] === 'agent');
    const [sender, body] = isSent ? (message as [Side, unknown]) : [undefined, message];
    traffic.read(body, sender, index + 1);
  }
  return { sessions: Object.fromEntries([...sessions].map(([id, state]) => [id, foldedSession(state)])), problems };
}

const ask = (id: unknown) =>
  request(id, 'session/request_permission', { sessionId: 's', toolCall: { toolCallId: 'c' }, options: [] });

test('[SE51] a turn is read off a request, its updates and its answer, beside another session', () => {
  const { sessions, problems } = folded(
    request(0, 'session/prompt', { sessionId: 's', prompt: [text('hi')] }),
    update('s', chunk('m', 'A')),
    update('other', chunk('m', 'B')),
    [update('s', chunk('m', 'C')), update('s', chunk('m', 'D'))],
    result(0, { stopReason: 'end_turn' }),
  );
  expect(sessions['s']?.messages[0]?.content).toEqual([text('A'), text('C'), text('D')]);
  expect(sessions['s']?.turns).toEqual([
    { status: 'ended', prompt: [text('hi')], stopReason: 'end_turn', start: 0, end: 1 },
  ]);
  expect(sessions['other']?.messages[0]?.content).toEqual([text('B')]);
  expect(problems).toEqual([]);
});

test('[SE51] both sides may use the same ids', () => {
  const prompt = request(0, 'session/prompt', { sessionId: 's', prompt: [] });
  const answer = result(0, { outcome: { outcome: 'cancelled' } });
  for (const messages of [
    [prompt, ask(0), answer],
    [
      ['client', prompt],
      ['agent', ask(0)],
      ['client', answer],
    ],
  ]) {
    const session = folded(...messages).sessions['s'];
    expect(session?.turns?.map((turn) => turn.status)).toEqual(['running']);
    expect(session?.permissions).toBeUndefined();
  }
  expect(folded(prompt, ask(0), result(0, { stopReason: 'end_turn' })).sessions['s']?.turns?.[0]?.status).toBe('ended');
  expect(folded(prompt, ask(0)).sessions['s']?.permissions?.length).toBe(1);
});

test('[SE51] the answer to an extension of the other side does not end the turn', () => {
  const prompt = request(1, 'session/prompt', { sessionId: 's', prompt: [] });
  const extension = request(1, '_ext/ask', { sessionId: 's' });
  const statuses = (...messages: unknown[]) => folded(...messages).sessions['s']?.turns?.map(({ status }) => status);
  for (const answer of [result(1, { sessionId: 's', configOptions: [] }), result(1, null), failure(1, 'no')]) {
    expect(statuses(prompt, extension, answer)).toEqual(['sent']);
    expect(statuses(extension, prompt, answer)).toEqual(['sent']);
    expect(statuses(prompt, extension, answer, failure(1, 'overloaded'))).toEqual(['ended']);
    expect(statuses(prompt, ask(1), failure(1, 'no'))).toEqual(['running']);
    expect(statuses(['client', prompt], ['agent', extension], ['agent', answer])).toEqual(['ended']);
    expect(statuses(['client', prompt], ['agent', extension], ['client', answer])).toEqual(['sent']);
  }
  expect(statuses(prompt, extension, result(1, { stopReason: 'end_turn' }))).toEqual(['ended']);
  expect(statuses(prompt, result(1, {}))).toEqual(['ended']);
});

test('[SE51] a cancel, and a question that the agent takes back', () => {
  const prompt = request(1, 'session/prompt', { sessionId: 's', prompt: [] });
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's' } };
  expect(folded(prompt, ask(5), cancel).sessions['s']?.turns?.[0]).toMatchObject({ cancelledToolCalls: ['c'] });
  const back = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 5 } };
  expect(folded(prompt, ask(5), back).sessions['s']?.permissions).toBeUndefined();
});

test('[SE51] methods that are named like what every object has are as unknown as others', () => {
  for (const method of ['constructor', '__proto__', 'hasOwnProperty', 'toString']) {
    expect(folded(request(1, method, { sessionId: 's' }), result(1, {}))).toEqual({ sessions: {}, problems: [] });
  }
});

test('[SE52] an error ends the turn, and a load that failed changes nothing', () => {
  const prompt = request(1, 'session/prompt', { sessionId: 's', prompt: [] });
  expect(folded(prompt, failure(1, 'overloaded')).sessions['s']?.turns).toEqual([
    { status: 'ended', error: 'overloaded', start: 0, end: 0 },
  ]);
  const load = request(2, 'session/load', { sessionId: 's', cwd: '/', mcpServers: [] });
  const replay = [update('s', chunk('m', 'A')), load, update('s', chunk('x', 'X'))];
  expect(folded(...replay, failure(2, 'no')).sessions['s']?.timeline).toEqual([{ message: 'm' }]);
  expect(folded(...replay, result(2, {})).sessions['s']?.timeline).toEqual([{ message: 'x' }]);
});

test('[SE53] answers bring config options, and a new session is known from its answer on', () => {
  const option = { type: 'select', id: 'x', name: 'X', currentValue: 'a', options: [] };
  const start = request(1, 'session/new', { cwd: '/', mcpServers: [] });
  expect(folded(start, result(1, { sessionId: 's', configOptions: [option] })).sessions['s']?.configOptions).toEqual([
    option,
  ]);
  expect(Object.keys(folded(start, result(1, { sessionId: 's' })).sessions)).toEqual(['s']);
  for (const method of ['session/load', 'session/resume', 'session/set_config_option']) {
    const configured = folded(request(1, method, { sessionId: 's' }), result(1, { configOptions: [option] }));
    expect(configured.sessions['s']?.configOptions).toEqual([option]);
  }
  expect(folded(result(9, { sessionId: 's', configOptions: [option] })).sessions).toEqual({});
});

test('[SE54] what names no session, or is no message, is a problem; other methods are none of ours', () => {
  const { sessions, problems } = folded(
    update(undefined, chunk('m', 'A')),
    request(1, 'session/prompt', {}),
    'text',
    { jsonrpc: '2.0' },
    null,
    request(2, 'initialize', { protocolVersion: 2 }),
    { jsonrpc: '2.0', method: '_own' },
  );
  expect(sessions).toEqual({});
  expect(problems).toEqual([
    '1: expected a session/update to name its session',
    '2: expected session/prompt to name its session',
    '3: expected a JSON-RPC message',
    '4: expected a JSON-RPC message',
    '5: expected a JSON-RPC message',
  ]);
});

test('[SE35] malformed parameters are a diagnostic of their session', () => {
  const broken = folded(
    request(1, 'session/prompt', { sessionId: 's', prompt: 'hi' }),
    update('s', { sessionUpdate: 1 }),
  );
  expect(broken.sessions['s']?.diagnostics.map(({ code, at }) => [code, at])).toEqual([
    ['malformed_update', 1],
    ['malformed_update', 2],
  ]);
});
