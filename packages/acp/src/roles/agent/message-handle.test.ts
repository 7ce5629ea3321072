import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { ContentBlock, SessionUpdate } from '../../protocol/june/index.ts';
import { MessageHandle } from './message-handle.ts';

function recorded(kind: 'user' | 'agent' | 'thought' = 'agent'): { message: MessageHandle; sent: SessionUpdate[] } {
  const sent: SessionUpdate[] = [];
  const message = new MessageHandle(kind, 'm', {
    async update(update) {
      sent.push(update);
    },
  });
  return { message, sent };
}

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const chunk = (value: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: text(value),
});
const whole = (...content: ContentBlock[]): SessionUpdate => ({
  sessionUpdate: 'agent_message',
  messageId: 'm',
  content,
});

describe('a message handle', () => {
  test('appends chunks; nothing for an empty text', () => {
    const { message, sent } = recorded();
    void message.append('a');
    void message.append('');
    void message.append([text('b'), { type: 'image', data: '', mimeType: 'image/png' }], { n: 1 });
    expect(sent).toEqual([
      chunk('a'),
      { ...chunk('b'), _meta: { n: 1 } },
      {
        sessionUpdate: 'agent_message_chunk',
        messageId: 'm',
        content: { type: 'image', data: '', mimeType: 'image/png' },
        _meta: { n: 1 },
      },
    ]);
    expect(message.text).toBe('ab');
  });

  test('sets by the smallest update: nothing, the missing end, or the whole', () => {
    const { message, sent } = recorded();
    void message.append('Hel');
    void message.append('lo');
    void message.set('Hello');
    void message.set('Hello, world');
    void message.set('Goodbye');
    void message.append('!');
    void message.set('Goodbye!');
    expect(sent).toEqual([chunk('Hel'), chunk('lo'), chunk(', world'), whole(text('Goodbye')), chunk('!')]);
  });

  test('set extends across blocks and replaces when an earlier block differs', () => {
    const { message, sent } = recorded();
    const image: ContentBlock = { type: 'image', data: 'x', mimeType: 'image/png' };
    void message.set([text('a'), image]);
    void message.set([text('a'), image, text('b')]);
    void message.set([text('A'), image, text('b')]);
    expect(sent).toEqual([
      chunk('a'),
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: image },
      chunk('b'),
      whole(text('A'), image, text('b')),
    ]);
  });

  test('text with annotations or _meta is never joined or extended', () => {
    const { message, sent } = recorded();
    const marked: ContentBlock = { type: 'text', text: 'a', annotations: { priority: 1 } };
    void message.append(marked);
    void message.set([{ ...marked, text: 'ab' } as ContentBlock]);
    expect(sent[1]).toEqual(whole({ ...marked, text: 'ab' } as ContentBlock));
  });

  test('null annotations are none: such text is joined, extended and not sent again', () => {
    const { message, sent } = recorded();
    const bare = (words: string) => ({ ...text(words), annotations: null }) as ContentBlock;
    void message.append('a');
    void message.set(bare('a'));
    void message.set(bare('ab'));
    expect(sent).toEqual([chunk('a'), chunk('b')]);
    expect(message.content).toEqual([text('ab')]);
  });

  test('clears, once; metadata leaves the content alone', () => {
    const { message, sent } = recorded('thought');
    void message.clear();
    void message.append('secret');
    void message.clear();
    void message.clear();
    void message.meta({ a: 1 });
    void message.meta(null);
    void message.append('fine');
    expect(sent).toEqual([
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('secret') },
      { sessionUpdate: 'agent_thought', messageId: 'm', content: [] },
      { sessionUpdate: 'agent_thought', messageId: 'm', _meta: { a: 1 } },
      { sessionUpdate: 'agent_thought', messageId: 'm', _meta: null },
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: text('fine') },
    ]);
    expect(message.text).toBe('fine');
  });

  test('property: whatever is done, the receiver ends with what the handle says, and set never sends what is there', () => {
    const block = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'ab', '').map(text) },
      { weight: 1, arbitrary: fc.constant<ContentBlock>({ type: 'image', data: 'x', mimeType: 'i' }) },
      { weight: 1, arbitrary: fc.constant<ContentBlock>({ type: 'text', text: 'a', annotations: {} }) },
    );
    const step = fc.record({
      do: fc.constantFrom('append', 'set', 'replace', 'clear'),
      content: fc.array(block, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { message, sent } = recorded();
        for (const { do: action, content } of steps) {
          if (action === 'clear') void message.clear();
          else void message[action as 'append' | 'set' | 'replace'](content);
        }
        expect(flat(received(sent))).toEqual(flat(message.content));
        const before = sent.length;
        void message.set(message.content);
        expect(sent.length).toBe(before);
      }),
      { numRuns: counts({ short: 2_000, long: 50_000 }) },
    );
  });
});

/** A receiver in its simplest form, as the RFD says it. */
function received(updates: readonly SessionUpdate[]): ContentBlock[] {
  let content: ContentBlock[] = [];
  for (const update of updates) {
    const sent = (update as { readonly content?: unknown }).content;
    if (Array.isArray(sent)) content = [...sent];
    else content.push(sent as ContentBlock);
  }
  return content;
}

/** Content as one string in which the borders of plain text do not show. */
function flat(content: readonly ContentBlock[]): string {
  return content
    .map((block) => (Object.keys(block).length === 2 ? (block as { text: string }).text : JSON.stringify(block)))
    .join('');
}
