import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { AgentMessage, ListSessionsResponse, SessionNotification } from '../june/index.ts';
import { mutated, mutations } from '../test-support/mutation.ts';
import { ownSchema } from '../test-support/official-schemas.ts';
import { generatedDialects, readersOf } from '../test-support/readers.ts';
import { SchemaValues } from '../test-support/schema-values.ts';
import { ToolCallUpdate as ToolCallUpdateV1 } from '../v1/index.ts';

describe('a lenient reading', () => {
  test('[T7] reads a malformed optional value as absent, and says so', () => {
    const value = { messageId: 'm', content: 'oops', _meta: { keep: 1 } };
    expect(AgentMessage.decode(value).ok).toBe(false);
    expect(AgentMessage.decode(value, 'lenient')).toEqual({
      ok: true,
      value: { messageId: 'm', _meta: { keep: 1 } },
      repairs: [{ path: ['content'], expected: 'array or null', found: 'string "oops"', repair: 'absent' }],
    });
    expect(value.content).toBe('oops');
  });

  test('skips malformed items of a list and keeps the good ones as they are', () => {
    const good = { type: 'text', text: 'a' };
    const value = { messageId: 'm', content: [good, { type: 'text' }, 7, { type: '_x' }] };
    const decoded = AgentMessage.decode(value, 'lenient');
    expect(decoded).toEqual({
      ok: true,
      value: { messageId: 'm', content: [good, { type: '_x' }] },
      repairs: [
        { path: ['content', 1, 'text'], expected: 'string', found: 'nothing', repair: 'skipped' },
        { path: ['content', 2], expected: 'object', found: 'number 7', repair: 'skipped' },
      ],
    });
    expect(decoded.ok && decoded.value.content?.[0]).toBe(good);
  });

  test('repairs at the innermost mark', () => {
    const block = { type: 'text', text: 'a', annotations: { audience: ['user', 5] } };
    expect(AgentMessage.decode({ messageId: 'm', content: [block] }, 'lenient')).toEqual({
      ok: true,
      value: { messageId: 'm', content: [{ type: 'text', text: 'a', annotations: { audience: ['user'] } }] },
      repairs: [
        {
          path: ['content', 0, 'annotations', 'audience', 1],
          expected: 'string',
          found: 'number 5',
          repair: 'skipped',
        },
      ],
    });
  });

  test('reads a malformed list that must be there as empty', () => {
    expect(ListSessionsResponse.decode({ sessions: 3 }, 'lenient')).toEqual({
      ok: true,
      value: { sessions: [] },
      repairs: [{ path: ['sessions'], expected: 'array', found: 'number 3', repair: 'empty' }],
    });
    expect(ListSessionsResponse.decode({}, 'lenient').ok).toBe(false);
  });

  test('follows the marks of each version', () => {
    expect(ToolCallUpdateV1.decode({ toolCallId: 'c', kind: 'dance' }).ok).toBe(false);
    expect(ToolCallUpdateV1.decode({ toolCallId: 'c', kind: 'dance' }, 'lenient')).toMatchObject({
      ok: true,
      value: { toolCallId: 'c' },
    });
  });

  test('refuses what has no mark', () => {
    const value = {
      sessionId: 's',
      update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 4, content: 9 },
    };
    expect(SessionNotification.decode(value, 'lenient')).toEqual({
      ok: false,
      issues: [{ path: ['update', 'status'], expected: 'string or null', found: 'number 4' }],
    });
  });

  test('property: the result is valid, the input untouched, and nothing changes in silence', () => {
    for (const dialect of generatedDialects) {
      const values = new SchemaValues(ownSchema(dialect));
      const readers = [...readersOf(dialect).values()].filter(
        (reader) => ownSchema(dialect).$defs[reader.name] !== undefined,
      );
      const cases = fc
        .constantFrom(...readers)
        .chain((reader) => fc.tuple(fc.constant(reader), values.named(reader.name), mutations));
      let repaired = 0;
      fc.assert(
        fc.property(cases, ([reader, valid, changes]) => {
          const value = mutated(valid, changes);
          const before = JSON.stringify(value);
          const strict = reader.decode(value);
          const lenient = reader.decode(value, 'lenient');
          expect(JSON.stringify(value)).toBe(before);
          if (strict.ok) expect(lenient).toEqual(strict);
          if (!lenient.ok) {
            expect(strict.ok).toBe(false);
            expect(lenient.issues.length).toBeGreaterThan(0);
            return;
          }
          expect(reader.is(lenient.value)).toBe(true);
          const isSame = JSON.stringify(lenient.value) === before;
          expect(lenient.repairs.length === 0).toBe(isSame);
          if (isSame) expect(lenient.value).toBe(value);
          else repaired++;
        }),
        { numRuns: counts({ short: 800, long: 10_000 }) },
      );
      expect(repaired).toBeGreaterThan(50);
    }
  });
});
