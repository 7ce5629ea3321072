import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { collectGarbage } from '../../../../test/support/garbage.ts';
import { LineSplitter } from './line-splitter.ts';
import type { Received } from './transport.ts';

const encoder = new TextEncoder();

function split(chunks: readonly Uint8Array[], maxFrameBytes?: number): Received[] {
  const splitter = new LineSplitter(maxFrameBytes);
  const frames = chunks.flatMap((chunk) => splitter.push(chunk));
  return [...frames, ...splitter.end()];
}

function splitText(text: string, maxFrameBytes?: number): Received[] {
  return split([encoder.encode(text)], maxFrameBytes);
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : (ends[index - 1] as number), end));
}

describe('LineSplitter', () => {
  test('[TR1] lines become frames in order', () => {
    expect(splitText('{"a":1}\n[2]\n"three"\n')).toEqual(['{"a":1}', '[2]', '"three"']);
  });

  test('[TR2] one push returns all the lines it completes, across many decoding pieces', () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `{"line":${index},"text":"é${'x'.repeat(index % 50)}"}`);
    const splitter = new LineSplitter();
    expect(splitter.push(encoder.encode(`${lines.join('\n')}\n`))).toEqual(lines);
  });

  test('[TR3] any cut of any bytes gives the same frames', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
      fc.json({ stringUnit: 'binary' }),
      fc.constantFrom('', '   ', '{"ü":"日本🙂"}', '\ufeff{}'),
    );
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 12 });
    fc.assert(
      fc.property(stream, fc.boolean(), fc.array(fc.nat(), { maxLength: 30 }), (lines, lastNewline, places) => {
        const text = lines.map(([frame, end]) => frame + end).join('');
        const bytes = encoder.encode(lastNewline ? text : text.replace(/\r?\n$/, ''));
        const expected = lines.map(([frame]) => frame).filter((frame) => frame.trim() !== '');
        if (lines[0]?.[0].startsWith('\ufeff')) expected[0] = (expected[0] as string).slice(1);
        expect(split(cut(bytes, places))).toEqual(expected);
      }),
      { numRuns: counts({ short: 200, long: 7_000 }) },
    );
  });

  test('[TR3] random bytes cut anywhere give the same as in one piece', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(new Uint8Array([10]))), { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.integer({ min: 1, max: 60 }),
        (parts, places, limit) => {
          const bytes = new Uint8Array(parts.flatMap((part) => [...part]));
          expect(split(cut(bytes, places), limit)).toEqual(split([bytes], limit));
        },
      ),
      { numRuns: counts({ short: 200, long: 7_000 }) },
    );
  });

  test('[TR4] CRLF, blank lines, a byte order mark at the start and a last line without newline', () => {
    expect(splitText('\ufeff{"a":1}\r\n\n\r\n  \t\n{"b":2}')).toEqual(['{"a":1}', '{"b":2}']);
    expect(splitText('{}\n\ufeff{}\n')).toEqual(['{}', '\ufeff{}']);
    expect(splitText('')).toEqual([]);
    expect(splitText('\n')).toEqual([]);
  });

  test('[TR5] bytes that are not UTF-8 break their own frame only', () => {
    const bytes = new Uint8Array([
      ...encoder.encode('{"a":1}\n{"b":"'),
      0xff,
      0xc3,
      ...encoder.encode('"}\n{"c":3}\n'),
    ]);
    const broken = { problem: 'not-utf8', size: 10, head: '{"b":"\ufffd\ufffd"}', tail: '' };
    expect(split([bytes])).toEqual(['{"a":1}', broken, '{"c":3}']);
    expect(split(cut(bytes, [9, 15]))).toEqual(['{"a":1}', broken, '{"c":3}']);
  });

  test('[TR6] a frame of exactly the limit is delivered, one byte more is reported with both its ends', () => {
    const fits = `"${'x'.repeat(2_998)}"`;
    const long = `"${'é'.repeat(1_000)}${'z'.repeat(2_000)}"`;
    const report = {
      problem: 'too-long',
      size: 4_002,
      head: `"${'é'.repeat(511)}\ufffd`,
      tail: `${'z'.repeat(1_023)}"`,
    };
    const bytes = encoder.encode(`${fits}\n${long}\n[]\n${long}`);
    expect(split([bytes], 3_000)).toEqual([fits, report, '[]', report]);
    expect(split(cut(bytes, [1, 2, 3_500, 5_000, 5_001, 7_100]), 3_000)).toEqual([fits, report, '[]', report]);
  });

  test('[TR4] [TR6] a carriage return before the line end does not count', () => {
    const bytes = encoder.encode('[12]\r\n[123]\r\n[1\r]\n');
    const report = { problem: 'too-long', size: 6, head: '[123]\r', tail: '' };
    expect(split([bytes], 4)).toEqual(['[12]', report, '[1\r]']);
    expect(split(cut(bytes, [4, 5, 6, 10, 11, 12]), 4)).toEqual(['[12]', report, '[1\r]']);
  });

  test('[TR6] a frame over the limit is not kept: the memory stays what it was', () => {
    const splitter = new LineSplitter(1024 * 1024);
    const chunk = new Uint8Array(64 * 1024).fill(0x78);
    const before = process.memoryUsage().arrayBuffers;
    for (let index = 0; index < 4_096; index += 1) splitter.push(chunk.slice());
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 * 1024 * 1024);
    expect(splitter.push(encoder.encode('\n'))).toEqual([
      { problem: 'too-long', size: 256 * 1024 * 1024, head: 'x'.repeat(1024), tail: 'x'.repeat(1024) },
    ]);
  });

  test('[TR7] nothing of a read is kept but what it brought of a line, which is copied', () => {
    const splitter = new LineSplitter();
    const piece = new Uint8Array(1_000).fill(0x31);
    for (let index = 0; index < 1_000; index += 1) splitter.push(piece);
    piece.fill(0x32);
    expect(splitter.push(encoder.encode('\n'))).toEqual(['1'.repeat(1_000_000)]);
  });

  // A long line is decoded in blocks of 256 KiB: characters of every width are cut by their ends here.
  test('[TR3] [TR5] [TR6] [TR7] a long line is the same wherever its characters stand, and broken as a whole', () => {
    const block = 256 * 1024;
    for (const character of ['\u00e9', '\u6f22', '\u{1f600}', '\u{10ffff}\ufeff']) {
      for (let before = 0; before < 7; before += 1) {
        const line = `"${'x'.repeat(block - 7 + before)}${character.repeat(9)}${'y'.repeat(2 * block)}${character}"`;
        const bytes = encoder.encode(`${line}\r\n[]\n`);
        const cuts = Array.from({ length: bytes.length / 60_000 }, (_, index) => index * 60_000 + before);
        expect(split(cut(bytes, cuts)).map((frame) => frame === line || frame)).toEqual([true, '[]']);
        const size = bytes.length - 4;
        const broken = bytes.slice();
        broken[block + before] = 0xff;
        const ends = {
          head: `"${'x'.repeat(1_023)}`,
          tail: `${'y'.repeat(1_022 - encoder.encode(character).length)}${character}"\r`,
        };
        expect(split(cut(broken, cuts))).toEqual([{ problem: 'not-utf8', size, ...ends }, '[]']);
        expect(split(cut(broken, cuts), 2 * block)).toEqual([{ problem: 'too-long', size, ...ends }, '[]']);
      }
    }
  });

  test('[TR7] no byte is looked at twice for a newline, however many reads a line takes', () => {
    let looked = 0;
    class Counting extends Uint8Array {
      override indexOf(value: number, from = 0): number {
        const at = super.indexOf(value, from);
        looked += (at === -1 ? this.length : at + 1) - from;
        return at;
      }
      override lastIndexOf(value: number, from = this.length - 1): number {
        const at = super.lastIndexOf(value, from);
        looked += from - at;
        return at;
      }
    }
    const splitter = new LineSplitter();
    const chunk = new Counting(1_000).fill(0x31);
    for (let index = 0; index < 1_000; index += 1) splitter.push(chunk);
    const frames = splitter.push(new Counting([10]));
    expect(frames).toEqual(['1'.repeat(1_000_000)]);
    expect(looked).toBeLessThan(1_010_000);
  });
});
