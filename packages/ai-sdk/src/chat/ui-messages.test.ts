import { applyEvents, newSessionState, readUpdate, type SessionEvent, type SessionState } from '@emend/acp/session';
import { describe, expect, test } from 'vitest';
import { chunk, prompt, type Step, stateAfter, text, whole } from '../../../acp/src/session/test-support/fold.ts';
import { novemberState, output, terminal, tool } from '../../../acp/src/session/test-support/november.ts';
import type { AcpUIPart } from './ui-message.ts';
import { createUIMessages, toUIMessages } from './ui-messages.ts';

const thought = (messageId: string, value: string): Step => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId,
  content: text(value),
});
const block = (messageId: string, content: object): Step => ({
  sessionUpdate: 'agent_message_chunk',
  messageId,
  content,
});
const call = (fields: Record<string, unknown>): Step => ({
  sessionUpdate: 'tool_call_update',
  toolCallId: 'c',
  title: 'Run',
  ...fields,
});
const ended: SessionEvent = { type: 'turn_ended', stopReason: 'end_turn' };

/** Returns the parts of the last message, without the boundary of the step. */
function partsAfter(...steps: Step[]): AcpUIPart[] {
  return (
    toUIMessages(stateAfter(...steps))
      .at(-1)
      ?.parts.slice(1) ?? []
  );
}

/** Returns the only part after an update of a tool call. */
function toolAfter(...steps: Step[]): unknown {
  const [part, ...others] = partsAfter(...steps);
  expect(others).toEqual([]);
  return part;
}

function tool_(state: string, fields: object, acp: object = {}) {
  return {
    type: 'dynamic-tool',
    toolName: 'other',
    toolCallId: 'c',
    title: 'Run',
    toolMetadata: { acp: { kind: 'other', status: 'pending', locations: [], content: [], ...acp } },
    state,
    ...fields,
  };
}

test('a conversation is a message for each prompt and one for each answer', () => {
  const state = stateAfter(
    prompt('Hi'),
    thought('t', 'Hm.'),
    chunk('m', 'Hel'),
    chunk('m', 'lo'),
    ended,
    prompt('More'),
  );
  expect(toUIMessages(state)).toEqual([
    { id: 'prompt 0', role: 'user', parts: [{ type: 'text', text: 'Hi', state: 'done' }] },
    {
      id: 'answer to prompt 0',
      role: 'assistant',
      metadata: { stopReason: 'end_turn' },
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', id: 'thought t/0', text: 'Hm.', state: 'done' },
        { type: 'text', text: 'Hello', state: 'done' },
      ],
    },
    { id: 'prompt 1', role: 'user', parts: [{ type: 'text', text: 'More', state: 'done' }] },
  ]);
});

test('only the last text of a running turn is streaming', () => {
  const running = [prompt('Hi'), thought('t', 'Hm.'), chunk('m', 'Hello')];
  expect(partsAfter(...running).map((part) => 'state' in part && part.state)).toEqual(['done', 'streaming']);
  expect(partsAfter(...running, ended).map((part) => 'state' in part && part.state)).toEqual(['done', 'done']);
});

describe('content', () => {
  const done = { state: 'done' };
  test.each<[string, object, object]>([
    [
      'a text with annotations',
      { type: 'text', text: 'A', annotations: { audience: ['user'] } },
      { type: 'text', text: 'A', ...done, providerMetadata: { acp: { annotations: { audience: ['user'] } } } },
    ],
    [
      'a picture',
      { type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'file:///a.png' },
      {
        type: 'file',
        mediaType: 'image/png',
        url: 'data:image/png;base64,AA==',
        providerMetadata: { acp: { uri: 'file:///a.png' } },
      },
    ],
    [
      'audio',
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'file', mediaType: 'audio/wav', url: 'data:audio/wav;base64,AA==' },
    ],
    [
      'a link',
      { type: 'resource_link', name: 'a', title: 'A', uri: 'file:///a' },
      { type: 'source-url', sourceId: 'agent m/0', url: 'file:///a', title: 'A' },
    ],
    [
      'a resource with text',
      { type: 'resource', resource: { uri: 'file:///a', text: 'é' } },
      {
        type: 'file',
        mediaType: 'text/plain',
        url: 'data:text/plain;base64,w6k=',
        providerMetadata: { acp: { uri: 'file:///a' } },
      },
    ],
    [
      'a resource with bytes',
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AA==', mimeType: 'application/pdf' } },
      {
        type: 'file',
        mediaType: 'application/pdf',
        url: 'data:application/pdf;base64,AA==',
        providerMetadata: { acp: { uri: 'file:///a' } },
      },
    ],
    [
      'an unknown block',
      { type: '_chart', x: 1 },
      { type: 'data-unknown', id: 'agent m/0', data: { type: '_chart', x: 1 } },
    ],
  ])('%s is a part', (_, content, part) => {
    expect(partsAfter(block('m', content))).toEqual([part]);
  });

  test('text around another block is two parts, and a thought may have a picture', () => {
    const picture = { type: 'image', data: 'AA==', mimeType: 'image/png' };
    expect(partsAfter(chunk('m', 'A'), block('m', picture), chunk('m', 'B'))).toEqual([
      { type: 'text', text: 'A', ...done },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' },
      { type: 'text', text: 'B', ...done },
    ]);
    expect(partsAfter({ sessionUpdate: 'agent_thought_chunk', messageId: 't', content: picture })).toEqual([
      { type: 'reasoning-file', mediaType: 'image/png', url: 'data:image/png;base64,AA==' },
    ]);
  });
});

describe('corrections', () => {
  const said = [prompt('Hi'), chunk('m', 'Wrong'), chunk('n', 'Right')];
  const texts = (...steps: Step[]) => partsAfter(...steps).map((part) => 'text' in part && part.text);

  test('a message that was replaced, cleared, or written again after that', () => {
    expect(texts(...said, whole('m', { content: [text('Better')] }))).toEqual(['Better', 'Right']);
    expect(texts(...said, whole('m', { content: [] }))).toEqual(['Right']);
    expect(texts(...said, whole('m', { content: null }))).toEqual(['Right']);
    expect(texts(...said, whole('m', { content: [] }), chunk('m', 'Again'))).toEqual(['Again', 'Right']);
  });

  test('a prompt that was repeated and then redacted', () => {
    const repeated = { sessionUpdate: 'user_message', messageId: 'u', content: [text('My name is Ann.')] };
    const redacted = { ...repeated, content: [text('[redacted]')] };
    const messages = toUIMessages(stateAfter(prompt('My name is Ann.'), repeated, chunk('m', 'Hi'), redacted));
    expect(JSON.stringify(messages)).not.toContain('Ann');
    expect(messages[0]).toEqual({
      id: 'prompt 0',
      role: 'user',
      parts: [{ type: 'text', text: '[redacted]', state: 'done' }],
    });
  });

  test('a prompt that was refused, and its answer, are no longer in the context', () => {
    const refused = [prompt('Bad'), chunk('m', 'No.'), { type: 'turn_ended', stopReason: 'refusal' } as const];
    expect(toUIMessages(stateAfter(...refused)).at(-1)?.metadata).toEqual({
      stopReason: 'refusal',
      isInContext: false,
    });
  });
});

describe('tool calls', () => {
  const rawInput = { a: 1 };
  const item = (value: string) => ({ type: 'content', content: text(value) });
  test.each<[string, Record<string, unknown>, object]>([
    ['without input', {}, tool_('input-streaming', {})],
    ['with input', { rawInput }, tool_('input-available', { input: rawInput })],
    [
      'running',
      { rawInput, status: 'in_progress', kind: 'read', locations: [{ path: '/a' }] },
      {
        ...tool_(
          'input-available',
          { input: rawInput },
          { kind: 'read', status: 'in_progress', locations: [{ path: '/a' }] },
        ),
        toolName: 'read',
      },
    ],
    [
      'with a part of its output',
      { status: 'in_progress', content: [item('A'), item('B')] },
      tool_('output-available', { output: 'AB', preliminary: true }, { status: 'in_progress', content: [item('AB')] }),
    ],
    [
      'completed with text',
      { status: 'completed', content: [item('A')] },
      tool_('output-available', { output: 'A' }, { status: 'completed', content: [item('A')] }),
    ],
    [
      'completed with a value',
      { status: 'completed', rawOutput: { b: 2 } },
      tool_('output-available', { output: { b: 2 } }, { status: 'completed' }),
    ],
    [
      'completed with nothing',
      { status: 'completed' },
      tool_('output-available', { output: null }, { status: 'completed' }),
    ],
    [
      'failed with a reason',
      { status: 'failed', content: [item('Broken')] },
      tool_('output-error', { errorText: 'Broken' }, { status: 'failed', content: [item('Broken')] }),
    ],
    [
      'failed without one',
      { status: 'failed' },
      tool_('output-error', { errorText: 'The tool call failed.' }, { status: 'failed' }),
    ],
    [
      'with a diff',
      { content: [{ type: 'diff', path: '/a', oldText: null, newText: 'x' }] },
      tool_('input-streaming', {}, { content: [{ type: 'diff', path: '/a', oldText: null, newText: 'x' }] }),
    ],
  ])('%s', (_, fields, part) => {
    expect(toolAfter(call(fields))).toEqual(part);
  });

  test('one that the user cancelled', () => {
    const part = toolAfter(prompt('Go'), call({ status: 'in_progress' }), { type: 'cancel_sent' });
    expect(part).toEqual(tool_('output-error', { errorText: 'Cancelled.' }, { status: 'cancelled' }));
  });

  test('one that needs permission, and goes on when it was given', () => {
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
    const opened: SessionEvent = { type: 'permission_opened', requestId: 7, toolCall: { toolCallId: 'c' }, options };
    const asking = [prompt('Go'), call({ rawInput }), opened];
    const descriptor = { options };
    expect(toolAfter(...asking)).toEqual(
      tool_('approval-requested', { input: rawInput, approval: { id: 'permission 7', descriptor } }),
    );
    const answered: SessionEvent = { type: 'permission_answered', requestId: 7 };
    expect(toolAfter(...asking, answered)).toEqual(tool_('input-available', { input: rawInput }));
  });

  test('one with a terminal, which shows what it prints', () => {
    const steps = [
      terminal('t', { command: 'make', cwd: '/a' }),
      tool('c', {
        name: 'Bash',
        title: 'Run',
        status: 'in_progress',
        content: [{ type: 'terminal', terminalId: 't' }],
      }),
      output('t', 'a\n'),
      output('t', 'b'),
      terminal('t', { exitStatus: { exitCode: 2 } }),
    ];
    const shown = {
      type: 'terminal',
      terminalId: 't',
      command: 'make',
      cwd: '/a',
      output: 'a\nb',
      exit: '[exit code 2]',
    };
    const [part] = toUIMessages(novemberState(steps)).at(-1)?.parts.slice(1) ?? [];
    const expected = tool_(
      'output-available',
      { output: 'a\nb', preliminary: true },
      { status: 'in_progress', content: [shown] },
    );
    expect(part).toEqual({ ...expected, toolName: 'Bash' });
  });
});

test('plans, compactions, questions about no tool call and unknown updates are data', () => {
  const entries = [{ content: 'Think', priority: 'high', status: 'pending' }];
  const plan = { type: 'items', id: 'main', entries };
  expect(partsAfter({ sessionUpdate: 'plan_update', plan }, { sessionUpdate: '_own', x: 1 })).toEqual([
    { type: 'data-plan', id: 'plan main', data: plan },
    { type: 'data-unknown', id: 'unknown 1', data: { sessionUpdate: '_own', x: 1 } },
  ]);
  const compaction = {
    sessionUpdate: 'compaction_update',
    compactionId: 'k',
    status: 'completed',
    summary: [text('Short.')],
  };
  const opened = {
    type: 'permission_opened',
    dialect: 'november',
    requestId: 1,
    title: 'May I?',
    options: [],
    subject: { type: 'command', command: 'ls' },
  } as unknown as SessionEvent;
  const parts = toUIMessages(novemberState([compaction, opened]))
    .at(-1)
    ?.parts.slice(1);
  expect(parts).toEqual([
    { type: 'data-compaction', id: 'compaction k', data: { status: 'completed', summary: 'Short.' } },
    {
      type: 'data-permission',
      id: 'permission 1',
      data: { requestId: 1, title: 'May I?', options: [], subject: { type: 'command', command: 'ls' } },
    },
  ]);
});

test('a form that waits for the user is the last part of the last message until it is answered', () => {
  const request = {
    mode: 'form',
    sessionId: 's',
    message: 'Who?',
    requestedSchema: { type: 'object', properties: {} },
  };
  const asked = { type: 'elicitation_opened', requestId: 0, request } as unknown as SessionEvent;
  const answered: SessionEvent = { type: 'elicitation_answered', requestId: 0 };
  const part = { type: 'data-elicitation', id: 'elicitation 0', data: { requestId: 0, request } };
  const said = { type: 'text', text: 'Hi', state: 'streaming' };
  expect(partsAfter(prompt('Hi'), asked)).toEqual([part]);
  expect(partsAfter(prompt('Hi'), chunk('m', 'Hi'), asked)).toEqual([said, part]);
  expect(partsAfter(prompt('Hi'), asked, chunk('m', 'Hi'))).toEqual([said, part]);
  expect(partsAfter(prompt('Hi'), chunk('m', 'Hi'), asked, answered)).toEqual([said]);
});

test('a question about a tool call that is not known yet moves into the call when it comes', () => {
  const project = createUIMessages();
  const opened = {
    type: 'permission_opened',
    dialect: 'november',
    requestId: 1,
    title: 'May I?',
    options: [],
    subject: { type: 'command', command: 'ls', toolCallId: 'c' },
  } as unknown as SessionEvent;
  const asked = novemberState([opened]);
  const known = applyEvents(asked, [readUpdate(call({}))]);
  const types = [asked, known].map((state) => project(state).flatMap(({ parts }) => parts.map(({ type }) => type)));
  expect(types).toEqual([
    ['step-start', 'data-permission'],
    ['step-start', 'dynamic-tool'],
  ]);
});

test('usage is in the last answer', () => {
  const usage = { sessionUpdate: 'usage_update', used: 5, size: 10 };
  const state = stateAfter(prompt('A'), chunk('m', 'B'), usage, ended, prompt('C'), chunk('n', 'D'));
  expect(toUIMessages(state).map(({ metadata }) => metadata)).toEqual([
    undefined,
    { stopReason: 'end_turn' },
    undefined,
    { usage: { used: 5, size: 10, cost: null } },
  ]);
});

test('what has not changed is the same object', () => {
  const project = createUIMessages();
  const apply = (state: SessionState, ...steps: Step[]) =>
    applyEvents(
      state,
      steps.map((step) => ('sessionUpdate' in step ? readUpdate(step) : step)),
    );
  const first = apply(
    newSessionState(),
    prompt('A'),
    chunk('m', 'B'),
    ended,
    prompt('C'),
    thought('t', 'D'),
    chunk('n', 'E'),
  );
  const before = project(first);
  const second = apply(first, chunk('n', 'F'));
  const after = project(second);
  expect(project(second)).toBe(after);
  expect(before.map((message, index) => message === after[index])).toEqual([true, true, true, false]);
  const [one, two] = [before, after].map((messages) => messages[3]?.parts ?? []);
  expect(one?.map((part, index) => part === two?.[index])).toEqual([true, true, false]);
  // An update that says nothing new leaves the whole list as it is.
  expect(project(apply(second, whole('m', { content: [text('B')] })))).toHaveLength(4);
});
