import type { Event } from '@ag-ui/core';
import { newSessionState, type SessionState } from '@emend/acp/session';
import { describe, expect, test } from 'vitest';
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
import { toSharedState } from './agent-state.ts';
import { createEvents } from './events.ts';
import { chosenOption, givenAnswer } from './run-end.ts';

const thought = (value: string): Step => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId: 't',
  content: text(value),
});
const ended = (stopReason: string): Step => ({ type: 'turn_ended', stopReason });

/** The events of each step after the first call, in short. */
function eventsAfter(before: readonly Step[], ...steps: readonly Step[]): object[][] {
  const eventsFor = createEvents({ threadId: 's' });
  let state = newSessionState();
  const apply = (step: Step): SessionState => {
    for (const event of eventsOf([step])) state = applyEvent(state, event);
    return state;
  };
  eventsFor(state);
  for (const step of before) apply(step);
  eventsFor(state);
  return steps.map((step) => eventsFor(apply(step)).map(short));
}

/** An event without what is the same in all of them. */
function short({ type, ...event }: Event): object {
  const { threadId: _, runId: __, protocolVersion: ___, ...fields } = event as Record<string, unknown>;
  return [type, ...(Object.keys(fields).length === 0 ? [] : [fields])];
}

describe('events', () => {
  test('the first call restates the session', () => {
    const events = createEvents({ threadId: 's' })(stateAfter(chunk('m', 'A')));
    expect(events.map(short)).toEqual([
      ['RUN_STARTED'],
      ['STATE_SNAPSHOT', { snapshot: toSharedState(newSessionState()) }],
      ['MESSAGES_SNAPSHOT', { messages: [{ id: 'agent m', role: 'assistant', content: 'A' }] }],
      ['RUN_FINISHED', { outcome: { type: 'success' } }],
    ]);
    expect(events[0]).toEqual({ type: 'RUN_STARTED', threadId: 's', runId: 's 0', protocolVersion: '1.0' });
  });

  test('a turn: thoughts, text, a tool and its end', () => {
    const messageId = 'agent m';
    const span = { messageId: 'thought t' };
    const details = { messageId: 'tool-call c activity', activityType: 'acp.tool_call' };
    const shown = (status: string) => ({
      toolCallId: 'c',
      title: 'Read',
      kind: 'read',
      status,
      locations: [],
      content: [],
    });
    const item = { type: 'content', content: text('out') };
    expect(
      eventsAfter(
        [],
        prompt('Hi'),
        thought('hm'),
        chunk('m', 'A'),
        chunk('m', 'B'),
        call('c', { title: 'Read', kind: 'read' }),
        call('c', { rawInput: { a: 1 } }),
        { sessionUpdate: 'tool_call_content_chunk', toolCallId: 'c', content: item },
        call('c', { status: 'completed' }),
        chunk('m', 'C'),
        ended('end_turn'),
      ),
    ).toEqual([
      [
        ['RUN_STARTED'],
        ['TEXT_MESSAGE_START', { messageId: 'prompt 0', role: 'user' }],
        ['TEXT_MESSAGE_CONTENT', { messageId: 'prompt 0', delta: 'Hi' }],
        ['TEXT_MESSAGE_END', { messageId: 'prompt 0' }],
      ],
      [
        ['REASONING_START', span],
        ['REASONING_MESSAGE_START', { ...span, role: 'reasoning' }],
        ['REASONING_MESSAGE_CONTENT', { ...span, delta: 'hm' }],
      ],
      [
        ['REASONING_MESSAGE_END', span],
        ['REASONING_END', span],
        ['TEXT_MESSAGE_START', { messageId, role: 'assistant' }],
        ['TEXT_MESSAGE_CONTENT', { messageId, delta: 'A' }],
      ],
      [['TEXT_MESSAGE_CONTENT', { messageId, delta: 'B' }]],
      [
        ['TEXT_MESSAGE_END', { messageId }],
        ['TOOL_CALL_START', { toolCallId: 'c', toolCallName: 'read', parentMessageId: 'tool-call c' }],
        ['TOOL_CALL_END', { toolCallId: 'c' }],
        ['ACTIVITY_SNAPSHOT', { ...details, content: shown('pending') }],
      ],
      [
        ['TOOL_CALL_START', { toolCallId: 'c', toolCallName: 'read', parentMessageId: 'tool-call c' }],
        ['TOOL_CALL_ARGS', { toolCallId: 'c', delta: '{"a":1}' }],
        ['TOOL_CALL_END', { toolCallId: 'c' }],
      ],
      [['ACTIVITY_DELTA', { ...details, patch: [{ op: 'add', path: '/content/-', value: item }] }]],
      [
        ['ACTIVITY_SNAPSHOT', { ...details, content: { ...shown('completed'), content: [item] } }],
        [
          'TOOL_CALL_RESULT',
          { messageId: 'tool-call c result', toolCallId: 'c', content: 'out', metadata: { status: 'completed' } },
        ],
      ],
      [
        ['TEXT_MESSAGE_START', { messageId, role: 'assistant' }],
        ['TEXT_MESSAGE_CONTENT', { messageId, delta: 'C' }],
      ],
      [
        ['TEXT_MESSAGE_END', { messageId }],
        ['RUN_FINISHED', { outcome: { type: 'success' }, result: { stopReason: 'end_turn' } }],
      ],
    ]);
  });

  test.each<[string, Step, string]>([
    ['replaced', whole('m', { content: [text('new')] }), 'new'],
    ['redacted', whole('m', { content: [text('a [redacted]')] }), 'a [redacted]'],
    ['cleared by null', whole('m', { content: null }), ''],
    ['cleared', { sessionUpdate: 'agent_message_clear', messageId: 'm' }, ''],
  ])('text that is %s is a snapshot of all messages', (_, step, content) => {
    const before = [prompt('Hi'), chunk('m', 'old'), chunk('n', 'next')];
    expect(eventsAfter(before, step, chunk('m', '!'))).toEqual([
      [
        ['TEXT_MESSAGE_END', { messageId: 'agent n' }],
        [
          'MESSAGES_SNAPSHOT',
          {
            messages: [
              { id: 'prompt 0', role: 'user', content: 'Hi' },
              { id: 'agent m', role: 'assistant', content },
              { id: 'agent n', role: 'assistant', content: 'next' },
            ],
          },
        ],
      ],
      [
        ['TEXT_MESSAGE_START', { messageId: 'agent m', role: 'assistant' }],
        ['TEXT_MESSAGE_CONTENT', { messageId: 'agent m', delta: '!' }],
      ],
    ]);
  });

  test.each<[string, Step, object]>([
    ['cancelled', ended('cancelled'), ['RUN_FINISHED', { outcome: { type: 'cancelled' } }]],
    [
      'refused',
      ended('refusal'),
      ['RUN_FINISHED', { outcome: { type: 'success' }, result: { stopReason: 'refusal' } }],
    ],
    ['broken', { type: 'turn_ended', error: 'broken' }, ['RUN_ERROR', { message: 'broken' }]],
  ])('a turn that was %s', (_, step, end) => {
    expect(eventsAfter([prompt('Hi'), call('c')], step)[0]?.at(-1)).toEqual(end);
  });

  test('a permission request interrupts the run, and its answer starts another one', () => {
    const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }];
    const asked = { type: 'permission_opened', requestId: 0, toolCall: { toolCallId: 'c' }, options } as Step;
    const open = { requestId: 0, toolCallId: 'c', options };
    const interrupt = {
      id: 'permission 0',
      reason: 'acp.permission',
      toolCallId: 'c',
      responseSchema: {
        type: 'object',
        properties: { optionId: { type: 'string', enum: ['y'] } },
        required: ['optionId'],
      },
      metadata: { options },
    };
    expect(eventsAfter([prompt('Hi'), call('c')], asked, { type: 'permission_answered', requestId: 0 })).toEqual([
      [
        ['STATE_DELTA', { delta: [{ op: 'replace', path: '/permissions', value: [open] }] }],
        ['RUN_FINISHED', { outcome: { type: 'interrupt', interrupts: [interrupt] } }],
      ],
      [['RUN_STARTED'], ['STATE_DELTA', { delta: [{ op: 'replace', path: '/permissions', value: [] }] }]],
    ]);
    const answer = (status: 'resolved' | 'cancelled', payload: unknown) => ({
      interruptId: interrupt.id,
      status,
      payload,
    });
    expect(chosenOption(answer('resolved', { optionId: 'y' }), { options })).toBe('y');
    expect(chosenOption(answer('cancelled', null), { options })).toBe(undefined);
    expect(() => chosenOption(answer('resolved', null), { options })).toThrow(
      'The answer to permission 0 chooses undefined, which is none of its options.',
    );
  });

  test('a form interrupts the run with its schema, and the answer is its content', () => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    const request = { mode: 'form', sessionId: 's', message: 'Who?', requestedSchema };
    const asked = { type: 'elicitation_opened', requestId: '0', request } as unknown as Step;
    const interrupt = {
      id: 'elicitation "0"',
      reason: 'acp.elicitation',
      message: 'Who?',
      responseSchema: requestedSchema,
      metadata: { request },
    };
    const list = (value: unknown[]) => ['STATE_DELTA', { delta: [{ op: 'replace', path: '/elicitations', value }] }];
    expect(eventsAfter([prompt('Hi')], asked, { type: 'elicitation_answered', requestId: '0' })).toEqual([
      [
        list([{ requestId: '0', request }]),
        ['RUN_FINISHED', { outcome: { type: 'interrupt', interrupts: [interrupt] } }],
      ],
      [['RUN_STARTED'], list([])],
    ]);
    const answer = (status: 'resolved' | 'cancelled', payload?: unknown) =>
      givenAnswer({ interruptId: interrupt.id, status, payload });
    expect([answer('resolved', { name: 'Ann' }), answer('resolved'), answer('cancelled')]).toEqual([
      { action: 'accept', content: { name: 'Ann' } },
      { action: 'accept', content: {} },
      { action: 'cancel' },
    ]);
    expect(() => answer('resolved', 5)).toThrow('The answer to elicitation "0" is not the content of a form.');
  });

  test('a notice is told once, and news between turns are a run of their own', () => {
    const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Careful' };
    const eventsFor = createEvents({ threadId: 's' });
    eventsFor(newSessionState());
    const state = november.novemberState([notice]);
    expect(eventsFor(state).map(short)).toEqual([
      ['RUN_STARTED'],
      ['CUSTOM', { name: 'acp.notice', value: notice }],
      ['RUN_FINISHED', { outcome: { type: 'success' } }],
    ]);
    expect(eventsFor(applyEvent(state, { type: 'malformed', issues: [] }))).toEqual([]);
  });

  test('nothing is told of a history while it is being loaded, and all of it afterwards', () => {
    const [started, during, done] = eventsAfter([chunk('m', 'A')], { type: 'load_started' }, chunk('n', 'B'), {
      type: 'load_ended',
    });
    expect([started, during]).toEqual([[], []]);
    expect(done?.[1]).toEqual([
      'MESSAGES_SNAPSHOT',
      { messages: [{ id: 'agent n', role: 'assistant', content: 'B' }] },
    ]);
  });
});
