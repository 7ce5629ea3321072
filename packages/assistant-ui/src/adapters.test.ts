import type { SessionPermissions } from '@emend/acp/roles';
import { describe, expect, test } from 'vitest';
import { stateAfter } from '../../acp/src/session/test-support/fold.ts';
import { novemberState } from '../../acp/src/session/test-support/november.ts';
import { answerApproval } from './approvals.ts';
import { createAttachments } from './attachments.ts';
import { createThreadState, toThreadState } from './thread-state.ts';
import { toPrompt } from './to-prompt.ts';

describe('a prompt', () => {
  test('has the parts and the attachments of a message, in order', () => {
    const prompt = toPrompt({
      content: [
        { type: 'text', text: 'Look' },
        { type: 'text', text: '' },
        { type: 'image', image: 'data:image/png;base64,AA==' },
        { type: 'image', image: 'https://x.test/a.png', filename: 'a.png' },
        { type: 'audio', audio: { data: 'AA==', format: 'wav' } },
      ],
      attachments: [
        {
          id: '1',
          type: 'file',
          name: 'é.txt',
          status: { type: 'complete' },
          content: [{ type: 'file', data: 'w6k=', mimeType: 'text/plain' }],
        },
      ],
    });
    expect(prompt).toEqual([
      { type: 'text', text: 'Look' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'resource_link', name: 'a.png', uri: 'https://x.test/a.png' },
      { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'attachment:///%C3%A9.txt', text: 'é', mimeType: 'text/plain' } },
    ]);
  });

  const file = (data: string, mimeType: string, fields: object = {}) =>
    toPrompt({ content: [{ type: 'file', data, mimeType, filename: 'f', ...fields }] })[0];

  test.each([
    [
      'bytes',
      file('AA==', 'application/pdf'),
      { type: 'resource', resource: { uri: 'attachment:///f', blob: 'AA==', mimeType: 'application/pdf' } },
    ],
    [
      'text that is not UTF-8',
      file('/w==', 'text/plain'),
      { type: 'resource', resource: { uri: 'attachment:///f', blob: '/w==', mimeType: 'text/plain' } },
    ],
    [
      'text that is not base64',
      file('%', 'text/plain'),
      { type: 'resource', resource: { uri: 'attachment:///f', blob: '%', mimeType: 'text/plain' } },
    ],
    [
      'JSON',
      file('e30=', 'application/json'),
      { type: 'resource', resource: { uri: 'attachment:///f', text: '{}', mimeType: 'application/json' } },
    ],
    [
      'audio in a data URL',
      file('data:audio/mp3;base64,AA==', 'audio/mp3'),
      { type: 'audio', data: 'AA==', mimeType: 'audio/mp3' },
    ],
    ['an image', file('AA==', 'image/png'), { type: 'image', data: 'AA==', mimeType: 'image/png' }],
    [
      'an address',
      file('https://x.test/f', 'text/html'),
      { type: 'resource_link', name: 'f', uri: 'https://x.test/f', mimeType: 'text/html' },
    ],
    [
      'a link',
      file('file:///f', 'text/plain', { sourceType: 'url' }),
      { type: 'resource_link', name: 'f', uri: 'file:///f', mimeType: 'text/plain' },
    ],
  ])('of a file with %s', (_, block, expected) => {
    expect(block).toEqual(expected);
  });

  test('of a part that no agent understands says so', () => {
    expect(() => toPrompt({ content: [{ type: 'data', name: 'x', data: 1 }] })).toThrow(
      'A prompt cannot have a part of type "data".',
    );
  });
});

describe('attachments', () => {
  test('images and other files are read, and files that are too large are refused', async () => {
    const adapter = createAttachments({ maxBytes: 3 });
    const image = await adapter.add({ file: new File(['abc'], 'a.png', { type: 'image/png' }) });
    const other = await adapter.add({ file: new File(['é'], 'b') });
    if (!('id' in image) || !('id' in other)) throw new TypeError('An attachment is a promise here.');
    expect((await adapter.send(image)).content).toEqual([
      { type: 'image', image: 'data:image/png;base64,YWJj', filename: 'a.png' },
    ]);
    expect((await adapter.send(other)).content).toEqual([
      { type: 'file', data: 'w6k=', mimeType: 'application/octet-stream', filename: 'b' },
    ]);
    await expect(adapter.add({ file: new File(['abcd'], 'c') })).rejects.toThrow(
      'The file "c" has 4 bytes; at most 3 can be attached.',
    );
  });
});

describe('approvals', () => {
  const options = [
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'once', name: 'Once', kind: 'allow_once' },
  ];
  /** A session with one permission request, and what it was answered. */
  function asking() {
    const answers: unknown[] = [];
    const request = { sessionId: 's', title: 'May I?', toolCall: { toolCallId: 'c' }, options };
    const permissions: SessionPermissions = {
      open: [{ ...request, requestId: 0, call: undefined, since: 0, hasHandler: false }],
      subscribe: () => () => {},
      answer: (...answer) => answers.push(answer) > 0,
      cancel: () => false,
    };
    return { session: { permissions }, answers };
  }

  test('the answer is the option that was chosen, or the one for this time', () => {
    const { session, answers } = asking();
    answerApproval(session, { approvalId: '0', approved: true, optionId: 'always' });
    answerApproval(session, { approvalId: '0', approved: true });
    expect(answers).toEqual([
      [0, 'always'],
      [0, 'once'],
    ]);
  });

  test('an answer that means nothing or comes too late is refused', () => {
    const { session, answers } = asking();
    expect(() => answerApproval(session, { approvalId: '0', approved: false })).toThrow(
      'The permission request 0 has no option that means no.',
    );
    expect(() => answerApproval(session, { approvalId: '0', approved: true, optionId: 'x' })).toThrow(
      'The permission request 0 has no option "x".',
    );
    expect(() => answerApproval(session, { approvalId: '"0"', approved: true })).toThrow(
      'The permission request "0" does not wait for an answer.',
    );
    expect(answers).toEqual([]);
  });
});

test('usage, notices, commands and options are the state of the thread', () => {
  const usage = { sessionUpdate: 'usage_update', used: 1, size: 10 };
  const info = { sessionUpdate: 'session_info_update', title: 'T' };
  const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Careful' };
  const state = novemberState([usage, info, notice]);
  expect(toThreadState(state)).toEqual({
    title: 'T',
    usage: { used: 1, size: 10, cost: undefined, _meta: undefined },
    notices: [{ number: 0, place: 0, notice }],
    availableCommands: [],
    configOptions: [],
    elicitations: [],
  });
  const follow = createThreadState();
  expect(follow(stateAfter(usage))).not.toBe(follow(stateAfter()));
  expect(follow(stateAfter({ sessionUpdate: '_own' }))).toBe(follow(stateAfter()));
});
