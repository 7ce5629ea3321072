import { streamConverter } from '@emend/acp/bridge';
import type { Dialect } from '@emend/acp/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { RecordedMessage } from './bridge-translation.ts';
import { type BridgeSource, BridgeView } from './bridge-view.ts';
import { PackedTexts } from './packed-texts.ts';
import { shortened } from './shortened.ts';

const update = (sessionUpdate: string, fields: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId: 's', update: { sessionUpdate, ...fields } },
});
const text = (value: string) => ({ type: 'text', text: value });
const agent = (frame: number, message: unknown): RecordedMessage => ({ frame, from: 'agent', message });

function sourceOf(messages: readonly RecordedMessage[], dialect: Dialect = 'june'): BridgeSource & { frames: number } {
  return {
    dialect,
    frames: messages.at(-1)?.frame ?? 0,
    isComplete: true,
    read: async (start, end) => messages.filter(({ frame }) => frame > start && frame <= end),
  };
}

const all = { start: 0, end: 100, show: 'all' } as const;

test('[IP94] both sides are beside each other, with losses and repairs where they happened', async () => {
  const usage = update('usage_update', { used: 1, size: 2 });
  const first = update('agent_message', { messageId: 'm', content: [text('one'), text('two')] });
  const rewritten = update('agent_message', { messageId: 'm', content: [text('other')] });
  const view = new BridgeView(
    sourceOf([agent(1, usage), agent(2, { text: 'noise' }), agent(3, first), agent(5, rewritten)]),
  );
  const { rows, ...rest } = await view.answer({ ...all, to: 'v1', frame: 4 });
  expect(rest).toEqual({
    from: 'june',
    total: 3,
    place: 1,
    rules: [
      { rule: 'rewrite', kind: 'loss', about: 'text already shown that was replaced or cleared', count: 1, first: 5 },
    ],
    losses: 1,
    repairs: 0,
    changed: 2,
    progress: 1,
  });
  expect(rows.slice(0, 2)).toEqual([
    { frame: 1, from: 'agent', message: usage, cut: 0, translated: [], isSame: true, ledger: [] },
    {
      frame: 3,
      from: 'agent',
      message: first,
      cut: 0,
      translated: [
        { from: 'agent', message: update('agent_message_chunk', { messageId: 'm', content: text('onetwo') }), cut: 0 },
      ],
      isSame: false,
      ledger: [],
    },
  ]);
  expect(rows[2]).toMatchObject({
    frame: 5,
    isSame: false,
    ledger: [{ kind: 'loss', rule: 'rewrite', messageId: 'm' }],
  });
  const noted = await view.answer({ ...all, to: 'v1', show: 'ledger', frame: 4 });
  expect([noted.rows, noted.total, noted.place]).toEqual([[rows[2]], 1, -1]);
});

test('[IP94] the same dialect on both sides changes nothing', async () => {
  const view = new BridgeView(sourceOf([agent(1, update('usage_update', { used: 1, size: 2 }))]));
  expect(await view.answer({ ...all, to: 'june' })).toMatchObject({
    from: 'june',
    changed: 0,
    rows: [{ isSame: true }],
  });
});

const updates = fc.oneof(
  fc
    .constantFrom('a', 'b')
    .chain((messageId) =>
      fc.constantFrom(
        update('agent_message_chunk', { messageId, content: text('x') }),
        update('agent_message', { messageId, content: [text('y')] }),
        update('agent_message', { messageId, content: [] }),
      ),
    ),
  fc.constantFrom(
    update('tool_call_update', { toolCallId: 'c', title: 'T', content: [{ type: 'content', content: text('z') }] }),
    update('tool_call_update', { toolCallId: 'c', content: null, status: 'completed' }),
    update('_unknown', { a: 1 }),
    { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [text('p')] } },
    { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } },
  ),
);

test('[IP95] rows of any range are those of a converter over the whole recording, also while it grows', async () => {
  const dialects = fc.constantFrom<Dialect>('v1', 'june', 'november');
  await fc.assert(
    fc.asyncProperty(
      fc.array(updates, { maxLength: 30 }),
      dialects,
      dialects,
      fc.nat(30),
      fc.nat(30),
      fc.nat(30),
      async (messages, from, to, seen, start, length) => {
        fc.pre(from !== to);
        const recorded = messages.map((message, index): RecordedMessage => {
          return { frame: index + 1, from: 'params' in message && 'id' in message ? 'client' : 'agent', message };
        });
        const source = { ...sourceOf(recorded, from), frames: Math.min(seen, recorded.length), isComplete: false };
        const view = new BridgeView(source);
        await view.answer({ ...all, to });
        source.frames = recorded.length;
        const converter = streamConverter({ from, to });
        const plain = recorded.map((one) => ({ ...one, ...converter.convert(one.from, one.message) }));
        const answer = await view.answer({ to, show: 'all', start, end: start + length });
        expect(answer.total).toBe(plain.length);
        expect(answer.losses + answer.repairs).toBe(plain.flatMap(({ ledger }) => ledger).length);
        const written = ({ from: side, message }: { from: string; message: unknown }) => [
          side,
          JSON.stringify(message),
        ];
        expect(
          answer.rows.map((row) => ({
            frame: row.frame,
            messages: (row.isSame ? [row] : row.translated).map(written),
            ledger: row.ledger,
          })),
        ).toEqual(
          plain.slice(start, start + length).map(({ frame, messages: became, ledger }) => ({
            frame,
            messages: became.map(written),
            ledger: JSON.parse(JSON.stringify(ledger)),
          })),
        );
      },
    ),
    { numRuns: counts({ short: 100, long: 5000 }) },
  );
});

test('[IP95] a packed list gives back what was put into it', async () => {
  const texts = new PackedTexts();
  const word = 'x'.repeat(1000);
  const total = 3000;
  for (let index = 0; index < total; index += 1) texts.push(`${index} é ${word}`);
  await texts.settled();
  for (const index of [0, 1, 255, 256, 999, 1500, 2998, 2999]) expect(await texts.at(index)).toBe(`${index} é ${word}`);
  expect(await texts.at(total)).toBe(undefined);
});

test('[IP95] what is too long to be shown is left out and counted', () => {
  expect(shortened({ a: 'x'.repeat(2_001), b: [1, null, true] })).toEqual({
    value: { a: `${'x'.repeat(2_000)}…`, b: [1, null, true] },
    cut: 1,
  });
  const { value, cut } = shortened(Array.from({ length: 1_000 }, () => 'y'.repeat(1_000)));
  expect(JSON.stringify(value).length).toBeLessThan(21_000);
  // 980 items, and the end of the last text.
  expect(cut).toBe(988);
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  expect(shortened(deep(60)).cut).toBe(1);
});
