import { describe, expect, test } from 'vitest';
import { call, chunk, prompt, type Step, stateAfter, text } from '../../acp/src/session/test-support/fold.ts';
import * as november from '../../acp/src/session/test-support/november.ts';
import { toSharedState } from './agent-state.ts';
import { toMessages } from './row-messages.ts';

const thought = (value: string): Step => ({
  sessionUpdate: 'agent_thought_chunk',
  messageId: 't',
  content: text(value),
});
const told = (content: object): Step => ({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content });

describe('messages', () => {
  test('a turn with thoughts, text and a tool', () => {
    const done = {
      title: 'Read',
      kind: 'read',
      status: 'completed',
      rawInput: { path: '/a' },
      rawOutput: { lines: 2 },
    };
    expect(
      toMessages(stateAfter(prompt('Hi'), thought('hm'), chunk('m', 'A'), chunk('m', 'B'), call('c', done))),
    ).toEqual([
      { id: 'prompt 0', role: 'user', content: 'Hi' },
      { id: 'thought t', role: 'reasoning', content: 'hm' },
      { id: 'agent m', role: 'assistant', content: 'AB' },
      {
        id: 'tool-call c',
        role: 'assistant',
        toolCalls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"/a"}' } }],
      },
      {
        id: 'tool-call c activity',
        role: 'activity',
        activityType: 'acp.tool_call',
        content: { toolCallId: 'c', title: 'Read', kind: 'read', status: 'completed', locations: [], content: [] },
      },
      {
        id: 'tool-call c result',
        role: 'tool',
        toolCallId: 'c',
        content: '{"lines":2}',
        metadata: { status: 'completed' },
      },
    ]);
  });

  const image = { type: 'image', data: 'AA==', mimeType: 'image/png' };
  const source = { type: 'data', value: 'AA==', mimeType: 'image/png' };
  test.each<[string, object, object]>([
    ['an image', image, { type: 'image', source }],
    ['audio', { ...image, type: 'audio' }, { type: 'audio', source }],
    [
      'a link',
      { type: 'resource_link', name: 'n', uri: 'https://x.test', mimeType: 'text/html' },
      {
        type: 'document',
        source: { type: 'url', value: 'https://x.test', mimeType: 'text/html' },
        metadata: { block: { type: 'resource_link', name: 'n', uri: 'https://x.test', mimeType: 'text/html' } },
      },
    ],
    [
      'a text resource',
      { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      { type: 'text', text: 'x', metadata: { uri: 'file:///a', mimeType: 'text/plain' } },
    ],
    [
      'a binary resource',
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AA==' } },
      {
        type: 'document',
        source: { type: 'data', value: 'AA==', mimeType: 'application/octet-stream' },
        metadata: { uri: 'file:///a' },
      },
    ],
    [
      'text with annotations',
      { type: 'text', text: 'x', annotations: { priority: 1 } },
      { type: 'text', text: 'x', metadata: { block: { type: 'text', text: 'x', annotations: { priority: 1 } } } },
    ],
    [
      'a block of a later draft',
      { type: 'later', any: 1 },
      { type: 'text', text: '', metadata: { block: { type: 'later', any: 1 } } },
    ],
  ])('%s of the user is a part, of a tool too, and one of the agent an activity', (_, block, part) => {
    const parts = [{ type: 'text', text: 'see' }, part];
    const asked = { type: 'prompt_sent', prompt: [text('see'), block] } as Step;
    expect(toMessages(stateAfter(asked))).toEqual([{ id: 'prompt 0', role: 'user', content: parts }]);
    const content = [text('see'), block].map((one) => ({ type: 'content', content: one }));
    expect(toMessages(stateAfter(call('c', { status: 'completed', content })))[2]).toEqual({
      id: 'tool-call c result',
      role: 'tool',
      toolCallId: 'c',
      content: parts,
      metadata: { status: 'completed' },
    });
    expect(toMessages(stateAfter(told(text('see')), told(block), told(text('!'))))).toEqual([
      { id: 'agent m', role: 'assistant', content: 'see' },
      {
        id: 'agent m 1',
        role: 'activity',
        activityType: 'acp.content',
        content: { kind: 'agent', messageId: 'm', block },
      },
      { id: 'agent m 2', role: 'assistant', content: '!' },
    ]);
  });

  test.each([
    ['pending', undefined],
    ['in_progress', undefined],
    ['_paused', undefined],
    ['completed', 'completed'],
    ['failed', 'failed'],
  ])('a call that is %s', (status, content) => {
    const [, activity, result] = toMessages(stateAfter(call('c', { status })));
    expect(activity).toMatchObject({ content: { status } });
    expect(result).toEqual(
      content && { id: 'tool-call c result', role: 'tool', toolCallId: 'c', content, metadata: { status } },
    );
  });

  test('a call that was cancelled has a result', () => {
    const state = stateAfter(prompt('Hi'), call('c', { status: 'in_progress' }), { type: 'cancel_sent' });
    expect(toMessages(state)[3]).toMatchObject({
      role: 'tool',
      content: 'cancelled',
      metadata: { status: 'cancelled' },
    });
  });

  test('diffs are patches, and terminals are in the state', () => {
    const item = { type: 'diff', path: '/a', oldText: 'x\n', newText: 'y\n' };
    const patch = {
      type: 'diff',
      changes: [{ operation: 'add', path: '/b' }],
      patch: { format: 'git_patch', text: 'P' },
    };
    const result = toMessages(stateAfter(call('c', { status: 'completed', content: [item] })))[2];
    expect(result).toMatchObject({ content: [{ type: 'text', metadata: { item } }] });
    expect(JSON.stringify(result)).toContain('-x\\n+y\\n');
    const shown = november.novemberState([
      november.tool('c', { status: 'completed', content: [patch, { type: 'terminal', terminalId: 't' }] }),
      november.terminal('t', { command: 'ls', exitStatus: { exitCode: 1 } }),
      november.output('t', 'no'),
    ]);
    expect(toMessages(shown)[2]).toMatchObject({ content: [{ type: 'text', text: 'P', metadata: { item: patch } }] });
    expect(toSharedState(shown)).toEqual({
      info: null,
      usage: null,
      commands: [],
      configOptions: [],
      permissions: [],
      elicitations: [],
      waiting: [],
      terminals: [{ terminalId: 't', command: 'ls', output: 'no', exitStatus: { exitCode: 1 } }],
    });
  });

  test('plans, compactions and updates that are not known are activities; usage and the title are state', () => {
    const plan = { type: 'items', planId: 'main', entries: [] };
    const state = november.novemberState([
      { sessionUpdate: 'plan_update', plan },
      { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed', summary: [text('short')] },
      { sessionUpdate: '_own', deep: 1 },
      { sessionUpdate: 'usage_update', used: 1, size: 10, cost: { amount: 1, currency: 'USD' } },
      { sessionUpdate: 'session_info_update', title: 'T' },
    ]);
    expect(toMessages(state)).toMatchObject([
      { id: 'plan main', role: 'activity', activityType: 'acp.plan', content: { plan: { entries: [] } } },
      {
        id: 'compaction k',
        role: 'activity',
        activityType: 'acp.compaction',
        content: { compactionId: 'k', status: 'completed', summary: [text('short')] },
      },
      {
        id: 'unknown 2',
        role: 'activity',
        activityType: 'acp.update',
        content: { update: { sessionUpdate: '_own', deep: 1 } },
      },
    ]);
    expect(toSharedState(state)).toMatchObject({
      info: { title: 'T' },
      usage: { used: 1, size: 10, cost: { amount: 1, currency: 'USD' } },
    });
  });
});
