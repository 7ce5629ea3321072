import { expect, test } from 'vitest';
import { wayToJune, wayToNovember } from './test-support/crossings.ts';

const link = { type: 'resource_link', name: 'n', uri: 'file:///a' };
const icons = [{ src: 'https://h/i.png' }];

/** Updates in June and in November that say the same, both ways. */
const pairs: readonly (readonly [string, object, object])[] = [
  [
    'a plan',
    { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'main', entries: [] } },
    { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'main', entries: [] } },
  ],
  [
    'a plan in an unknown form, with a key of the other name',
    { sessionUpdate: 'plan_update', plan: { type: '_tree', id: 'p', planId: 7 } },
    { sessionUpdate: 'plan_update', plan: { type: '_tree', planId: 'p', id: 7 } },
  ],
  [
    'a step that was cancelled',
    {
      sessionUpdate: 'plan_update',
      plan: { type: 'items', id: 'm', entries: [{ content: 'a', priority: 'low', status: 'cancelled' }] },
    },
    {
      sessionUpdate: 'plan_update',
      plan: { type: 'items', planId: 'm', entries: [{ content: 'a', priority: 'low', status: 'cancelled' }] },
    },
  ],
  [
    'a choice in groups',
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        {
          id: 'm',
          name: 'M',
          type: 'select',
          currentValue: 'a',
          options: [{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
        },
      ],
    },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        {
          configId: 'm',
          name: 'M',
          type: 'select',
          currentValue: 'a',
          options: [{ groupId: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }],
        },
      ],
    },
  ],
  [
    'an option of an unknown type',
    { sessionUpdate: 'config_option_update', configOptions: [{ id: 'o', name: 'O', type: '_slider', at: 3 }] },
    { sessionUpdate: 'config_option_update', configOptions: [{ configId: 'o', name: 'O', type: '_slider', at: 3 }] },
  ],
  [
    'commands',
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'plan', description: 'd', input: { hint: 'h' } },
        { name: 'go', description: 'd' },
        { name: 'ask', description: 'd', input: { type: '_form', fields: 2 } },
      ],
    },
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { type: 'command', name: 'plan', description: 'd', input: { type: 'text', hint: 'h' } },
        { type: 'command', name: 'go', description: 'd' },
        { type: 'command', name: 'ask', description: 'd', input: { type: '_form', fields: 2 } },
      ],
    },
  ],
  [
    'a tool call with a status that June does not know',
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'cancelled' },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'cancelled' },
  ],
  [
    'a title that is taken back',
    { sessionUpdate: 'session_info_update', title: null, updatedAt: '2026-11-02T10:00:00Z' },
    { sessionUpdate: 'session_info_update', title: null, updatedAt: '2026-11-02T10:00:00Z' },
  ],
  [
    'a usage with a cost',
    { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'USD' } },
    { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 1, currency: 'USD' } },
  ],
  [
    'a clear, which is a proposal',
    { sessionUpdate: 'agent_message_clear', messageId: 'm' },
    { sessionUpdate: 'agent_message_clear', messageId: 'm' },
  ],
  ['an update that nobody knows', { sessionUpdate: '_mine', a: [1] }, { sessionUpdate: '_mine', a: [1] }],
];

test.each(pairs)('[BR170] [N99] %s crosses both ways, without a note', (_, inJune, inNovember) => {
  const [back, forth] = [wayToJune(), wayToNovember()];
  expect(back.update(inNovember)).toEqual([inJune]);
  expect(forth.update(inJune)).toEqual([inNovember]);
  expect([...back.notes, ...forth.notes]).toEqual([]);
});

/** Updates in June and in November that say the same, where the way to June needs another form. */
const repaired: readonly (readonly [string, string, object, object])[] = [
  [
    'a switch',
    'config-boolean',
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        {
          id: 'fast',
          name: 'Fast mode',
          category: 'model_config',
          type: 'select',
          currentValue: 'off',
          options: [
            { value: 'on', name: 'On' },
            { value: 'off', name: 'Off' },
          ],
          _meta: { 'emend/raw': { type: 'boolean' } },
        },
      ],
    },
    {
      sessionUpdate: 'config_option_update',
      configOptions: [
        { configId: 'fast', name: 'Fast mode', category: 'model_config', type: 'boolean', currentValue: false },
      ],
    },
  ],
  [
    'a plan in a file',
    'plan-content',
    {
      sessionUpdate: 'plan_update',
      plan: { type: '_emend/plan', id: 'p', _meta: { 'emend/raw': { type: 'file', planId: 'p', uri: 'file:///p' } } },
    },
    { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'p', uri: 'file:///p' } },
  ],
  [
    'a command of another kind',
    'command-kind',
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        {
          name: 'x',
          description: 'd',
          _meta: { a: 1, 'emend/raw': { type: '_skill', name: 'x', description: 'd', path: '/x', _meta: { a: 1 } } },
        },
      ],
    },
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ type: '_skill', name: 'x', description: 'd', path: '/x', _meta: { a: 1 } }],
    },
  ],
  [
    'the name of a tool',
    'tool-name',
    { sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: { 'emend/name': 'Bash' } },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', name: 'Bash' },
  ],
  [
    'the icons of a link',
    'icons',
    {
      sessionUpdate: 'agent_message_chunk',
      messageId: 'm',
      content: { ...link, _meta: { 'emend/icons': icons } },
    },
    { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { ...link, icons } },
  ],
];

test.each(repaired)(
  '[BR170] [N99] %s has another form in June, and is restored (%s)',
  (_, rule, inJune, inNovember) => {
    const [back, forth] = [wayToJune(), wayToNovember()];
    expect(back.update(inNovember)).toEqual([inJune]);
    expect(back.kinds()).toEqual([`repair ${rule}`]);
    expect(forth.update(inJune)).toEqual([inNovember]);
    expect(forth.notes).toEqual([]);
  },
);

test('[BR171] [N95] the first kind of message keeps an id, every other gets an alias for good', () => {
  const { update, notes, crossing } = wayToJune();
  const content = { type: 'text', text: 'a' };
  const chunk = (kind: string, messageId: string) => ({ sessionUpdate: `agent_${kind}_chunk`, messageId, content });
  const ids = (...updates: object[]) =>
    updates.flatMap((one) => update(one).map((sent) => (sent as { messageId: string }).messageId));
  expect(ids(chunk('thought', 'm1'), chunk('message', 'm1'), chunk('thought', 'm1'), chunk('message', 'm1'))).toEqual([
    'm1',
    'm1~agent',
    'm1',
    'm1~agent',
  ]);
  expect(ids({ sessionUpdate: 'user_message', messageId: 'm1', content: [] })).toEqual(['m1~user']);
  expect(update({ sessionUpdate: 'agent_message_clear', messageId: 'm1' })).toEqual([
    { sessionUpdate: 'agent_message_clear', messageId: 'm1~agent' },
  ]);
  // An id that looks like an alias is another message.
  expect(ids(chunk('message', 'm1~agent'), chunk('thought', 'm1~agent'), chunk('message', 'm1~agent'))).toEqual([
    'm1~agent~agent',
    'm1~agent~thought',
    'm1~agent~agent',
  ]);
  // An alias is none of the ids that the agent has used.
  expect(ids(chunk('message', 'm2~agent'), chunk('thought', 'm2'), chunk('message', 'm2'))).toEqual([
    'm2~agent',
    'm2',
    'm2~agent~agent',
  ]);
  expect(notes[0]).toEqual({
    kind: 'repair',
    rule: 'shared-message-id',
    messageId: 'm1',
    path: 'messageId',
    lost: 'm1',
    done: 'sent as m1~agent',
  });
  expect(notes.map(({ rule }) => rule)).toEqual(Array(5).fill('shared-message-id'));
  expect(crossing.session.values.messageIds.known('agent', 'm1')).toBe('m1~agent');
});

test('[BR172] [N100] usage has its last cost in June; a cost that is taken back is gone', () => {
  const { update } = wayToJune();
  const usage = (fields: object) => ({ sessionUpdate: 'usage_update', size: 1_000_000, ...fields });
  const cost = { amount: 0.0048, currency: 'USD' };
  const stream = [{ used: 101 }, { used: 120, cost }, { used: 101 }, { used: 1, cost: null }, { used: 2 }];
  expect(stream.flatMap((fields) => update(usage(fields)))).toEqual(
    [{ used: 101 }, { used: 120, cost }, { used: 101, cost }, { used: 1 }, { used: 2 }].map(usage),
  );
});

test('[BR172] usage without a cost takes back the one that a November client knows', () => {
  const { update } = wayToNovember();
  const usage = (fields: object) => ({ sessionUpdate: 'usage_update', size: 9, ...fields });
  const cost = { amount: 1, currency: 'EUR' };
  const stream = [{ used: 1 }, { used: 2, cost: null }, { used: 3, cost }, { used: 4 }, { used: 5 }, { used: 6, cost }];
  expect(stream.flatMap((fields) => update(usage(fields)))).toEqual(
    [{ used: 1 }, { used: 2 }, { used: 3, cost }, { used: 4, cost: null }, { used: 5 }, { used: 6, cost }].map(usage),
  );
});

test.each([
  ['2026-11-02T10:00:00Z', true],
  ['2026-11-02t10:00:60.123+01:00', true],
  ['2024-02-29T00:00:00Z', true],
  ['2026-02-30T00:00:00Z', false],
  ['2026-11-02T25:00:00Z', false],
  ['2026-11-02 10:00:00Z', false],
  ['2026-11-02', false],
  ['yesterday', false],
])('[BR176] [N118] %s is a date for November: %s', (updatedAt, isTaken) => {
  const { update, kinds } = wayToNovember();
  const info = { sessionUpdate: 'session_info_update', title: 'T' };
  expect(update({ ...info, updatedAt })).toEqual([isTaken ? { ...info, updatedAt } : info]);
  expect(kinds()).toEqual(isTaken ? [] : ['loss date-time']);
});

const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Low disk', description: 'Only 1 MB.' };

test.each([
  ['raw', [notice], 'repair notice'],
  [
    'message',
    [
      {
        sessionUpdate: 'agent_message',
        messageId: 'emend-notice-1',
        content: [{ type: 'text', text: 'Warning: Low disk\n\nOnly 1 MB.' }],
      },
    ],
    'repair notice',
  ],
  ['drop', [], 'loss notice'],
] as const)('[BR173] a notice by the rule %s', (rule, expected, kind) => {
  const { update, kinds } = wayToJune(rule);
  expect(update(notice)).toEqual(expected);
  expect(kinds()).toEqual([kind]);
});

test('[BR173] [N102] a compaction crosses as it is; a state never does', () => {
  const { update, rules } = wayToJune();
  const first = { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' };
  const chunk = { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: { type: 'text', text: 's' } };
  expect([first, chunk].flatMap(update)).toEqual([first, chunk]);
  expect(update({ sessionUpdate: 'state_update', state: 'running' })).toEqual([]);
  expect(rules()).toEqual(['compaction']);
});

test('[BR174] what November has and June does not passes from an agent that writes both, if it is well formed', () => {
  const { update, notes } = wayToNovember();
  const terminal = { sessionUpdate: 'terminal_update', terminalId: 'x', command: 'ls' };
  const all = [
    terminal,
    { sessionUpdate: 'terminal_output_chunk', terminalId: 'x', data: 'aGk=' },
    notice,
    { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed', summary: [] },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', name: 'Bash', capabilities: { cancel: {} } },
    { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: { type: 'terminal', terminalId: 'x' } },
  ];
  expect(all.flatMap(update)).toEqual(all);
  expect(notes).toEqual([]);
  expect(update({ sessionUpdate: 'terminal_output_chunk', terminalId: 'x' })).toEqual([]);
  expect(update({ ...terminal, cwd: 7 })).toEqual([terminal]);
  expect(update({ sessionUpdate: 'tool_call_update', toolCallId: 't', capabilities: 'all' })).toEqual([
    { sessionUpdate: 'tool_call_update', toolCallId: 't' },
  ]);
  expect(notes).toEqual([
    { kind: 'loss', rule: 'malformed', path: 'update', lost: 'terminal_output_chunk', done: 'not sent' },
    { kind: 'loss', rule: 'malformed', path: 'cwd', lost: 'number 7', done: 'read as absent' },
    { kind: 'loss', rule: 'malformed', path: 'capabilities', lost: 'string "all"', done: 'read as absent' },
  ]);
});

test('[BR14] what needs no change is the very object, both ways', () => {
  const content = { type: 'text', text: 'a' };
  for (const { update } of [wayToJune(), wayToNovember()]) {
    for (const same of [
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content, _meta: { a: 1 } },
      { sessionUpdate: 'agent_message', messageId: 'm', content: [content], _meta: { a: 1 } },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        title: 'T',
        content: [{ type: 'content', content }],
        _meta: { a: 1 },
      },
      { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: { type: 'content', content } },
      { sessionUpdate: 'session_info_update', title: 'T', _meta: { a: 1 } },
      { sessionUpdate: 'usage_update', used: 1, size: 1 },
    ]) {
      expect(update(same)[0]).toBe(same);
    }
  }
});

test('[BR175] a malformed proposal is not sent to June', () => {
  const { update, kinds } = wayToJune();
  expect(update({ sessionUpdate: 'agent_message_clear', messageId: 7 })).toEqual([]);
  expect(kinds()).toEqual(['loss malformed']);
});
