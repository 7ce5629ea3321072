import { isDeepStrictEqual } from 'node:util';
import { foldedMessage, newSessionState, type SessionState } from '@emend/acp/session';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../test/support/counts.ts';
import { applyEvent } from '../../acp/src/session/reduce/apply.ts';
import {
  call,
  chunk,
  eventsOf,
  prompt,
  type Step,
  stateAfter,
  text,
  whole,
} from '../../acp/src/session/test-support/fold.ts';
import * as november from '../../acp/src/session/test-support/november.ts';
import { anyStream } from '../../acp/src/session/test-support/random-events.ts';
import { anyNovemberStream } from '../../acp/src/session/test-support/random-november.ts';
import { withQuestions } from '../../acp/src/session/test-support/random-questions.ts';
import { createThreadMessages, toThreadMessages } from './thread-messages.ts';

const ended: Step = { type: 'turn_ended', stopReason: 'end_turn' };
const createdAt = new Date(0);
const agentMetadata = { unstable_state: null, unstable_annotations: [], unstable_data: [], steps: [], custom: {} };

function user(id: string, ...content: object[]) {
  return { id, createdAt, role: 'user', content, attachments: [], metadata: { custom: {} } };
}

function agent(id: string, status: object, ...content: object[]) {
  return { id, createdAt, role: 'assistant', content, status, metadata: agentMetadata };
}

const stopped = { type: 'complete', reason: 'stop' };
const past = { type: 'complete', reason: 'unknown' };

/** The parts of the only message of the agent after these steps. */
function partsAfter(...steps: Step[]): unknown {
  return toThreadMessages(stateAfter(...steps)).map(({ content }) => content);
}

const told = (content: object): Step => ({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content });

describe('messages', () => {
  test('a turn is a message of the user and one of the agent, with its thoughts, its tools and its text in order', () => {
    const steps: Step[] = [
      prompt('Hello'),
      { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: text('Think') },
      chunk('m', 'A'),
      chunk('m', 'B'),
      call('c', { title: 'Read', kind: 'read' }),
      chunk('n', 'C'),
    ];
    const parts = [
      { type: 'reasoning', text: 'Think' },
      { type: 'text', text: 'AB' },
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'read',
        args: {},
        argsText: '',
        artifact: { title: 'Read', kind: 'read', status: 'pending', locations: [], content: [], terminals: [] },
      },
      { type: 'text', text: 'C' },
    ];
    expect(toThreadMessages(stateAfter(...steps))).toEqual([
      user('prompt 0', text('Hello')),
      agent('thought t', { type: 'running' }, ...parts),
    ]);
    expect(toThreadMessages(stateAfter(...steps, ended))[1]).toEqual(agent('thought t', stopped, ...parts));
  });

  test.each([
    ['end_turn', stopped],
    ['cancelled', { type: 'incomplete', reason: 'cancelled' }],
    ['max_tokens', { type: 'incomplete', reason: 'length' }],
    ['max_turn_requests', { type: 'incomplete', reason: 'other' }],
    ['_own', stopped],
  ])('a turn that ended by %s', (stopReason, status) => {
    const state = stateAfter(prompt('Hi'), chunk('m', 'A'), { type: 'turn_ended', stopReason });
    expect(toThreadMessages(state)[1]).toEqual(agent('agent m', status, text('A')));
  });

  test('a refused turn says that it is out of the context, and an error says what went wrong', () => {
    const refused = toThreadMessages(
      stateAfter(prompt('Hi'), chunk('m', 'A'), { type: 'turn_ended', stopReason: 'refusal' }),
    );
    expect(refused.map(({ metadata, status }) => [metadata.custom, status])).toEqual([
      [{ isInContext: false }, undefined],
      [{ isInContext: false }, { type: 'incomplete', reason: 'content-filter' }],
    ]);
    const failed = toThreadMessages(stateAfter(prompt('Hi'), chunk('m', 'A'), { type: 'turn_ended', error: 'broken' }));
    expect(failed[1]?.status).toEqual({ type: 'incomplete', reason: 'error', error: 'broken' });
  });

  test('a history without turns, and a prompt that waits below the message that the agent works on', () => {
    const history = stateAfter(
      { sessionUpdate: 'user_message', messageId: 'u', content: [text('Hi')] },
      whole('m', { content: [text('A')] }),
    );
    expect(toThreadMessages(history)).toEqual([user('user u', text('Hi')), agent('agent m', past, text('A'))]);
    const two = stateAfter(prompt('one', 1), chunk('m', 'A'), prompt('two', 2), chunk('m', 'B'));
    expect(toThreadMessages(two)).toEqual([
      user('prompt 0', text('one')),
      agent('agent m', { type: 'running' }, text('AB')),
      user('prompt 1', text('two')),
    ]);
  });

  test('a message that repeats the prompt takes its place and its id', () => {
    const state = stateAfter(prompt('Hi'), { sessionUpdate: 'user_message', messageId: 'u', content: [text('Hi!')] });
    expect(toThreadMessages(state)).toEqual([user('prompt 0', text('Hi!'))]);
  });
});

describe('content', () => {
  test.each([
    ['plain text with annotations', { type: 'text', text: 'A', annotations: { priority: 1 } }, text('A')],
    [
      'an image',
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'image', image: 'data:image/png;base64,AA==' },
    ],
    [
      'audio',
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'file', data: 'AA==', mimeType: 'audio/wav' },
    ],
    [
      'a text resource',
      { type: 'resource', resource: { uri: 'file:///a/b.txt', text: 'é' } },
      { type: 'file', data: 'w6k=', mimeType: 'text/plain', filename: 'b.txt' },
    ],
    [
      'a binary resource',
      { type: 'resource', resource: { uri: 'file:///a/b.bin', blob: 'AA==' } },
      { type: 'file', data: 'AA==', mimeType: 'application/octet-stream', filename: 'b.bin' },
    ],
    [
      'a link',
      { type: 'resource_link', name: 'n', uri: 'https://x.test/n', title: 'N' },
      { type: 'source', sourceType: 'url', id: 'https://x.test/n', url: 'https://x.test/n', title: 'N' },
    ],
    [
      'a block of a later draft',
      { type: 'later', any: 1 },
      { type: 'data', name: 'acp-content', data: { type: 'later', any: 1 } },
    ],
  ])('%s of the agent', (_, block, part) => {
    expect(partsAfter(told(text('a')), told(block), told(text('b')))).toEqual([[text('a'), part, text('b')]]);
  });

  test('a link of the user is a file, as messages of the user have no sources', () => {
    const link = { type: 'resource_link', name: 'n', uri: 'file:///n' };
    expect(partsAfter({ type: 'prompt_sent', prompt: [text('see'), link] } as Step)).toEqual([
      [
        text('see'),
        { type: 'file', data: 'file:///n', mimeType: 'application/octet-stream', filename: 'n', sourceType: 'url' },
      ],
    ]);
  });

  test('an image in a thought', () => {
    const thought = (content: object): Step => ({ sessionUpdate: 'agent_thought_chunk', messageId: 't', content });
    expect(partsAfter(thought(text('hm')), thought({ type: 'image', data: 'AA==', mimeType: 'image/png' }))).toEqual([
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'image', image: 'data:image/png;base64,AA==' },
      ],
    ]);
  });

  test('plans, updates that are not known, and compactions', () => {
    const plan = { type: 'items', id: 'main', entries: [{ content: 'do', priority: 'high', status: 'pending' }] };
    expect(partsAfter({ sessionUpdate: 'plan_update', plan }, { sessionUpdate: '_own', deep: 1 })).toEqual([
      [
        { type: 'data', name: 'acp-plan', data: plan },
        { type: 'data', name: 'acp-update', data: { sessionUpdate: '_own', deep: 1 } },
      ],
    ]);
    const compacted = november.novemberState([
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed', summary: [text('short')] },
    ]);
    expect(toThreadMessages(compacted)[0]?.content).toEqual([
      {
        type: 'data',
        name: 'acp-compaction',
        data: { compactionId: 'k', status: 'completed', summary: [text('short')] },
      },
    ]);
  });
});

describe('tools', () => {
  const toolPart = (...steps: Step[]) => toThreadMessages(stateAfter(...steps))[0]?.content[0];
  const artifact = (fields: object) => ({
    title: 'Tool',
    kind: 'other',
    locations: [],
    content: [],
    terminals: [],
    ...fields,
  });

  test.each([
    ['pending', {}],
    ['in_progress', {}],
    ['completed', { result: 'completed' }],
    ['failed', { result: 'failed', isError: true }],
    ['_paused', {}],
  ])('a call that is %s', (status, fields) => {
    expect(toolPart(call('c', { title: 'Tool', status, rawInput: { a: 1 } }))).toEqual({
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'other',
      args: { a: 1 },
      argsText: '{"a":1}',
      artifact: artifact({ status }),
      ...fields,
    });
  });

  test('the result is the raw output, or else the text of the content', () => {
    const done = { title: 'Tool', status: 'completed' };
    expect(toolPart(call('c', { ...done, rawOutput: { b: 2 } }))).toMatchObject({ result: { b: 2 } });
    const content = [{ type: 'content', content: text('out') }];
    expect(toolPart(call('c', { ...done, content }))).toMatchObject({
      result: 'out',
      artifact: artifact({ ...done, content }),
    });
    expect(toolPart(call('c', { ...done, rawInput: 7 }))).toMatchObject({ args: { value: 7 }, argsText: '7' });
  });

  test('a call that the user cancelled has ended', () => {
    const cancelled = stateAfter(prompt('Hi'), call('c', { status: 'in_progress' }), { type: 'cancel_sent' });
    expect(toThreadMessages(cancelled)[1]?.content[0]).toMatchObject({
      result: 'cancelled',
      isError: true,
      artifact: { status: 'cancelled' },
    });
  });

  test('diffs stay whole, and terminals come with their output', () => {
    const diff = { type: 'diff', path: '/a', oldText: 'x', newText: 'y' };
    expect(toolPart(call('c', { title: 'Tool', content: [diff] }))).toMatchObject({
      artifact: artifact({ status: 'pending', content: [diff] }),
    });
    const shown = november.novemberState([
      november.tool('c', { title: 'Tool', content: [{ type: 'terminal', terminalId: 't' }] }),
      november.terminal('t', { command: 'ls', cwd: '/w', exitStatus: { exitCode: 0 } }),
      november.output('t', 'a\nb'),
    ]);
    expect(toThreadMessages(shown)[0]?.content[0]).toMatchObject({
      artifact: {
        content: [{ type: 'terminal', terminalId: 't' }],
        terminals: [{ terminalId: 't', command: 'ls', cwd: '/w', output: 'a\nb', exitStatus: { exitCode: 0 } }],
      },
    });
  });

  const options = [
    { optionId: 'y', name: 'Yes', kind: 'allow_once' },
    { optionId: 'n', name: 'No', kind: 'reject_always' },
    { optionId: 'o', name: 'Own', kind: '_own' },
  ];
  const asked = (requestId: number | string, toolCallId: string): Step =>
    ({ type: 'permission_opened', requestId, toolCall: { toolCallId }, options }) as Step;

  test('a permission request is the approval of its call, until it is answered', () => {
    const approval = {
      id: '0',
      options: [
        { id: 'y', kind: 'allow-once', label: 'Yes' },
        { id: 'n', kind: 'reject-always', label: 'No' },
        { id: 'o', kind: '_own', label: 'Own' },
      ],
    };
    const steps = [prompt('Hi'), call('c'), asked(0, 'c'), asked('0', 'c')];
    const shown = toThreadMessages(stateAfter(...steps))[1];
    expect([shown?.status, shown?.content[0]]).toEqual([
      { type: 'requires-action', reason: 'tool-calls' },
      expect.objectContaining({ approval }),
    ]);
    const second = stateAfter(...steps, { type: 'permission_answered', requestId: 0 });
    expect(toThreadMessages(second)[1]?.content[0]).toMatchObject({ approval: { id: '"0"' } });
    const answered = toThreadMessages(
      stateAfter(
        ...steps,
        { type: 'permission_answered', requestId: 0 },
        { type: 'permission_answered', requestId: '0' },
      ),
    )[1];
    expect([answered?.status, answered?.content[0]]).toEqual([
      { type: 'running' },
      expect.not.objectContaining({ approval: expect.anything() }),
    ]);
  });

  test('a permission request about something else is a message of its own', () => {
    const subject = { type: 'command', command: 'ls', cwd: '/w' } as const;
    const state = november.novemberState([
      november.sent(1),
      { type: 'permission_opened', dialect: 'november', requestId: 5, title: 'Run it?', subject, options: [] },
    ]);
    expect(toThreadMessages(state)[1]).toEqual(
      agent(
        'permission 5',
        { type: 'requires-action', reason: 'tool-calls' },
        {
          type: 'tool-call',
          toolCallId: 'permission 5',
          toolName: 'permission',
          args: { title: 'Run it?', subject },
          argsText: JSON.stringify({ title: 'Run it?', subject }),
          approval: { id: '5', prompt: 'Run it?', options: [] },
        },
      ),
    );
  });
});

describe('corrections', () => {
  test.each<[string, Step, object[]]>([
    ['replaced', whole('m', { content: [text('new')] }), [text('new')]],
    ['redacted', whole('m', { content: [text('a [redacted]')] }), [text('a [redacted]')]],
    ['cleared by null', whole('m', { content: null }), []],
    ['cleared', { sessionUpdate: 'agent_message_clear', messageId: 'm' }, []],
  ])('a message that is %s', (_, step, parts) => {
    const state = stateAfter(prompt('Hi'), chunk('m', 'old'), chunk('n', 'next'), step);
    expect(toThreadMessages(state)[1]?.content).toEqual([...parts, text('next')]);
  });

  test('a prompt that is redacted after the agent repeated it', () => {
    const redacted = { sessionUpdate: 'user_message', messageId: 'u', content: [text('my [redacted]')] };
    const state = stateAfter(prompt('my secret'), { ...redacted, content: [text('my secret')] }, redacted);
    expect(toThreadMessages(state)).toEqual([user('prompt 0', text('my [redacted]'))]);
  });
});

describe('following a session', () => {
  test('only what changed is another object', () => {
    const follow = createThreadMessages();
    let state = stateAfter(prompt('one'), chunk('m', 'A'), call('c'), ended, prompt('two'), chunk('n', 'B'));
    const before = follow(state);
    for (const event of eventsOf([chunk('n', 'C')])) state = applyEvent(state, event);
    const after = follow(state);
    expect(after.map((message, index) => message === before[index])).toEqual([true, true, true, false]);
    for (const event of eventsOf([{ sessionUpdate: 'usage_update', used: 1, size: 2 }]))
      state = applyEvent(state, event);
    expect(follow(state)).toBe(after);
    for (const event of eventsOf([whole('m', { content: [text('Z')] })])) state = applyEvent(state, event);
    expect(follow(state).map((message, index) => message === after[index])).toEqual([true, false, true, true]);
    expect(follow(state)[1]?.content[1]).toBe(after[1]?.content[1]);
  });

  test.each([
    ['June', withQuestions(anyStream)],
    ['November', withQuestions(anyNovemberStream)],
  ])('following %s by each change shows what the last state alone shows', (_, anyEvents) => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom({}, { entries: 4, items: 3 }), (events, limits) => {
        const follow = createThreadMessages();
        let state: SessionState = newSessionState(limits);
        for (const event of events) {
          state = applyEvent(state, event);
          const [followed, alone] = [follow(state), toThreadMessages(state)];
          if (!isDeepStrictEqual(followed, alone)) expect(followed).toEqual(alone);
        }
        expect(textOf(toThreadMessages(state))).toEqual(naiveText(state));
      }),
      { numRuns: counts({ short: 12, long: 1_500 }) },
    );
  });
});

/** All text of the agent, of messages and thoughts. */
function textOf(messages: ReturnType<typeof toThreadMessages>): string[] {
  const said = messages.flatMap(({ role, content }) =>
    role === 'user'
      ? []
      : content.flatMap((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : [])),
  );
  return [said.join('')];
}

function naiveText(state: SessionState): string[] {
  const said = state.timeline.toArray().flatMap((entry) => {
    const message = entry.type === 'message' ? state.messages.at(entry.index) : undefined;
    if (message === undefined || message.kind === 'user') return [];
    return foldedMessage(message).content.map((block) => ('text' in block ? block['text'] : ''));
  });
  return [said.join('')];
}
