import { expect, test } from 'vitest';
import { talk, text } from '../../test-support/talk.ts';

const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });
const question = {
  toolCall: { toolCallId: 't', title: 'T' },
  options: [{ optionId: 'o', name: 'O', kind: 'allow_once' }],
};

const agents = {
  june: {
    protocolVersion: 2,
    agentInfo: { name: 'a', version: '1' },
    capabilities: { session: { prompt: {}, mcp: {}, load: {}, list: {}, resume: {}, close: {} } },
  },
  v1: {
    protocolVersion: 1,
    agentInfo: { name: 'a', version: '1' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { close: {}, resume: {}, list: {} } },
  },
} as const;

/** A November client that has closed the session `s`. */
function closed(agent: 'june' | 'v1') {
  const t = talk({ client: 'november', agent });
  const capabilities = { elicitation: { form: {} } };
  t.ask(0, 'initialize', { protocolVersion: 2, info: { name: 'c', version: '1' }, capabilities });
  t.answer(0, agents[agent]);
  t.ask(1, 'session/new', { cwd: '/w' });
  t.answer(1, { sessionId: 's' });
  t.ask(2, 'session/close', { sessionId: 's' });
  t.answer(2, {});
  t.ledger.splice(0);
  const say = () => t.update('agent_message_chunk', { messageId: 'm', content: text('late') });
  const askPerson = (id: number) =>
    t.fromAgent(request(id, 'session/request_permission', { sessionId: 's', ...question }));
  return { ...t, say, askPerson };
}

test.each(['june', 'v1'] as const)('[BR155] [N34] after a close, a %s agent has nothing more to say', (agent) => {
  const { say, askPerson, fromAgent, ledger } = closed(agent);
  expect(say()).toEqual([]);
  expect(askPerson(7)).toEqual({ client: [], agent: [result(7, { outcome: { outcome: 'cancelled' } })] });
  const form = { mode: 'form', message: 'm', requestedSchema: { type: 'object', properties: {} } };
  expect(fromAgent(request(8, 'elicitation/create', { sessionId: 's', ...form }))).toEqual({
    client: [],
    agent: [result(8, { action: 'cancel' })],
  });
  const losses = ledger.filter(({ rule }) => rule === 'close-by-cancel');
  expect(losses.map(({ kind, sessionId, done }) => [kind, sessionId, done])).toEqual(
    expect.arrayContaining([
      ['loss', 's', 'not sent'],
      ['loss', 's', 'answered with cancelled'],
      ['loss', 's', 'answered with cancelled'],
    ]),
  );
});

test.each(['june', 'v1'] as const)(
  '[BR155] [N34] a session of a %s agent that is opened again is heard again',
  (agent) => {
    const { say, askPerson, ask, answer, fromAgent } = closed(agent);
    const resume = (id: number) => ask(id, 'session/resume', { sessionId: 's', cwd: '/w' });
    resume(3);
    fromAgent({ jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } });
    expect(say()).toEqual([]);
    resume(4);
    expect(say()).toHaveLength(1);
    answer(4, {});
    expect(say()).toHaveLength(1);
    expect(askPerson(9).agent).toEqual([]);
    ask(5, 'session/close', { sessionId: 's' });
    answer(5, {});
    ask(6, 'session/new', { cwd: '/w' });
    answer(6, { sessionId: 's' });
    expect(say()).toHaveLength(1);
  },
);

test('[BR158] in a recording, what came after a close is converted', () => {
  const t = talk({ client: 'november', agent: 'june', isRecording: true });
  t.ask(2, 'session/close', { sessionId: 's' });
  t.answer(2, {});
  expect(t.update('agent_message_chunk', { messageId: 'm', content: text('late') })).toHaveLength(1);
});
