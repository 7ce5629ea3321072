import { expect, test } from 'vitest';
import { NodeRouter, type NodeStep } from './node-router.ts';
import type { NodeName } from './routed-session.ts';

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
function opened(node: NodeName): NodeRouter {
  const router = new NodeRouter();
  router.fromClient(message({ id: 1, method: 'session/load', params: { sessionId: 's', cwd: '/' } }));
  router.located('s', node);
  router.fromNode(node, message({ id: 1, result: {} }));
  return router;
}

/** Returns the id of the request that opens the session again at a node, and the notice that its replay begins. */
function reopening(steps: readonly NodeStep[], node: NodeName): { readonly id: string; readonly replay: string } {
  const [step] = steps;
  const frame = step?.type === 'to-node' && step.node === node ? step.frame : '{}';
  const { id, method, params } = JSON.parse(frame);
  expect({ method, params }).toEqual({
    method: 'session/resume',
    params: { cwd: '/', sessionId: 's', _meta: { 'emend/mark': true } },
  });
  return { id, replay: message({ method: '$/emend/replay', params: { requestId: id } }) };
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

test('[RE93] [X36] who wants to know about the others is told once that a turn has ended with its node', () => {
  const told = (state: string, more: object = {}) =>
    message({
      method: '_emend/turn',
      params: { sessionId: 's', turn: { id: 't', by: { client: 'c' }, state, ...more } },
    });
  const router = opened('b');
  expect(router.fromNode('b', told('running'))).toEqual([toClient(told('running'))]);
  const [news, follow] = router.nodeLost('b', 'It is gone.');
  const params = { sessionId: 's', turn: { id: 't', by: { client: 'c' }, state: 'ended', stopReason: 'error' } };
  expect(JSON.parse((news as { frame: string }).frame)).toEqual({ jsonrpc: '2.0', method: '_emend/turn', params });
  expect(follow).toEqual({ type: 'follow', session: 's', isAgain: false });
  router.moved('s', 'c');
  expect(router.nodeLost('c', 'It is gone.')).toEqual([{ ...follow, isAgain: true }]);
  const ended = opened('b');
  for (const frame of [told('running'), told('ended', { stopReason: 'end_turn' })]) ended.fromNode('b', frame);
  expect(ended.nodeLost('b', 'It is gone.')).toEqual([follow]);
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

test.each([
  ['June', { protocolVersion: 2, agentInfo: {}, capabilities: {} }, 'session/load', {}],
  ['November', { protocolVersion: 2, info: {}, capabilities: {} }, 'session/resume', { replayFrom: { type: 'start' } }],
])('[RE94] a session is opened again with the request of %s where the agent speaks it', (_, answer, method, more) => {
  const router = new NodeRouter();
  router.fromClient(message({ id: 0, method: 'initialize', params: { protocolVersion: 2, capabilities: {} } }));
  router.fromNode(undefined, message({ id: 0, result: answer }));
  router.fromClient(message({ id: 1, method, params: { sessionId: 's', cwd: '/' } }));
  router.located('s', 'b');
  router.fromNode('b', message({ id: 1, result: {} }));
  router.nodeLost('b', 'It is gone.');
  const [step] = router.moved('s', 'c');
  const params = { cwd: '/', sessionId: 's', _meta: { 'emend/mark': true }, ...more };
  expect(JSON.parse((step as { frame: string }).frame)).toMatchObject({ method, params });
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
  const { id, replay } = reopening(router.moved('s', 'c'), 'c');
  for (const late of [update('three'), busy, question(8)]) expect(router.fromNode('b', late)).toEqual([]);
  // What the node says before the replay is of a time before, when it had the session, too.
  for (const early of [update('early'), busy, question(8)]) expect(router.fromNode('c', early)).toEqual([]);
  expect(router.fromNode('c', replay)).toEqual([]);
  for (const now of [update('four'), busy, question(9)]) expect(router.fromNode('c', now)).toEqual([toClient(now)]);
  expect(router.fromNode('c', message({ id, result: {} }))).toEqual([]);
  // Of sessions that are not known, everybody may speak.
  const other = update('five').replace('"s"', '"t"');
  expect(router.fromNode('b', other)).toEqual([toClient(other)]);
});

test('[RE94] a session that is lost again while it is opened again is what the last of these requests tells, and nothing before it', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const first = reopening(router.moved('s', 'c'), 'c');
  router.fromNode('c', first.replay);
  router.nodeLost('c', 'It is gone.');
  const second = reopening(router.moved('s', 'd'), 'd');
  router.nodeLost('d', 'It is gone.');
  const third = reopening(router.moved('s', 'd'), 'd');
  // What was asked before comes late: neither its replay nor its answer counts, whatever that is.
  for (const late of [second.replay, update('a part'), message({ id: second.id, result: {} })])
    expect(router.fromNode('d', late)).toEqual([]);
  expect(router.fromNode('d', update('too early'))).toEqual([]);
  router.fromNode('d', third.replay);
  expect(router.fromNode('d', update('all'))).toEqual([toClient(update('all'))]);
});

test('[RE94] this node loses a session while it is opened again here: the request in flight counts no more', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const first = reopening(router.moved('s', undefined), undefined);
  expect(router.lostHere('s')).toEqual([{ type: 'follow', session: 's', isAgain: true }]);
  const second = reopening(router.moved('s', undefined), undefined);
  for (const late of [first.replay, update('a part'), message({ id: first.id, result: {} }), update('live')])
    expect(router.fromNode(undefined, late)).toEqual([]);
  router.fromNode(undefined, second.replay);
  expect(router.fromNode(undefined, update('all'))).toEqual([toClient(update('all'))]);
  expect(router.fromNode(undefined, message({ id: second.id, result: {} }))).toEqual([]);
  expect(router.fromNode(undefined, update('live'))).toEqual([toClient(update('live'))]);
});

test('[RE94] a client that opens a session itself which is looked for gets all of it by that', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const load = message({ id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/' } });
  expect(router.fromClient(load)).toEqual([{ type: 'locate', session: 's' }]);
  expect(router.located('s', 'c')).toEqual([{ type: 'to-node', node: 'c', frame: load }]);
  expect(router.moved('s', 'c')).toEqual([]);
  for (const frame of [update('all'), message({ id: 2, result: {} }), update('live')])
    expect(router.fromNode('c', frame)).toEqual([toClient(frame)]);
});

test.each([
  ['may have been run in part if its node had it', 'It may have been run.'],
  ['was not run if its node could not be reached', undefined],
] as const)('[RE93] a prompt is told that it %s', (_, ofPrompts) => {
  const router = opened('b');
  router.fromClient(prompt(2));
  router.fromClient(message({ id: 3, method: 'session/set_config_option', params: { sessionId: 's' } }));
  const [ofPrompt, ofOption] = router.nodeLost('b', 'Not now.', ofPrompts);
  const refused = (id: number) => ({
    id,
    error: { code: -32050, message: 'Not now.', data: { reason: 'owner_lost' } },
  });
  const error = { code: -32050, message: ofPrompts, data: { reason: 'turn_lost' } };
  expect(ofPrompt).toEqual(toClient(message(ofPrompts !== undefined ? { id: 2, error } : refused(2))));
  expect(ofOption).toEqual(toClient(message(refused(3))));
});

test('[RE94] a client that loads a session which is being opened again gets what its own request tells, though the one before is refused', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const { id } = reopening(router.moved('s', 'c'), 'c');
  const load = message({ id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/' } });
  expect(router.fromClient(load)).toEqual([{ type: 'to-node', node: 'c', frame: load }]);
  const refused = message({ id, error: { code: -32050, message: 'Lost.', data: { reason: 'owner_lost' } } });
  expect(router.fromNode('c', refused)).toEqual([]);
  for (const frame of [update('all'), message({ id: 2, result: {} }), update('live')])
    expect(router.fromNode('c', frame)).toEqual([toClient(frame)]);
});

test('[RE94] a prompt that is refused while the session is opened again is no reason to look for it once more', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const { id, replay } = reopening(router.moved('s', 'c'), 'c');
  router.fromClient(prompt(2));
  const refused = message({ id: 2, error: { code: -32050, message: 'Lost.', data: { reason: 'owner_lost' } } });
  expect(router.fromNode('c', refused)).toEqual([toClient(refused)]);
  for (const frame of [replay, message({ id, result: {} })]) expect(router.fromNode('c', frame)).toEqual([]);
  router.fromClient(prompt(3));
  const again = refused.replace('"id":2', '"id":3');
  expect(router.fromNode('c', again)).toEqual([toClient(again), { type: 'follow', session: 's', isAgain: false }]);
});

test.each(['refused', 'still under way'] as const)(
  '[RE98] a node that does not have a session open whose reopening is %s refuses for now',
  (how) => {
    const router = opened('b');
    router.nodeLost('b', 'It is gone.');
    const { id } = reopening(router.moved('s', 'c'), 'c');
    router.fromClient(prompt(2));
    const lost = { code: -32050, message: 'Not now.', data: { reason: 'owner_lost' } };
    if (how === 'refused')
      expect(router.fromNode('c', message({ id, error: lost }))).toEqual([
        { type: 'follow', session: 's', isAgain: true },
      ]);
    const notOpen = { code: -32600, message: 'It is not open.', data: { sessionId: 's', reason: 'not_open' } };
    const machine = 'This machine has lost its sessions, and looks for them. Try again in a moment.';
    const told = { ...lost, message: how === 'refused' ? lost.message : machine };
    expect(router.fromNode('c', message({ id: 2, error: notOpen }))).toEqual([
      toClient(message({ id: 2, error: told })),
    ]);
  },
);

test.each(['asked', 'under way'] as const)(
  '[RE98] a node that answers when the session is open again refuses for now what was %s while it was not',
  (when) => {
    const router = opened('b');
    const reopenHere = () => reopening(router.moved('s', undefined), undefined).id;
    router.nodeLost('b', 'It is gone.');
    const id = reopenHere();
    if (when === 'under way') router.fromNode(undefined, message({ id, result: {} }));
    router.fromClient(prompt(2));
    router.lostHere('s');
    router.fromNode(undefined, message({ id: reopenHere(), result: {} }));
    const notOpen = { code: -32600, message: 'It is not open.', data: { sessionId: 's', reason: 'not_open' } };
    const lost = {
      code: -32050,
      message: 'This machine has lost its sessions, and looks for them. Try again in a moment.',
      data: { reason: 'owner_lost' },
    };
    expect(router.fromNode(undefined, message({ id: 2, error: notOpen }))).toEqual([
      toClient(message({ id: 2, error: lost })),
    ]);
    // What is asked once it is open is answered by the session itself.
    router.fromClient(prompt(3));
    const refused = message({ id: 3, error: notOpen });
    expect(router.fromNode(undefined, refused)).toEqual([toClient(refused)]);
  },
);

test('[RE98] a close is refused for now if the session could not be opened again, and goes on to hear of it', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const { id } = reopening(router.moved('s', 'c'), 'c');
  router.fromClient(message({ id: 2, method: 'session/close', params: { sessionId: 's' } }));
  const lost = { code: -32050, message: 'Not now.', data: { reason: 'owner_lost' } };
  router.fromNode('c', message({ id, error: lost }));
  const none = { code: -32002, message: 'There is no session "s".' };
  expect(router.fromNode('c', message({ id: 2, error: none }))).toEqual([toClient(message({ id: 2, error: lost }))]);
  // Once it is open, the node closes it, or says that it has none.
  const again = reopening(router.moved('s', 'c'), 'c');
  router.fromNode('c', message({ id: again.id, result: {} }));
  router.fromClient(message({ id: 3, method: 'session/close', params: { sessionId: 's' } }));
  const refused = message({ id: 3, error: none });
  expect(router.fromNode('c', refused)).toEqual([toClient(refused)]);
});

test('[RE98] a session that was lost while its client loaded it again is opened for it once more', () => {
  const router = opened(undefined);
  router.fromClient(message({ id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/' } }));
  router.lostHere('s');
  router.fromNode(undefined, message({ id: 2, result: {} }));
  reopening(router.moved('s', undefined), undefined);
  router.fromClient(prompt(3));
  const notOpen = { code: -32600, message: 'It is not open.', data: { sessionId: 's', reason: 'not_open' } };
  expect(router.fromNode(undefined, message({ id: 3, error: notOpen }))).toMatchObject([
    { frame: expect.stringContaining('-32050') },
  ]);
});

test('[RE98] an error of an agent that says the same with another code is passed on', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  reopening(router.moved('s', 'c'), 'c');
  router.fromClient(prompt(2));
  const own = message({ id: 2, error: { code: -32001, message: 'A door.', data: { reason: 'not_open' } } });
  expect(router.fromNode('c', own)).toEqual([toClient(own)]);
});

test('[RE98] a client is told that a session is not open which it has not opened, or which another client has closed', () => {
  const error = { code: -32600, message: 'It is not open.', data: { sessionId: 's', reason: 'not_open' } };
  const refused = message({ id: 2, error });
  const closed = opened('b');
  closed.fromClient(prompt(2));
  expect(closed.fromNode('b', refused)).toEqual([toClient(refused)]);
  const unopened = new NodeRouter();
  unopened.fromClient(prompt(2));
  unopened.located('s', 'b');
  expect(unopened.fromNode('b', refused)).toEqual([toClient(refused)]);
});

test('[RE97] a session is looked for again until it could be opened, and then anew', () => {
  const router = opened('b');
  const follow = (isAgain: boolean): NodeStep => ({ type: 'follow', session: 's', isAgain });
  const lose = () => router.nodeLost('b', 'It is gone.').filter(({ type }) => type === 'follow');
  expect(lose()).toEqual([follow(false)]);
  router.moved('s', 'b');
  expect(lose()).toEqual([follow(true)]);
  const refused = reopening(router.moved('s', 'b'), 'b');
  const lost = message({ id: refused.id, error: { code: -32050, message: 'Lost.', data: { reason: 'owner_lost' } } });
  expect(router.fromNode('b', lost)).toEqual([follow(true)]);
  const { id } = reopening(router.moved('s', 'b'), 'b');
  router.fromNode('b', message({ id, result: {} }));
  expect(lose()).toEqual([follow(false)]);
});

test('[RE94] an answer without a notice of the replay is the end of it, and the notices of others pass', () => {
  const router = opened('b');
  router.nodeLost('b', 'It is gone.');
  const { id } = reopening(router.moved('s', 'b'), 'b');
  const other = message({ method: '$/emend/replay', params: { requestId: 'another' } });
  expect(router.fromNode('b', update('early'))).toEqual([]);
  expect(router.fromNode('b', other)).toEqual([toClient(other)]);
  router.fromNode('b', message({ id, result: {} }));
  expect(router.fromNode('b', update('now'))).toEqual([toClient(update('now'))]);
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

test('[RE94] a request that is refused while the client opens its session leaves the session where it is', () => {
  const router = new NodeRouter();
  router.fromClient(message({ id: 1, method: '_x/ask', params: { sessionId: 's' } }));
  router.located('s', 'b');
  router.fromClient(message({ id: 2, method: 'session/load', params: { sessionId: 's', cwd: '/' } }));
  router.fromNode('b', message({ id: 1, error: { code: -32600, message: 'It is not open.' } }));
  router.fromNode('b', message({ id: 2, result: {} }));
  expect(router.nodeLost('b', 'It is gone.')).toEqual([{ type: 'follow', session: 's', isAgain: false }]);
});
