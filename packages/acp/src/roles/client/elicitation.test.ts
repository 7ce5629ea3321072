import { expect, test } from 'vitest';
import { idle, insert, state } from '../test-support/november-agent.ts';
import { opened, prompted } from '../test-support/november-session.ts';
import { until } from '../test-support/until.ts';
import { type Incoming, plainAgent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';
import type { ElicitationAnswer, ElicitationContext, ElicitationHandlers } from './elicitation.ts';

const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
const form = { mode: 'form', sessionId: 's', message: 'Who?', requestedSchema };
const page = { mode: 'url', sessionId: 's', message: 'Log in', elicitationId: 'e', url: 'https://a.example' };

/** Handlers that answer when the test says so. */
function person(): ElicitationHandlers & {
  readonly asked: { readonly request: unknown; readonly context: ElicitationContext }[];
  readonly completed: string[];
  answer(answer: unknown): void;
} {
  let answer = (_: unknown): void => {};
  const asked: { readonly request: unknown; readonly context: ElicitationContext }[] = [];
  const completed: string[] = [];
  const ask = (request: unknown, context: ElicitationContext): Promise<ElicitationAnswer> => {
    asked.push({ request, context });
    return new Promise((resolve) => (answer = resolve as (_: unknown) => void));
  };
  return {
    form: ask,
    url: ask,
    onComplete: (id) => void completed.push(id),
    asked,
    completed,
    answer: (given) => answer(given),
  };
}

const answerTo = (received: readonly Incoming[], id: number): unknown =>
  received.find((message) => message.method === undefined && message.id === id);

test('[RO59] a form is shown, is listed in the state while it is open, and its content goes to the agent', async () => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  agent.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => elicitation.asked.length).toBe(1);
  const [asked] = elicitation.asked;
  expect([asked?.request, asked?.context.session, asked?.context.requestId]).toEqual([form, agent.session, 0]);
  expect(agent.session.state.elicitations).toMatchObject([{ requestId: 0 }]);
  elicitation.answer({ action: 'accept', content: { name: 'A' } });
  await until(agent.session, () => agent.session.state.elicitations.length === 0);
  const result = { action: 'accept', content: { name: 'A' } };
  await expect.poll(() => answerTo(agent.received, 0)).toEqual({ jsonrpc: '2.0', id: 0, result });
});

test.each<[string, ElicitationHandlers | undefined, unknown]>([
  ['both modes', person(), { elicitation: { form: {}, url: {} } }],
  ['forms', { form: () => ({ action: 'decline' }) }, { elicitation: { form: {} } }],
  ['nothing', undefined, {}],
])('[RO59] a client that shows %s offers it', async (_, elicitation, offered) => {
  await using agent = await opened({}, elicitation === undefined ? {} : { elicitation });
  const { capabilities } = agent.received[0]?.params ?? {};
  expect(capabilities).toMatchObject(offered as object);
  expect(Object.hasOwn(capabilities as object, 'elicitation')).toBe(elicitation !== undefined);
});

test.each<[string, object]>([
  ['whose schema is nonsense', { ...form, requestedSchema: 5 }],
  ['whose properties are a list', { ...form, requestedSchema: { type: 'object', properties: [] } }],
  [
    'with a malformed property',
    { ...form, requestedSchema: { type: 'object', properties: { a: { type: 'string', minLength: 'x' } } } },
  ],
  ['without a schema', { ...form, requestedSchema: undefined }],
  ['of an unknown mode', { ...form, mode: '_voice' }],
  ['without a scope', { ...form, sessionId: undefined }],
  ['with two scopes', { ...form, requestId: 1 }],
  ['without a page', { ...page, url: undefined }],
])('[N43] an elicitation %s is refused and never shown', async (_, params) => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  agent.voice.ask(0, 'elicitation/create', params);
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ error: { code: -32602 } });
  expect([elicitation.asked, agent.session.state.elicitations]).toEqual([[], []]);
});

test('[N43] a mode that has no handler is refused, and without handlers the method is unknown', async () => {
  await using agent = await opened({}, { elicitation: { form: () => ({ action: 'decline' }) } });
  agent.voice.ask(0, 'elicitation/create', page);
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ error: { code: -32602 } });
  await using other = await opened();
  other.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => answerTo(other.received, 0)).toMatchObject({ error: { code: -32601 } });
});

test('an elicitation of a session that is not open is refused', async () => {
  await using agent = await opened({}, { elicitation: person() });
  agent.voice.ask(0, 'elicitation/create', { ...form, sessionId: 'other' });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ error: { code: -32002 } });
});

test('an elicitation of a request of the client belongs to no session', async () => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  const { sessionId: _, ...rest } = form;
  agent.voice.ask(0, 'elicitation/create', { ...rest, requestId: 1 });
  await expect.poll(() => elicitation.asked.length).toBe(1);
  expect([elicitation.asked[0]?.context.session, agent.session.state.elicitations]).toEqual([undefined, []]);
  agent.voice.ask(undefined, '$/cancel_request', { requestId: 0 });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'cancel' } });
});

test('[RO59] an elicitation that the agent withdraws is answered with cancel, and its signal aborts', async () => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  agent.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => elicitation.asked.length).toBe(1);
  agent.voice.ask(undefined, '$/cancel_request', { requestId: 0 });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'cancel' } });
  expect([elicitation.asked[0]?.context.signal.aborted, agent.session.state.elicitations]).toEqual([true, []]);
  elicitation.answer({ action: 'accept' });
  // Withdrawn once more, after it was answered.
  agent.voice.ask(undefined, '$/cancel_request', { requestId: 0 });
  await agent.flush();
  expect(agent.received.filter(({ method, id }) => method === undefined && id === 0).length).toBe(1);
});

test('a cancel answers the elicitations of the work at once', async () => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  const turn = agent.session.prompt('go');
  insert(agent.voice, await prompted(agent), 'u1');
  agent.voice.update(state('requires_action'));
  agent.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => elicitation.asked.length).toBe(1);
  agent.session.cancel();
  agent.voice.ask(1, 'elicitation/create', form);
  for (const id of [0, 1])
    await expect.poll(() => answerTo(agent.received, id)).toMatchObject({ result: { action: 'cancel' } });
  expect([elicitation.asked.length, agent.session.state.elicitations]).toEqual([1, []]);
  agent.voice.update(idle('cancelled'));
  expect(await turn).toEqual({ stopReason: 'cancelled' });
});

test('a page that is complete needs no answer of the user any more', async () => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  agent.voice.ask(0, 'elicitation/create', page);
  await expect.poll(() => elicitation.asked.length).toBe(1);
  agent.voice.ask(undefined, 'elicitation/complete', { elicitationId: 'e' });
  agent.voice.ask(undefined, 'elicitation/complete', { elicitationId: 'nobody knows' });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'accept' } });
  expect([elicitation.completed, agent.session.state.elicitations]).toEqual([['e', 'nobody knows'], []]);
});

test.each([undefined, 'accept', { action: 5 }])('an answer that is none (%j) fails the request', async (given) => {
  const events: string[] = [];
  const elicitation = { form: () => given as never };
  await using agent = await opened({}, { elicitation, onEvent: ({ type }) => void events.push(type) });
  agent.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ error: { code: -32603 } });
  expect(events).toEqual(['handler-failed']);
});

test.each([1, 2])('an agent of v%i can ask for information, too', async (version) => {
  const agent = plainAgent({ protocolVersion: version, capabilities: { session: {} }, agentCapabilities: {} }, {});
  const elicitation = person();
  await using client = await connect(agent.transport, { elicitation });
  const session = await client.newSession({ cwd: '/' });
  agent.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => elicitation.asked.length).toBe(1);
  expect(session.state.elicitations.length).toBe(1);
  elicitation.answer({ action: 'decline' });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'decline' } });
});

test('a handler of its own beside the option is a mistake', async () => {
  const agent = plainAgent({ protocolVersion: 2 }, {});
  const requests = { 'elicitation/create': () => ({}) };
  await expect(connect(agent.transport, { elicitation: person(), requests })).rejects.toThrow('elicitation');
});

const deployment = {
  type: 'object',
  properties: { host: { type: 'string' }, port: { type: 'integer' } },
  required: ['host'],
};
const waiting: ElicitationHandlers = { form: 'wait', url: 'wait' };

test('[RO59] [RO193] a form that waits is listed until it is answered, and an answer that does not fit leaves it open', async () => {
  await using agent = await opened({}, { elicitation: waiting });
  const { elicitations } = agent.session;
  const lists = [elicitations.open];
  const stop = elicitations.subscribe(() => lists.push(elicitations.open));
  const request = { ...form, requestedSchema: deployment };
  agent.voice.ask(0, 'elicitation/create', request);
  await expect.poll(() => elicitations.open).toEqual([{ requestId: 0, request }]);
  const answer = (content: Record<string, unknown>) => elicitations.answer(0, { action: 'accept', content } as never);
  expect(() => answer({})).toThrow(new TypeError('answer() got an incomplete form: The answer to "host" is missing.'));
  expect(() => answer({ host: 'a', port: 1.5 })).toThrow(
    new TypeError('answer() got an incomplete form: The answer to "port" is not of type integer.'),
  );
  expect(() => elicitations.answer(0, { action: 'perhaps' } as never)).toThrow(TypeError);
  expect(elicitations.open.length).toBe(1);
  expect([elicitations.answer('0', { action: 'decline' }), answer({ host: 'a' }), answer({ host: 'b' })]).toEqual([
    false,
    true,
    false,
  ]);
  const result = { action: 'accept', content: { host: 'a' } };
  await expect.poll(() => answerTo(agent.received, 0)).toEqual({ jsonrpc: '2.0', id: 0, result });
  expect([agent.session.state.elicitations, lists.map(({ length }) => length)]).toEqual([[], [0, 1, 0]]);
  stop();
});

test('[RO193] a page that waits is accepted when the agent says that it is complete', async () => {
  await using agent = await opened({}, { elicitation: waiting });
  agent.voice.ask(0, 'elicitation/create', page);
  await expect.poll(() => agent.session.elicitations.open).toEqual([{ requestId: 0, request: page }]);
  agent.voice.ask(undefined, 'elicitation/complete', { elicitationId: 'e' });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'accept' } });
  expect(agent.session.elicitations.open).toEqual([]);
});

test('[RO193] what a handler shows can be answered elsewhere, and what the agent withdraws is gone', async () => {
  const elicitation = person();
  await using agent = await opened({}, { elicitation });
  agent.voice.ask(0, 'elicitation/create', form);
  await expect.poll(() => elicitation.asked.length).toBe(1);
  expect(agent.session.elicitations.answer(0, { action: 'decline' })).toBe(true);
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'decline' } });
  agent.voice.ask(1, 'elicitation/create', form);
  await expect.poll(() => agent.session.elicitations.open.length).toBe(1);
  agent.voice.ask(undefined, '$/cancel_request', { requestId: 1 });
  await expect.poll(() => answerTo(agent.received, 1)).toMatchObject({ result: { action: 'cancel' } });
  expect(agent.session.elicitations.open).toEqual([]);
});

test('[RO193] what waits but belongs to no session is cancelled', async () => {
  await using agent = await opened({}, { elicitation: waiting });
  const { sessionId: _, ...outside } = form;
  agent.voice.ask(0, 'elicitation/create', { ...outside, requestId: 7 });
  await expect.poll(() => answerTo(agent.received, 0)).toMatchObject({ result: { action: 'cancel' } });
});
