import { expect, test } from 'vitest';
import { answers, asks, prompts, type Sent, text, updates } from '../../../acp/src/recording/test-support/linted.ts';
import { plainInspector } from './plain-inspector.ts';

const said = (messageId: string): Sent => updates('agent_message_chunk', { messageId, content: text('a') });
const ended = (id: number): Sent => answers(id, { stopReason: 'end_turn' });
const state = (name: string, fields: object = {}): Sent => updates('state_update', { state: name, ...fields });

async function problemsOf(sent: readonly Sent[]): Promise<readonly string[]> {
  const inspector = plainInspector(sent.map((one, at) => JSON.stringify({ at, ...one })));
  const { problems } = await inspector.ask('problems', { start: 0, end: 100 });
  return problems.map(({ frame, level, code }) => [frame, level, ...(code === undefined ? [] : [code])].join(' '));
}

test('[IP13, RC52] what the check warns of is no hint as well', async () => {
  expect(await problemsOf([{ from: 'agent', text: 'Loading' }, asks(1, 'session/list'), answers(2)])).toEqual([
    '1 warning',
    '2 hint request-unanswered',
    '3 warning',
  ]);
});

test('[IP13] what a session reports and the linter finds is one hint', async () => {
  const call = (id: string): Sent => updates('tool_call_update', { toolCallId: id, title: id, status: 'in_progress' });
  const thought = updates('agent_thought_chunk', { messageId: 'm', content: text('a') });
  expect(await problemsOf([prompts(1), call('c'), call('d'), said('m'), thought, ended(1), said('late')])).toEqual([
    '2 hint tool-call-open',
    '3 hint tool-call-open',
    '5 hint id-in-two-kinds',
    '7 hint update-after-turn',
  ]);
});

test('[IP13] a prompt that is never repeated is told when the agent is idle, and not again', async () => {
  const turn = (id: number): Sent[] => [
    prompts(id),
    answers(id, { messageId: `u${id}` }),
    state('running'),
    state('idle', { stopReason: 'end_turn' }),
  ];
  const told = ['4 warning prompt_unknown_id', '8 warning prompt_unknown_id'];
  expect(await problemsOf([...turn(1), ...turn(2)])).toEqual(told);
});
