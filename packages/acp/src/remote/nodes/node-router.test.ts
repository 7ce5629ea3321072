import { expect, test } from 'vitest';
import { NodeRouter, type NodeStep } from './node-router.ts';

const message = (body: object): string => JSON.stringify({ jsonrpc: '2.0', ...body });

function update(text: string): string {
  const content = { type: 'text', text };
  const params = { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content } };
  return message({ method: 'session/update', params });
}

const busy = message({
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate: 'state_update', state: 'running' } },
});

function question(id: number): string {
  return message({ id, method: 'session/request_permission', params: { sessionId: 's', options: [] } });
}

const toClient = (frame: string): NodeStep => ({ type: 'to-client', frame });

test('[RE94] what a node says of a session that another one has now does not reach the client', () => {
  const router = new NodeRouter();
  const load = message({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/' } });
  expect(router.fromClient(load)).toEqual([{ type: 'locate', session: 's' }]);
  expect(router.located('s', 'b')).toEqual([{ type: 'to-node', node: 'b', frame: load }]);
  router.fromNode('b', message({ id: 1, result: {} }));
  expect(router.fromNode('b', update('one'))).toEqual([toClient(update('one'))]);
  expect(router.fromNode('b', question(7))).toEqual([toClient(question(7))]);

  router.fromClient(message({ id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }));
  const refused = message({ id: 2, error: { code: -32603, message: 'Lost.', data: { failure: 'not_owner' } } });
  expect(router.fromNode('b', refused)).toEqual([toClient(refused), { type: 'follow', session: 's', isAgain: false }]);
  // It is not known yet who has it: whoever that is repeats what counts.
  expect(router.fromNode('b', update('two'))).toEqual([]);
  expect(router.moved('s', 'c')).toMatchObject([{ type: 'to-node', node: 'c' }]);
  for (const late of [update('three'), busy, question(8)]) expect(router.fromNode('b', late)).toEqual([]);
  for (const now of [update('four'), busy, question(9)]) expect(router.fromNode('c', now)).toEqual([toClient(now)]);
  // Of sessions that are not known, everybody may speak.
  const other = update('five').replace('"s"', '"t"');
  expect(router.fromNode('b', other)).toEqual([toClient(other)]);
});
