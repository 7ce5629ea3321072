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

const accepted = (id: number): string => message({ id, result: { messageId: 'u' } });

function prompt(id: number): string {
  return message({ id, method: 'session/prompt', params: { sessionId: 's', prompt: [] } });
}

/** Returns a router with a session that a node has. */
function opened(node: string): NodeRouter {
  const router = new NodeRouter();
  router.fromClient(message({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/' } }));
  router.located('s', node);
  router.fromNode(node, message({ id: 1, result: {} }));
  return router;
}

/** The states that the client is told, of steps. */
function states(steps: readonly NodeStep[]): readonly unknown[] {
  return steps.flatMap((step) => {
    const { params } = step.type === 'to-client' ? JSON.parse(step.frame) : { params: undefined };
    return params?.update?.sessionUpdate === 'state_update' ? [params.update.state] : [];
  });
}

test('[RE93] the end of a turn whose node is lost is told where prompts are answered when they are accepted', () => {
  const idle = busy.replace('running', 'idle');
  const lost = (router: NodeRouter) => states(router.nodeLost('b', 'It is gone.'));
  const accepting = opened('b');
  accepting.fromClient(prompt(2));
  expect(states(accepting.fromNode('b', accepted(2)))).toEqual([]);
  expect(lost(accepting)).toEqual(['idle']);
  // It is told once, and not of a turn that has ended.
  accepting.moved('s', 'c');
  expect(states(accepting.nodeLost('c', 'It is gone, too.'))).toEqual([]);
  const ended = opened('b');
  ended.fromClient(prompt(2));
  for (const frame of [accepted(2), busy, idle]) ended.fromNode('b', frame);
  expect(lost(ended)).toEqual([]);
  const inJune = opened('b');
  inJune.fromClient(prompt(2));
  inJune.fromNode('b', message({ id: 2, result: { stopReason: 'end_turn' } }));
  expect(lost(inJune)).toEqual([]);
});

test('[RE93] a prompt that a node accepts which has lost the session has ended', () => {
  const router = opened('b');
  router.fromClient(prompt(2));
  router.fromClient(prompt(3));
  const refused = message({ id: 3, error: { code: -32603, message: 'Lost.', data: { failure: 'not_owner' } } });
  expect(states(router.fromNode('b', refused))).toEqual([]);
  const steps = router.fromNode('b', accepted(2));
  expect([steps[0], states(steps)]).toEqual([toClient(accepted(2)), ['idle']]);
});

test('[RE94] what a node says of a session that another one has now does not reach the client', () => {
  const router = opened('b');
  expect(router.fromNode('b', update('one'))).toEqual([toClient(update('one'))]);
  expect(router.fromNode('b', question(7))).toEqual([toClient(question(7))]);

  router.fromClient(prompt(2));
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

test('[RE94] a session that this node loses while a client opens it is looked for when that is answered', () => {
  const follow: NodeStep = { type: 'follow', session: 's', isAgain: false };
  const load = message({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/' } });
  const answered = message({ id: 1, result: {} });
  const loading = (): NodeRouter => {
    const router = new NodeRouter();
    router.fromClient(load);
    router.located('s', undefined);
    return router;
  };
  for (const lost of [undefined, 's']) {
    const router = loading();
    expect(router.lostHere(lost)).toEqual([]);
    expect(router.fromNode(undefined, answered)).toEqual([toClient(answered), follow]);
    // Once.
    expect(router.lostHere(lost)).toEqual([]);
  }
  const other = loading();
  other.lostHere('t');
  expect(other.fromNode(undefined, answered)).toEqual([toClient(answered)]);
  expect(other.lostHere('s')).toEqual([follow]);
});
