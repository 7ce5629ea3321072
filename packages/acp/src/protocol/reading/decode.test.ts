import { describe, expect, test } from 'vitest';
import {
  AvailableCommand,
  ContentBlock,
  EmbeddedResource,
  InitializeRequest,
  isKnownContentBlock,
  PlanUpdate,
  ReceivedSessionNotification,
  RequestPermissionResponse,
  SessionConfigOption,
  SessionNotification,
  ToolCallUpdate,
} from '../june/index.ts';
import { McpServer as McpServerV1, SessionNotification as SessionNotificationV1 } from '../v1/index.ts';
import { formatIssue } from './issue.ts';

function reasons(
  decoded: { ok: true } | { ok: false; issues: readonly Parameters<typeof formatIssue>[0][] },
): string[] {
  return decoded.ok ? [] : decoded.issues.map(formatIssue);
}

describe('an accepted value', () => {
  test('is the received object, with unknown keys, unknown tags and _meta', () => {
    const value = {
      sessionId: 's',
      update: { sessionUpdate: '_custom', deep: { a: [1] }, _meta: { x: 1 } },
      extra: true,
      _meta: null,
    };
    const decoded = SessionNotification.decode(value);
    expect(decoded).toEqual({ ok: true, value, repairs: [] });
    expect(decoded.ok && decoded.value).toBe(value);
  });

  test('keeps omitted, null and value apart', () => {
    for (const patch of [{}, { title: null }, { title: 'x' }]) {
      const value = { toolCallId: 'c', ...patch };
      expect(ToolCallUpdate.decode(value)).toEqual({ ok: true, value, repairs: [] });
    }
    // @ts-expect-error undefined is not a way to omit
    const wrong: ToolCallUpdate = { toolCallId: 'c', title: undefined };
    expect(wrong.title).toBeUndefined();
  });

  test('narrows by its guard', () => {
    const blocks: ContentBlock[] = [
      { type: 'text', text: 'a' },
      { type: '_video', seconds: 3 },
    ];
    const texts = blocks.map((block) =>
      isKnownContentBlock(block) && block.type === 'text' ? block.text : block.type,
    );
    expect(texts).toEqual(['a', '_video']);
  });
});

describe('an issue names the exact place', () => {
  const place = (update: unknown): string[] => reasons(SessionNotification.decode({ sessionId: 's', update }));

  test('deep in a union of unions', () => {
    const content = [{ type: 'diff', path: '/a', newText: 42 }];
    expect(place({ sessionUpdate: 'tool_call_update', toolCallId: 'c', content })).toEqual([
      'update.content[0].newText: expected string, found number 42',
    ]);
  });

  test('all issues of a value, in order', () => {
    expect(
      reasons(
        SessionNotification.decode({ sessionId: 1, update: { sessionUpdate: 'usage_update', used: -1, size: 1.5 } }),
      ),
    ).toEqual([
      'sessionId: expected string, found number 1',
      'update.used: expected integer of at least 0, found number -1',
      'update.size: expected integer of at least 0, found number 1.5',
    ]);
  });

  test('a missing field, a wrong kind, a long string, a null', () => {
    expect(place({ sessionUpdate: 'agent_message_chunk', content: { type: 'text' } })).toEqual([
      'update.content.text: expected string, found nothing',
      'update.messageId: expected string, found nothing',
    ]);
    expect(place([])).toEqual(['update: expected object, found array']);
    expect(place({ sessionUpdate: 'agent_message', messageId: 'm', content: 'x'.repeat(99) })).toEqual([
      `update.content: expected array or null, found string "${'x'.repeat(40)}…"`,
    ]);
    expect(place({ sessionUpdate: 'plan_update', plan: null })).toEqual(['update.plan: expected object, found null']);
    expect(reasons(SessionNotification.decode(undefined))).toEqual(['expected object, found nothing']);
  });

  test('a tag that is missing, not a string, or unknown to a closed union', () => {
    expect(place({})).toEqual(['update.sessionUpdate: expected string, found nothing']);
    expect(place({ sessionUpdate: 5 })).toEqual(['update.sessionUpdate: expected string, found number 5']);
    expect(reasons(RequestPermissionResponse.decode({ outcome: { outcome: '_maybe' } }))).toEqual([
      'outcome.outcome: expected one of "cancelled", "selected", found string "_maybe"',
    ]);
    expect(
      reasons(SessionNotificationV1.decode({ sessionId: 's', update: { sessionUpdate: 'plan', entries: 1 } })),
    ).toEqual(['update.entries: expected array, found number 1']);
  });

  test('keys that need quotes', () => {
    expect(formatIssue({ path: ['a b', 0, 'c'], expected: 'x', found: 'y' })).toBe('["a b"][0].c: expected x, found y');
  });

  test('at most a hundred, and how many more', () => {
    const content = Array.from({ length: 250 }, () => 1);
    const issues = place({ sessionUpdate: 'agent_message', messageId: 'm', content });
    expect(issues).toHaveLength(101);
    expect(issues[0]).toBe('update.content[0]: expected object, found number 1');
    expect(issues[100]).toBe('expected at most 100 malformed parts, found 150 more');
  });
});

describe('unions', () => {
  test('a known tag with a wrong body is an error, never unknown', () => {
    expect(reasons(ContentBlock.decode({ type: 'image', data: 'x' }))).toEqual([
      'mimeType: expected string, found nothing',
    ]);
    expect(ContentBlock.decode({ type: 'hologram', data: 1 }).ok).toBe(true);
  });

  test('[T2] plan content file and markdown are refused in v2, others are kept', () => {
    expect(reasons(PlanUpdate.decode({ plan: { type: 'file', id: 'p' } }))).toEqual([
      'plan.type: expected a type other than "file", "markdown", found string "file"',
    ]);
    expect(reasons(PlanUpdate.decode({ plan: { type: 'markdown', id: 'p' } }))).toHaveLength(1);
    expect(PlanUpdate.decode({ plan: { type: '_tree', id: 'p' } }).ok).toBe(true);
    expect(reasons(PlanUpdate.decode({ plan: { type: '_tree' } }))).toEqual([
      'plan.id: expected string, found nothing',
    ]);
  });

  test('[T6] a command input with a type is one yet to come; without, it needs a hint', () => {
    const command = (input: unknown): string[] =>
      reasons(AvailableCommand.decode({ name: 'a', description: 'b', input }));
    expect(command({ hint: 'x' })).toEqual([]);
    expect(command({ type: 'text', hint: 1 })).toEqual([]);
    expect(command({})).toEqual(['input.hint: expected string, found nothing']);
    expect(command({ type: 1, hint: 'x' })).toEqual(['input.type: expected string, found number 1']);
  });

  test('[T10] an unknown permission outcome is refused', () => {
    expect(RequestPermissionResponse.decode({ outcome: { outcome: '_x' } }).ok).toBe(false);
    expect(RequestPermissionResponse.decode({ outcome: { outcome: 'cancelled' } }).ok).toBe(true);
  });

  test('text or blob, and both wrong', () => {
    const resource = (resource: unknown): string[] => reasons(EmbeddedResource.decode({ resource }));
    expect(resource({ uri: 'u', text: 't' })).toEqual([]);
    expect(resource({ uri: 'u', text: 1, blob: 'b' })).toEqual([]);
    expect(resource({ uri: 'u' })).toEqual(['resource: expected object with "text" or "blob", found object']);
    expect(resource({ uri: 'u', blob: 1 })).toEqual(['resource.blob: expected string, found number 1']);
  });

  test('select options, plain or grouped', () => {
    const option = (options: unknown): string[] =>
      reasons(SessionConfigOption.decode({ type: 'select', id: 'i', name: 'n', currentValue: 'a', options }));
    expect(option([])).toEqual([]);
    expect(option([{ value: 'a', name: 'A' }])).toEqual([]);
    expect(option([{ group: 'g', name: 'G', options: [{ value: 'a', name: 'A' }] }])).toEqual([]);
    expect(
      option([
        { value: 'a', name: 'A' },
        { group: 'g', name: 'G', options: [] },
      ]),
    ).toEqual(['options[1].value: expected string, found nothing']);
    expect(option([{ group: 'g', name: 'G', options: [{ value: 1, name: 'A' }] }])).toEqual([
      'options[0].options[0].value: expected string, found number 1',
    ]);
  });

  test('v1: a server tagged http with a valid stdio body is valid', () => {
    expect(McpServerV1.decode({ type: 'http', name: 'n', command: 'c', args: [], env: [] }).ok).toBe(true);
    expect(reasons(McpServerV1.decode({ type: 'http', name: 'n', url: 'u' }))).toEqual([
      'headers: expected array, found nothing',
    ]);
    expect(reasons(McpServerV1.decode({ name: 'n', command: 'c', args: [1], env: [] }))).toEqual([
      'args[0]: expected string, found number 1',
    ]);
  });

  test('the proposed clears: understood on receipt, unknown to the drafts', () => {
    const clear = (messageId?: unknown): unknown => ({
      sessionId: 's',
      update: { sessionUpdate: 'agent_message_clear', ...(messageId === undefined ? {} : { messageId }) },
    });
    expect(ReceivedSessionNotification.decode(clear()).ok).toBe(true);
    expect(ReceivedSessionNotification.decode(clear(null)).ok).toBe(true);
    expect(reasons(ReceivedSessionNotification.decode(clear(7)))).toEqual([
      'update.messageId: expected string or null, found number 7',
    ]);
    expect(SessionNotification.decode(clear(7)).ok).toBe(true);
    expect(SessionNotificationV1.decode(clear()).ok).toBe(false);
  });
});

test('a protocol version has a range', () => {
  expect(reasons(InitializeRequest.decode({ protocolVersion: 65536 }))).toEqual([
    'protocolVersion: expected integer from 0 to 65535, found number 65536',
  ]);
});
