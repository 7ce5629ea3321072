import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientFrames, serverFrames } from './text-frames.ts';

interface Reader {
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): void;
  write(bytes: Buffer): void;
}

const { Receiver } = createRequire(import.meta.url)('ws') as {
  Receiver: new (options: { readonly isServer: boolean }) => Reader;
};

/** What the library reads from bytes. */
function read(bytes: Buffer, isServer: boolean): string[] {
  const texts: string[] = [];
  const reader = new Receiver({ isServer });
  reader.on('message', (data, isBinary) => texts.push(isBinary ? 'binary' : data.toString()));
  reader.write(bytes);
  return texts;
}

const sides = [
  ['client', clientFrames],
  ['server', serverFrames],
] as const;

test.each(sides)('[W4] the library reads what a %s sends', (side, make) => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .tuple(fc.constantFrom('a', 'é', '𝄞'), fc.constantFrom(124, 125, 126, 65_535, 65_536, 70_000))
      .map(([unit, times]) => unit.repeat(times)),
  );
  const frames = make();
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      for (const each of texts) frames.add(each);
      const { size } = frames;
      const { data, encoding } = frames.take();
      const bytes = typeof data === 'string' ? Buffer.from(data, encoding) : data;
      expect([read(bytes, side === 'client'), size, frames.size]).toEqual([texts, bytes.length, 0]);
    }),
    { numRuns: 60 },
  );
});

test('the same text of a client is never sent in the same bytes', () => {
  const frames = clientFrames();
  const sent = Array.from({ length: 5_000 }, () => {
    frames.add('{"a":1}');
    return (frames.take().data as Buffer).toString('hex');
  });
  expect(new Set(sent).size).toBeGreaterThan(4_990);
});
