import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { missing, zSessionUpdate } from '../../protocol/test-support/official-library.ts';
import { ownSchema } from '../../protocol/test-support/official-schemas.ts';
import { SchemaValues } from '../../protocol/test-support/schema-values.ts';
import * as june from './june.ts';
import { wayToNovember } from './test-support/crossings.ts';

const text = { type: 'text', text: 'a' };
const message = (content: object) => ({ sessionUpdate: 'agent_message_chunk', messageId: 'm', content });
const call = (fields: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });

/** Updates of a June agent with everything that a November client would not take as it is. */
const updates: readonly object[] = [
  message({ type: 'resource_link', name: 'n', uri: '/w/a b.txt', size: -1, annotations: { priority: 2 } }),
  message({ type: 'resource_link', name: 'n', uri: 'README.md' }),
  message({ type: 'resource', resource: { uri: '', text: 't' } }),
  message({ type: 'image', data: 'AA==', mimeType: 'image/png', uri: 'x.png' }),
  call({
    title: 'T',
    locations: [{ path: '/a', line: 0 }],
    content: [
      { type: 'content', content: text },
      { type: 'diff', path: '/a', oldText: 'a\n', newText: 'b' },
      { type: 'diff', path: '/b', newText: '\0' },
      { type: 'terminal', terminalId: 'x' },
    ],
    _meta: { a: null, b: 1 },
  }),
  { sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: { type: 'diff', path: '/a', newText: 'b' } },
  { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [] } },
  {
    sessionUpdate: 'config_option_update',
    configOptions: [{ id: 'm', name: 'M', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] }],
  },
  {
    sessionUpdate: 'available_commands_update',
    availableCommands: [
      { name: 'a', description: 'd', input: { hint: 'h' } },
      { name: 'b', description: 'd', input: { type: 'text' } },
    ],
  },
  { sessionUpdate: 'session_info_update', title: 'T', updatedAt: 'now', _meta: { a: 1 } },
  { sessionUpdate: 'usage_update', used: 1, size: 2, cost: null },
];

function check(sent: readonly object[]): void {
  for (const each of sent) {
    const { success, data } = zSessionUpdate.safeParse(each);
    expect([each, success, missing(each, data)]).toEqual([each, true, []]);
  }
}

test.each(updates)('[N118] the official library reads all of what becomes of %j', (update) => {
  const way = wayToNovember();
  expect(way.update(update)).toHaveLength(1);
  check(way.sent);
});

test('[N118] the official library reads all that is sent, whatever a June agent says', () => {
  const stream = fc.array(new SchemaValues(ownSchema('june')).named('SessionUpdate'), { maxLength: 6 });
  fc.assert(
    fc.property(stream, (all) => {
      const way = wayToNovember();
      for (const each of all) if (june.ReceivedSessionUpdate.is(each)) way.update(each);
      check(way.sent);
    }),
    { numRuns: counts({ short: 100, long: 1500 }) },
  );
});
