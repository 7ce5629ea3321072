import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { wayToJune, wayToNovember } from './test-support/crossings.ts';

type Meta = Record<string, unknown> | null | undefined;

/** The upserts whose `_meta` November merges and June replaces. */
const upserts: readonly object[] = [
  { sessionUpdate: 'user_message', messageId: 'm' },
  { sessionUpdate: 'agent_message', messageId: 'm' },
  { sessionUpdate: 'agent_thought', messageId: 'm' },
  { sessionUpdate: 'tool_call_update', toolCallId: 't' },
  { sessionUpdate: 'session_info_update' },
];

function metasOf(updates: readonly object[]): Meta[] {
  return updates.map((update) => (update as { _meta?: Meta })._meta);
}

function play(way: { update(update: object): object[] }, upsert: object, metas: readonly Meta[]): Meta[] {
  return metas.flatMap((_meta) => metasOf(way.update(_meta === undefined ? upsert : { ...upsert, _meta })));
}

test.each(upserts)('[BR177] [N100] _meta of %s arrives whole in June', (upsert) => {
  const told: Meta[] = [
    { a: 1, b: 2 },
    { b: null, c: 3 },
    {},
    undefined,
    { c: 3 },
    { a: { x: null } },
    null,
    null,
    { d: null },
  ];
  const expected: Meta[] = [
    { a: 1, b: 2 },
    { a: 1, c: 3 },
    undefined,
    undefined,
    undefined,
    { a: { x: null }, c: 3 },
    null,
    undefined,
    undefined,
  ];
  expect(play(wayToJune(), upsert, told)).toEqual(expected);
});

test.each(upserts)('[BR177] [N117] _meta of %s is a patch in November', (upsert) => {
  const told: Meta[] = [
    { a: 1, b: 2 },
    { a: 1, c: 3 },
    { a: 1, c: 3 },
    undefined,
    { a: { x: 1 }, c: 3 },
    {},
    null,
    { d: 1 },
    null,
  ];
  const expected: Meta[] = [
    { a: 1, b: 2 },
    { b: null, c: 3 },
    undefined,
    undefined,
    { a: { x: 1 } },
    null,
    undefined,
    { d: 1 },
    null,
  ];
  expect(play(wayToNovember(), upsert, told)).toEqual(expected);
});

test('[BR177] a key that is null cannot be said in November, and is a loss', () => {
  const way = wayToNovember();
  expect(
    play(way, upserts[1] as object, [
      { a: 1, b: 2 },
      { a: null, b: 2 },
      { a: null, b: 2 },
    ]),
  ).toEqual([{ a: 1, b: 2 }, { a: null }, undefined]);
  const loss = { kind: 'loss', rule: 'meta-null', messageId: 'm', path: '_meta', lost: ['a'], done: 'left out' };
  expect(way.notes).toEqual([loss, loss]);
});

test('[BR177] [N117] a replay tells all keys again, with null for those that are gone', () => {
  const way = wayToNovember();
  play(way, upserts[3] as object, [{ a: 1, b: 2, 'emend/name': 'Bash' }]);
  way.startReplay();
  expect(way.update({ ...upserts[3], _meta: { a: 1, c: 3, 'emend/name': 'Bash' } })).toEqual([
    { ...upserts[3], name: 'Bash', _meta: { a: 1, b: null, c: 3 } },
  ]);
});

test('[BR177] chunks keep their _meta to themselves', () => {
  const chunk = { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'a' } };
  for (const way of [wayToJune(), wayToNovember()]) {
    expect(play(way, chunk, [{ a: 1 }, { b: null }, null, undefined])).toEqual([
      { a: 1 },
      { b: null },
      null,
      undefined,
    ]);
    expect(play(way, upserts[1] as object, [{ c: 1 }])).toEqual([{ c: 1 }]);
  }
});

test('[BR177] the name of a tool is part of the _meta in June and no part of it in November', () => {
  const call = { sessionUpdate: 'tool_call_update', toolCallId: 't' };
  const back = wayToJune();
  const stream: readonly (readonly [object, object])[] = [
    [{ name: 'Bash', _meta: { a: 1 } }, { _meta: { a: 1, 'emend/name': 'Bash' } }],
    [{ _meta: null }, { _meta: { 'emend/name': 'Bash' } }],
    [{ name: 'Bash' }, {}],
    [{ name: 'Read', _meta: { b: 2 } }, { _meta: { b: 2, 'emend/name': 'Read' } }],
    [{ name: null }, { _meta: { b: 2 } }],
  ];
  for (const [told, expected] of stream) expect(back.update({ ...call, ...told })).toEqual([{ ...call, ...expected }]);
  expect(back.rules()).toEqual(['tool-name', 'tool-name']);
  const forth = wayToNovember();
  const told: readonly (readonly [object, object])[] = [
    [{ _meta: { a: 1, 'emend/name': 'Bash' } }, { name: 'Bash', _meta: { a: 1 } }],
    [{ _meta: { 'emend/name': 'Bash' } }, { _meta: null }],
    [{ title: 'T' }, { title: 'T' }],
    [{ _meta: { b: 2, 'emend/name': 'Read' } }, { name: 'Read', _meta: { b: 2 } }],
    [{ _meta: { b: 2 } }, { name: null }],
    [{ name: 'Edit' }, { name: 'Edit' }],
  ];
  for (const [each, expected] of told) expect(forth.update({ ...call, ...each })).toEqual([{ ...call, ...expected }]);
});

/** What a reader of June knows after a stream: each object replaces what was there. */
function replaced(metas: readonly Meta[]): object {
  return metas.reduce<object>((kept, meta) => (meta === undefined ? kept : (meta ?? {})), {});
}

/** What a reader of November knows after a stream. */
function merged(metas: readonly Meta[]): object {
  let kept: Record<string, unknown> = {};
  for (const meta of metas) {
    if (meta === null) kept = {};
    for (const [key, value] of Object.entries(meta ?? {})) {
      if (value === null) delete kept[key];
      else kept[key] = value;
    }
  }
  return kept;
}

const value = fc.constantFrom(1, 2, 'x', { y: null }, [null]);
const streams = (member: fc.Arbitrary<unknown>) =>
  fc.array(fc.oneof(fc.constant(undefined), fc.constant(null), fc.dictionary(fc.constantFrom('a', 'b', 'c'), member)), {
    maxLength: 8,
  });

test('[BR177] [N100] [N117] readers of both drafts know the same _meta at the end of any stream', () => {
  fc.assert(
    fc.property(fc.constantFrom(...upserts), streams(value), (upsert, metas) => {
      expect(merged(play(wayToNovember(), upsert, metas))).toEqual(replaced(metas));
      expect(replaced(play(wayToJune(), upsert, metas))).toEqual(merged(metas));
    }),
    { numRuns: counts({ short: 500, long: 20_000 }) },
  );
  fc.assert(
    fc.property(streams(fc.oneof(value, fc.constant(null))), (metas) => {
      expect(replaced(play(wayToJune(), upserts[0] as object, metas))).toEqual(merged(metas));
    }),
    { numRuns: counts({ short: 500, long: 20_000 }) },
  );
});
