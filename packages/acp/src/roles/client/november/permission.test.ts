import { expect, test } from 'vitest';
import { opened } from '../../test-support/november-session.ts';
import { plainAgent } from '../../test-support/v1-agent.ts';
import { connect } from '../connect.ts';
import type { PermissionRequest } from '../permission-request.ts';

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const base = { sessionId: 's', title: 'May I?', options };
const made = { toolCallId: 'emend-permission-1', title: 'May I?', kind: 'other', status: 'pending' };

test.each<[string, object, object]>([
  [
    'a tool call',
    { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Write' } },
    { toolCallId: 't', title: 'Write' },
  ],
  [
    'a command of a tool call',
    { type: 'command', command: 'ls', cwd: '/w', toolCallId: 't' },
    { toolCallId: 't', title: 'ls', kind: 'execute', status: 'pending', rawInput: { command: 'ls', cwd: '/w' } },
  ],
  [
    'a command',
    { type: 'command', command: 'ls', cwd: '/w', terminalId: 'x' },
    { ...made, title: 'ls', kind: 'execute', rawInput: { command: 'ls', cwd: '/w' } },
  ],
  ['something of a later draft', { type: 'network', host: 'h' }, made],
])(
  '[RO57] a permission request about %s has its title, description and subject, and a tool call to show',
  async (_, subject, toolCall) => {
    const asked: PermissionRequest[] = [];
    const listed: unknown[] = [];
    await using agent = await opened(
      {},
      {
        requestPermission(request, { session }) {
          asked.push(request);
          listed.push(session.state.permissions[0]);
          return 'yes';
        },
      },
    );
    agent.voice.ask(0, 'session/request_permission', { ...base, description: 'Once only.', subject });
    await expect.poll(() => asked.length).toBe(1);
    expect(asked).toEqual([{ ...base, description: 'Once only.', subject, toolCall }]);
    const isOurs = toolCall === made || 'terminalId' in subject;
    expect(listed).toEqual([
      {
        requestId: 0,
        options,
        title: 'May I?',
        description: 'Once only.',
        // The tool call itself is in the state.
        subject: 'toolCall' in subject ? { ...subject, toolCall: { toolCallId: 't' } } : subject,
        ...(isOurs ? {} : { toolCallId: 't' }),
      },
    ]);
    // Only a tool call that the agent told is in the state.
    expect(agent.session.state.toolCalls.length).toBe('toolCall' in subject ? 1 : 0);
    await expect.poll(() => agent.received.at(-1)).toMatchObject({ id: 0, result: { outcome: { optionId: 'yes' } } });
  },
);

test('[N65] the tool call of a permission request patches the stored one before the question is shown', async () => {
  const shown: unknown[] = [];
  await using agent = await opened(
    {},
    {
      requestPermission({ toolCall }, { session }) {
        const stored = session.state.toolCalls.get(toolCall.toolCallId);
        shown.push([stored?.title, stored?.kind]);
        return 'yes';
      },
    },
  );
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', title: 'Read', kind: 'read' });
  const subject = { type: 'tool_call', toolCall: { toolCallId: 't', title: 'Write' } };
  agent.voice.ask(0, 'session/request_permission', { ...base, subject });
  agent.voice.ask(1, 'session/request_permission', {
    ...base,
    subject: { ...subject, toolCall: { toolCallId: 'new' } },
  });
  await expect
    .poll(() => shown)
    .toEqual([
      ['Write', 'read'],
      [undefined, undefined],
    ]);
  expect([agent.session.state.toolCalls.length, agent.session.state.diagnostics.length]).toEqual([2, 0]);
});

test('a permission request without a subject is asked', async () => {
  const asked: unknown[] = [];
  await using agent = await opened(
    {},
    {
      requestPermission(request) {
        asked.push(request);
        return { outcome: 'cancelled' };
      },
    },
  );
  agent.voice.ask(0, 'session/request_permission', base);
  await expect.poll(() => asked).toEqual([{ ...base, toolCall: made }]);
});

test.each([
  ['no title', { title: undefined }],
  ['no options', { options: [] }],
  ['a malformed subject', { subject: { type: 'tool_call', toolCall: {} } }],
])('a permission request with %s is refused', async (_, changed) => {
  await using agent = await opened({}, { requestPermission: () => 'yes' });
  agent.voice.ask(0, 'session/request_permission', { ...base, ...changed });
  await expect.poll(() => agent.received.at(-1)).toMatchObject({ id: 0, error: { code: -32602 } });
  expect(agent.session.state.permissions).toEqual([]);
});

test.each([
  [{ toolCallId: 't', title: 'Write' }, 'Write'],
  [{ toolCallId: 'known' }, 'Known'],
  [{ toolCallId: 'known', title: null }, 'Read'],
  [{ toolCallId: 't', kind: 'edit' }, 'Edit'],
  [{ toolCallId: 't', kind: '_mine' }, 'Tool call'],
])('[RO57] the title of a permission request of a June agent about %j is %s', async (toolCall, title) => {
  const agent = plainAgent({ protocolVersion: 2, capabilities: { session: {} } }, {});
  const titles: string[] = [];
  await using client = await connect(agent.transport, {
    requestPermission(request) {
      titles.push(request.title);
      return 'yes';
    },
  });
  await client.newSession({ cwd: '/' });
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 'known', title: 'Known', kind: 'read' });
  agent.voice.ask(0, 'session/request_permission', { sessionId: 's', toolCall, options });
  await expect.poll(() => titles).toEqual([title]);
});
