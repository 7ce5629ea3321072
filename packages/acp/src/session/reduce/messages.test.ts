import { describe, expect, test } from 'vitest';
import { readUpdate } from '../read-update.ts';
import { chunk, codes, fold, stateAfter, text, whole } from '../test-support/fold.ts';
import { applyEvent } from './apply.ts';

const A = text('A');
const B = text('B');
const C = text('C');

/** Kind, id, joined texts and `_meta` of every message. */
function said(...steps: Parameters<typeof fold>): unknown[] {
  return fold(...steps).messages.map(({ kind, messageId, content, _meta }) => {
    const texts = content.map((block) => block['text' as never]);
    return _meta === undefined ? [kind, messageId, texts] : [kind, messageId, texts, _meta];
  });
}

describe('messages', () => {
  test('[SE4] ids are opaque: case, space, the empty string and names of the language are ids like any other', () => {
    const ids = ['m', 'M', ' m', '', '__proto__', 'constructor', '1', '01'];
    expect(said(...ids.map((id) => chunk(id, id)))).toEqual(ids.map((id) => ['agent', id, [id]]));
  });

  test('[SE5] what an update omits stays', () => {
    expect(said(whole('m', { content: [A], _meta: { a: 1 } }), whole('m', { content: [B] }))).toEqual([
      ['agent', 'm', ['B'], { a: 1 }],
    ]);
  });

  test('[SE6] null clears a field and no other', () => {
    const start = whole('m', { content: [A], _meta: { a: 1 } });
    expect(said(start, whole('m', { _meta: null }))).toEqual([['agent', 'm', ['A']]]);
    expect(said(start, whole('m', { content: null }))).toEqual([['agent', 'm', [], { a: 1 }]]);
  });

  test('[SE7] a whole message replaces accumulated chunks', () => {
    expect(said(chunk('m', 'A'), chunk('m', 'B'), whole('m', { content: [C] }))).toEqual([['agent', 'm', ['C']]]);
  });

  test('[SE8] an empty list clears as null does', () => {
    for (const content of [[], null]) {
      expect(said(chunk('m', 'A'), whole('m', { content }))).toEqual([['agent', 'm', []]]);
    }
  });

  test('[SE9] a new id takes defaults', () => {
    expect(fold(whole('m')).messages).toEqual([{ messageId: 'm', kind: 'agent', content: [] }]);
    expect(fold(whole('m', { content: null, _meta: null })).messages).toEqual([
      { messageId: 'm', kind: 'agent', content: [] },
    ]);
  });

  test('[SE10] chunks append to a whole message, and their _meta is their own', () => {
    const steps = [whole('m', { content: [A], _meta: { a: 1 } }), { ...chunk('m', 'B'), _meta: { b: 2 } } as never];
    expect(said(...steps)).toEqual([['agent', 'm', ['A', 'B'], { a: 1 }]]);
  });

  test('[SE11] messages written in turns do not touch each other', () => {
    expect(
      said(chunk('m', 'A'), chunk('n', '1'), chunk('m', 'B'), whole('n', { content: [C] }), chunk('m', 'C')),
    ).toEqual([
      ['agent', 'm', ['A', 'B', 'C']],
      ['agent', 'n', ['C']],
    ]);
  });

  test('[SE12] _meta alone leaves the content alone and is not merged', () => {
    expect(said(chunk('m', 'A'), whole('m', { _meta: { a: 1 } }), whole('m', { _meta: { b: 2 } }))).toEqual([
      ['agent', 'm', ['A'], { b: 2 }],
    ]);
  });

  test('[SE13] the three kinds follow the same rules', () => {
    for (const [kind, tag] of Object.entries({
      user: 'user_message',
      agent: 'agent_message',
      thought: 'agent_thought',
    })) {
      expect(
        said(
          { sessionUpdate: `${tag}_chunk`, messageId: 'm', content: A },
          { sessionUpdate: tag, messageId: 'm', content: [B], _meta: { a: 1 } },
          { sessionUpdate: `${tag}_chunk`, messageId: 'm', content: C },
        ),
      ).toEqual([[kind, 'm', ['B', 'C'], { a: 1 }]]);
    }
  });

  test('[SE14] one id used by two kinds is two messages and one diagnostic', () => {
    const folded = fold({ sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: A }, chunk('m', 'B'), {
      sessionUpdate: 'agent_thought_chunk',
      messageId: 'm',
      content: C,
    });
    expect(folded.messages.map(({ kind, content }) => [kind, content])).toEqual([
      ['thought', [A, C]],
      ['agent', [B]],
    ]);
    expect(folded.timeline).toEqual([
      { message: 'm', kind: 'thought' },
      { message: 'm', kind: 'agent' },
    ]);
    expect(codes(folded)).toEqual(['2 id_in_two_kinds']);
    expect(folded.diagnostics[0]?.detail).toBe('"m" names both a thought and an agent message');
  });

  test('[SE3] saying the same again keeps the state, and a change keeps every other part', () => {
    const before = stateAfter(chunk('m', 'A'), chunk('n', 'B'), whole('n', { _meta: { a: [1] } }));
    expect(applyEvent(before, readUpdate(whole('n', { content: [B], _meta: { a: [1] } })))).toBe(before);
    const after = applyEvent(before, readUpdate(chunk('n', 'C')));
    expect(after.messages.at(0)).toBe(before.messages.at(0));
    expect(after.messages.at(1)).not.toBe(before.messages.at(1));
    expect([after.timeline, after.toolCalls, after.turns, after.diagnostics]).toEqual([
      before.timeline,
      before.toolCalls,
      before.turns,
      before.diagnostics,
    ]);
    expect(after.timeline).toBe(before.timeline);
  });

  test('[SE2] the received value is never changed, and a change to it afterwards would not grow the message', () => {
    const content = Object.freeze([A]);
    const state = stateAfter(whole('m', { content }), chunk('m', 'B'));
    expect(state.messages.at(0)?.content.toArray()).toEqual([A, B]);
    expect(content).toEqual([A]);
  });
});

describe('clear', () => {
  const clear = (fields: Record<string, unknown> = {}) => ({ sessionUpdate: 'agent_message_clear', ...fields });

  test('[SE15] with an id it equals a whole message with empty content', () => {
    for (const id of ['m', 'n', 'new']) {
      const before = [chunk('m', 'A'), chunk('n', 'B')];
      const cleared = fold(...before, clear({ messageId: id }), chunk('n', 'C'));
      expect(cleared).toEqual(fold(...before, whole(id, { content: [] }), chunk('n', 'C')));
    }
  });

  test('[SE16] without an id, or with null, it clears the message last written', () => {
    for (const messageId of [undefined, null]) {
      expect(said(chunk('m', 'A'), chunk('n', 'B'), chunk('m', 'C'), clear({ messageId }))).toEqual([
        ['agent', 'm', []],
        ['agent', 'n', ['B']],
      ]);
    }
    expect(said(chunk('m', 'A'), chunk('n', 'B'), whole('m', { _meta: {} }), clear())).toEqual([
      ['agent', 'm', ['A'], {}],
      ['agent', 'n', []],
    ]);
    expect(said(chunk('m', 'A'), whole('n'), clear())).toEqual([
      ['agent', 'm', ['A']],
      ['agent', 'n', []],
    ]);
  });

  test('[SE17] tool calls, thoughts, plans and session updates do not end the current message', () => {
    const between = [
      { sessionUpdate: 'tool_call_update', toolCallId: 'c' },
      { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: B },
      { sessionUpdate: 'plan_update', plan: { type: 'items', id: 'p', entries: [] } },
      { sessionUpdate: 'usage_update', used: 1, size: 2 },
    ];
    expect(said(chunk('m', 'A'), ...between, clear())).toEqual([
      ['agent', 'm', []],
      ['thought', 't', ['B']],
    ]);
  });

  test('[SE18] chunks after a clear continue the message from nothing', () => {
    expect(said(chunk('m', 'Drafting...'), clear(), chunk('m', 'Final.'))).toEqual([['agent', 'm', ['Final.']]]);
  });

  test('[SE19] with no current message nothing changes but a diagnostic', () => {
    const folded = fold(clear(), { sessionUpdate: 'agent_thought_clear' });
    expect(codes(folded)).toEqual(['1 nothing_to_clear', '2 nothing_to_clear']);
    expect({ ...folded, diagnostics: [] }).toEqual(fold());
  });

  test('[SE20] a finished message is not touched', () => {
    const ends = [
      [{ type: 'prompt_sent', prompt: [] } as const],
      [{ type: 'prompt_sent', prompt: [] } as const, { type: 'turn_ended', stopReason: 'end_turn' } as const],
      [{ sessionUpdate: 'user_message', messageId: 'u', content: [B] }],
    ];
    for (const end of ends) {
      const folded = fold(chunk('m', 'A'), ...end, clear());
      expect(folded.messages[0]).toEqual({ messageId: 'm', kind: 'agent', content: [A] });
      expect(folded.diagnostics.at(-1)?.code).toBe('nothing_to_clear');
    }
  });

  test('[SE20] the end of a turn finishes its message and thought while another prompt waits; the end of one that waits does not', () => {
    const open = [
      { type: 'prompt_sent', prompt: [], requestId: 1 } as const,
      { type: 'prompt_sent', prompt: [], requestId: 2 } as const,
      chunk('m1', 'A'),
      { sessionUpdate: 'agent_thought_chunk', messageId: 't', content: B },
    ];
    const answer = (requestId: number) => ({ type: 'turn_ended', requestId, stopReason: 'end_turn' }) as const;
    const clearThought = { sessionUpdate: 'agent_thought_clear' };
    const folded = fold(...open, answer(1), clear(), clearThought, chunk('m2', 'B'), answer(2));
    expect(folded.messages.map(({ content }) => content)).toEqual([[A], [B], [B]]);
    expect(codes(folded)).toEqual(['6 nothing_to_clear', '7 nothing_to_clear']);
    expect(said(...open, answer(2), clear(), clearThought)).toEqual([
      ['agent', 'm1', []],
      ['thought', 't', []],
    ]);
  });

  test('[SE20] a user message within a turn does not end the current message', () => {
    const steps = [
      { type: 'prompt_sent', prompt: [B] } as const,
      chunk('m', 'A'),
      { sessionUpdate: 'user_message', messageId: 'u', content: [B] },
      clear(),
    ];
    expect(said(...steps)).toEqual([
      ['agent', 'm', []],
      ['user', 'u', ['B']],
    ]);
  });

  test('[SE21] thoughts have a current one of their own', () => {
    const thought = (id: string) => ({ sessionUpdate: 'agent_thought_chunk', messageId: id, content: A });
    const start = [thought('t1'), thought('t2'), chunk('m', 'B')];
    expect(said(...start, { sessionUpdate: 'agent_thought_clear' })).toEqual([
      ['thought', 't1', ['A']],
      ['thought', 't2', []],
      ['agent', 'm', ['B']],
    ]);
    expect(said(...start, { sessionUpdate: 'agent_thought_clear', messageId: 't1' })[0]).toEqual(['thought', 't1', []]);
  });

  test('[SE22] the _meta of a clear is not the message’s', () => {
    expect(said(whole('m', { content: [A], _meta: { a: 1 } }), clear({ messageId: 'm', _meta: { b: 2 } }))).toEqual([
      ['agent', 'm', [], { a: 1 }],
    ]);
  });
});
