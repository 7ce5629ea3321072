import { describe, expect, test } from 'vitest';
import { type Decoded, formatIssue } from '../reading/issue.ts';
import {
  CreateElicitationRequest,
  IdleStateUpdate,
  isKnownIdleStateUpdate,
  isKnownStateUpdate,
  NewSessionRequest,
  NewSessionResponse,
  Notice,
  PromptRequest,
  RequestId,
  type SessionUpdate,
  SetSessionConfigOptionRequest,
  StateUpdate,
  ToolCallUpdate,
  UpdateSessionNotification,
} from './index.ts';

function issuesOf(decoded: Decoded<unknown>): readonly string[] {
  return decoded.ok ? [] : decoded.issues.map(formatIssue);
}

function repairsOf(decoded: Decoded<unknown>): readonly string[] {
  return decoded.ok ? decoded.repairs.map((repair) => `${repair.repair} ${formatIssue(repair)}`) : issuesOf(decoded);
}

const update = (value: object) => ({ sessionId: 's', update: value });

describe('a union inside a union', () => {
  test('is read by both tags', () => {
    const value = update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn', background: [] });
    expect(UpdateSessionNotification.decode(value)).toEqual({ ok: true, value, repairs: [] });
    expect(issuesOf(UpdateSessionNotification.decode(update({ sessionUpdate: 'state_update' })))).toEqual([
      'update.state: expected string, found nothing',
    ]);
    const unknown = update({ sessionUpdate: 'state_update', state: '_resting' });
    expect(UpdateSessionNotification.is(unknown)).toBe(true);
  });

  test('with a known tag and a wrong body is an error', () => {
    const value = update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error: { code: 1 } });
    expect(issuesOf(UpdateSessionNotification.decode(value))).toEqual([
      'update.error.message: expected string, found nothing',
    ]);
  });

  test('is narrowed by its guards', () => {
    const read: SessionUpdate = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' };
    expect(isKnownStateUpdate(read as StateUpdate)).toBe(true);
    expect(isKnownStateUpdate({ state: '_resting' })).toBe(false);
    expect([{}, { stopReason: null }, { stopReason: 'refusal' } as const].every(isKnownIdleStateUpdate)).toBe(true);
    expect(isKnownIdleStateUpdate({ stopReason: '_bored' })).toBe(false);
  });
});

test('a tag that may be omitted may also be null, and nothing else', () => {
  expect([{}, { stopReason: null }, { stopReason: '_bored' }].map(IdleStateUpdate.is)).toEqual([true, true, true]);
  expect(issuesOf(IdleStateUpdate.decode({ stopReason: 1 }))).toEqual([
    'stopReason: expected string or null, found number 1',
  ]);
  expect(repairsOf(IdleStateUpdate.decode({ stopReason: 1 }, 'lenient'))).toEqual([
    'absent stopReason: expected string or null, found number 1',
  ]);
});

describe('a request that belongs to a session or to a request', () => {
  const form = { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
  const either = 'expected object with either "sessionId" or "requestId", found object';

  test('names exactly one of them', () => {
    expect(CreateElicitationRequest.is({ ...form, sessionId: 's' })).toBe(true);
    expect(CreateElicitationRequest.is({ ...form, requestId: 3 })).toBe(true);
    expect(issuesOf(CreateElicitationRequest.decode({ ...form, sessionId: 's', requestId: 3 }))).toEqual([either]);
    expect(issuesOf(CreateElicitationRequest.decode(form))).toEqual([either]);
    expect(issuesOf(CreateElicitationRequest.decode({ ...form, requestId: null }))).toEqual([
      'requestId: expected string or integer, found null',
    ]);
    expect(issuesOf(CreateElicitationRequest.decode({ mode: '_voice', message: 'Name?' }))).toEqual([either]);
  });

  test('has its questions checked one by one', () => {
    const properties = { age: { type: 'integer', minimum: 'x' }, tone: { type: '_color' } };
    const value = { ...form, sessionId: 's', requestedSchema: { type: 'object', properties } };
    expect(issuesOf(CreateElicitationRequest.decode(value))).toEqual([
      'requestedSchema.properties.age.minimum: expected integer or null, found string "x"',
    ]);
  });
});

test('a value of any kind must still be there where it is required', () => {
  const request = { sessionId: 's', configId: 'c', type: '_color' };
  expect(SetSessionConfigOptionRequest.is({ ...request, value: null })).toBe(true);
  expect(issuesOf(SetSessionConfigOptionRequest.decode(request))).toEqual(['value: expected any value, found nothing']);
});

test('lists, texts and numbers have the limits of the schema', () => {
  expect(issuesOf(PromptRequest.decode({ sessionId: 's', prompt: [] }))).toEqual([
    'prompt: expected array with at least one item, found array',
  ]);
  expect(issuesOf(Notice.decode({ severity: 'info', title: '' }))).toEqual([
    'title: expected string that is not empty, found string ""',
  ]);
  expect(issuesOf(ToolCallUpdate.decode({ toolCallId: 't', locations: [{ path: '/a', line: 0 }] }))).toEqual([
    'locations[0].line: expected integer of at least 1 or null, found number 0',
  ]);
  expect([1, 'a', null].map(RequestId.is)).toEqual([true, true, false]);
});

describe('a lenient reading', () => {
  test('skips options that are malformed or have nothing to choose', () => {
    const select = { configId: 'c', name: 'C', type: 'select', currentValue: 'a' };
    const good = { ...select, options: [{ value: 'a', name: 'A' }] };
    const value = { sessionId: 's', configOptions: [good, { ...select, options: [] }] };
    expect(NewSessionResponse.decode(value, 'lenient')).toEqual({
      ok: true,
      value: { sessionId: 's', configOptions: [good] },
      repairs: [
        {
          path: ['configOptions', 1, 'options'],
          expected: 'array with at least one item',
          found: 'array',
          repair: 'skipped',
        },
      ],
    });
  });

  test('takes null as an empty list where the schema says so, and only null', () => {
    expect(repairsOf(NewSessionRequest.decode({ cwd: '/a', mcpServers: null }, 'lenient'))).toEqual([
      'absent mcpServers: expected array, found null',
    ]);
    expect(issuesOf(NewSessionRequest.decode({ cwd: '/a', mcpServers: 1 }, 'lenient'))).toEqual([
      'mcpServers: expected array, found number 1',
    ]);
  });

  test('takes a list of background work with a malformed item as not reported', () => {
    const value = { state: 'running', background: [{ type: 'terminal' }, { type: '_other' }] };
    expect(StateUpdate.decode(value, 'lenient')).toEqual({
      ok: true,
      value: { state: 'running' },
      repairs: [{ path: ['background', 0, 'terminalId'], expected: 'string', found: 'nothing', repair: 'absent' }],
    });
  });

  test('refuses what is no list where only items may be malformed', () => {
    const diff = { toolCallId: 't', content: [{ type: 'diff', changes: [{ operation: 'move', path: '/a' }] }] };
    expect(repairsOf(ToolCallUpdate.decode(diff, 'lenient'))).toEqual([
      'skipped content[0].changes[0].oldPath: expected string, found nothing',
    ]);
    const broken = { toolCallId: 't', content: [{ type: 'diff', changes: 1 }] };
    expect(repairsOf(ToolCallUpdate.decode(broken, 'lenient'))).toEqual([
      'skipped content[0].changes: expected array, found number 1',
    ]);
  });

  test('takes a malformed _meta as absent', () => {
    expect(repairsOf(Notice.decode({ severity: 'info', title: 'a', _meta: 1 }, 'lenient'))).toEqual([
      'absent _meta: expected object or null, found number 1',
    ]);
  });
});
