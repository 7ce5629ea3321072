import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { ChunkParser } from './chunk-parser.ts';
import { inexactNumbers } from './inexact-numbers.ts';
import { chunkTexts } from './test-support/chunk-texts.ts';

type Parsed = { readonly value: unknown } | { readonly error: string };

function outcome(parse: () => unknown): Parsed {
  try {
    return { value: parse() };
  } catch (error) {
    return { error: String(error) };
  }
}

function objectsIn(value: unknown): object[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

test('[JR40] a text is read as JSON.parse reads it, whatever was read before', () => {
  let alike = 0;
  let all = 0;
  fc.assert(
    fc.property(chunkTexts, (texts) => {
      const parser = new ChunkParser();
      const seen = new Set<object>();
      for (const text of texts) {
        const quick = parser.parseAlike(text);
        const read = quick === undefined ? outcome(() => parser.parseOther(text)) : { value: quick };
        expect(read).toStrictEqual(outcome(() => JSON.parse(text)));
        // The order of the keys is a part of the value, too, and so is what a message does not share with another.
        expect(JSON.stringify(read)).toBe(JSON.stringify(outcome(() => JSON.parse(text))));
        const objects = 'value' in read ? objectsIn(read.value) : [];
        expect(objects.filter((object) => seen.has(object))).toEqual([]);
        for (const object of objects) seen.add(object);
        if (quick !== undefined) expect(inexactNumbers(text, JSON.parse(text))).toEqual([]);
        alike += quick === undefined ? 0 : 1;
        all += 1;
      }
    }),
    { numRuns: counts({ short: 1_500, long: 100_000 }) },
  );
  // Otherwise nothing was tested.
  expect(alike / all).toBeGreaterThan(0.1);
});

const chunk = (text: string, messageId: string, sessionUpdate = 'agent_message_chunk', sessionId = 's') =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate, messageId, content: { type: 'text', text } } },
  });

test('[JR40] what is written like the text or the id in another place is not taken for it', () => {
  const written = (text: string, type: string, messageId: string, sessionUpdate: string) =>
    JSON.stringify({ params: { update: { messageId, sessionUpdate, content: { text, type } } } });
  const texts = [
    written('text', 'text', 'm', 'm'),
    written('text', 'other', 'm', 'm'),
    written('text', 'other', 'm', 'other'),
    '{"params":{"update":{"messageId":"m","content":{"text":"a"},"x":"\\"a"}}}',
    '{"params":{"update":{"messageId":"m","content":{"text":"a"},"x":"\\"b"}}}',
    '{"params":{"update":{"messageId":"m","messageId":"n","content":{"text":"a","text":"b"}}}}',
    '{"params":{"update":{"messageId":"m","messageId":"o","content":{"text":"a","text":"c"}}}}',
    '{"params":{"update":{"messageId":"m","messageId":"o","content":{"text":"a","text":"c","text":"d"}}}}',
  ];
  const parser = new ChunkParser();
  expect(texts.map((text) => JSON.stringify(parser.parse(text)))).toEqual(
    texts.map((text) => JSON.stringify(JSON.parse(text))),
  );
});

function alikeOf(parser: ChunkParser, texts: readonly string[]): number {
  return texts.filter((text) => {
    const isAlike = parser.parseAlike(text) !== undefined;
    if (!isAlike) parser.parseOther(text);
    return isAlike;
  }).length;
}

test('[JR40] an id that is written with escapes is not taken for its value', () => {
  const parser = new ChunkParser();
  for (const text of [chunk('one', 'm'), chunk('two', 'a\nb'), chunk('three', 'a\nb')])
    expect(parser.parse(text)).toStrictEqual(JSON.parse(text));
  const raw = chunk('four', 'a\nb').replace('\\n', '\n');
  expect(outcome(() => parser.parse(raw))).toStrictEqual(outcome(() => JSON.parse(raw)));
});

test('[JR41] of streamed chunks only the first of its kind is parsed whole', () => {
  const texts = Array.from({ length: 90 }, (_, index) =>
    chunk(`part ${index}`, `id ${index >> 3}`, index % 3 === 0 ? 'agent_thought_chunk' : 'agent_message_chunk'),
  );
  expect(alikeOf(new ChunkParser(), texts)).toBe(88);
});

test('[JR41] chunks that are never alike are rarely compared, and those that follow them are again', () => {
  const parser = new ChunkParser();
  const mixed = Array.from({ length: 1_000 }, (_, index) => chunk('a', 'm', 'agent_message_chunk', `s ${index}`));
  expect(alikeOf(parser, mixed)).toBe(0);
  const same = Array.from({ length: 1_000 }, (_, index) => chunk(`${index}`, 'm'));
  expect(alikeOf(parser, same)).toBeGreaterThan(900);
});
