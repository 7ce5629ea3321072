import { createParser } from 'eventsource-parser';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { seededChance } from '../../../../../test/support/seed.ts';
import type { Received } from '../../transport/transport.ts';
import { sseParser } from './sse-parser.ts';
import { eventText, keepAliveComment } from './sse-writer.ts';

interface StreamEvent {
  readonly id: string;
  readonly data: Received;
}

/** A parser that keeps what it was told last. */
class SseParser {
  lastId = '';
  retry: number | undefined;
  #events: StreamEvent[] = [];
  readonly #parse: (bytes: Uint8Array) => void;

  constructor(maxLength: number) {
    this.#parse = sseParser(maxLength, {
      event: (id, data) => {
        this.lastId = id;
        if (data !== undefined) this.#events.push({ id, data });
      },
      retry: (pause) => {
        this.retry = pause;
      },
    });
  }

  push(bytes: Uint8Array): StreamEvent[] {
    this.#events = [];
    this.#parse(bytes);
    return this.#events;
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

function parse(text: string, maxLength = Number.POSITIVE_INFINITY): readonly StreamEvent[] {
  return new SseParser(maxLength).push(bytesOf(text));
}

/** The same by another library, which names the id of each event only, and reads text. */
function parseElsewhere(text: string): { events: StreamEvent[]; retry: number | undefined } {
  const events: StreamEvent[] = [];
  let retry: number | undefined;
  let id = '';
  const parser = createParser({
    onEvent: (event) => {
      id = event.id ?? id;
      events.push({ id, data: event.data });
    },
    onRetry: (value) => {
      retry = value;
    },
  });
  parser.feed(text);
  return { events, retry };
}

const pieces = [
  'data',
  'id',
  'retry',
  'event',
  ':',
  ':',
  ': ',
  ' ',
  '\n',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  'é',
  '日本',
  '🙂',
  '12',
  '{"a":1}',
  'x',
];

test('[RE21] any text in any pieces is read as another library reads it', () => {
  const chance = seededChance();
  for (let run = 0; run < counts({ short: 1_000, long: 25_000 }); run += 1) {
    let text = chance.percent(10) ? '\ufeff' : '';
    for (let left = chance.between(0, 30); left > 0; left -= 1) {
      text += chance.percent(20) ? `data: ${chance.pick(pieces)}\n` : chance.pick(pieces);
    }
    const bytes = bytesOf(text);
    const parser = new SseParser(Number.POSITIVE_INFINITY);
    const events: StreamEvent[] = [];
    for (let from = 0; from < bytes.length; ) {
      const to = from + chance.between(1, 9);
      events.push(...parser.push(bytes.subarray(from, to)));
      from = to;
    }
    // The other library does not know that an event without data names an id, and waits after a last carriage return.
    const stripped = text.replace(/^\ufeff/, '').replace(/\r$/, '\r\n');
    const expected = parseElsewhere(stripped);
    expect([text, events.map(({ data }) => data)]).toEqual([text, expected.events.map(({ data }) => data)]);
    expect([text, parser.retry]).toEqual([text, expected.retry]);
  }
});

test('[RE21] random bytes never fail', () => {
  const chance = seededChance();
  const parser = new SseParser(100);
  for (let run = 0; run < counts({ short: 500, long: 25_000 }); run += 1) {
    parser.push(Uint8Array.from({ length: chance.between(0, 60) }, () => chance.between(0, 255)));
  }
  expect(parser.push(bytesOf('\n\ndata: a\n\n')).at(-1)?.data).toBe('a');
});

test.each([
  [
    'an id stays until another comes',
    'id: 1\ndata: a\n\ndata: b\n\n',
    [
      ['1', 'a'],
      ['1', 'b'],
    ],
  ],
  [
    'an id with a NUL is none',
    'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n',
    [
      ['1', 'a'],
      ['1', 'b'],
    ],
  ],
  ['several lines of data are one text', 'data: a\ndata:\ndata:b\n\n', [['', 'a\n\nb']]],
  ['an unfinished event is dropped', 'data: a\n\ndata: b\n', [['', 'a']]],
  ['comments and other fields are ignored', ': x\nevent: y\nfoo: z\ndata: a\n\n', [['', 'a']]],
  ['a byte order mark counts only at the start', '\ufeffdata: a\n\n\ufeffdata: b\n\n', [['', 'a']]],
  [
    'every line end is one',
    'data: a\r\rdata: b\r\n\r\ndata: c\n\n',
    [
      ['', 'a'],
      ['', 'b'],
      ['', 'c'],
    ],
  ],
])('[RE21] %s', (_, text, expected) => {
  expect(parse(text).map(({ id, data }) => [id, data])).toEqual(expected);
});

test('[RE21] an event without data is not delivered, but moves the last id', () => {
  const parser = new SseParser(100);
  expect(parser.push(bytesOf('id: 7\n\n'))).toEqual([]);
  expect(parser.lastId).toBe('7');
  expect(parser.push(bytesOf('id: 8\n'))).toEqual([]);
  expect(parser.lastId).toBe('7');
});

test.each([1, 3, 1_000, 100_000])(
  '[RE22] an event that is too long is reported by its ends, in pieces of %i bytes',
  (size) => {
    const long = `${'a'.repeat(2_000)}${'b'.repeat(2_000)}`;
    const bytes = bytesOf(
      `data: ${'x'.repeat(3_000)}\n\ndata: ${long}\n\ndata: ${long.slice(0, 2_500)}\ndata: z${long}\n\ndata: after\n\n`,
    );
    const parser = new SseParser(3_000);
    const events: StreamEvent[] = [];
    for (let from = 0; from < bytes.length; from += size)
      events.push(...parser.push(bytes.subarray(from, from + size)));
    const broken = { problem: 'too-long', tail: 'b'.repeat(1_024) };
    expect(events.map(({ data }) => data)).toEqual([
      'x'.repeat(3_000),
      { ...broken, size: 4_000, head: 'a'.repeat(1_024) },
      { ...broken, size: 6_502, head: 'a'.repeat(1_024) },
      'after',
    ]);
  },
);

test('[RE23] an event has its number and one line, whatever the frame is', () => {
  const frame = '{"a":\r\n[1,\n2]}';
  const text = keepAliveComment + eventText(1, frame) + eventText(2, undefined) + eventText(3, '{}');
  expect(text).toBe(':\n\nid: 1\ndata: {"a":  [1, 2]}\n\nid: 2\n\nid: 3\ndata: {}\n\n');
  expect(parse(text)).toEqual([
    { id: '1', data: '{"a":  [1, 2]}' },
    { id: '3', data: '{}' },
  ]);
});
