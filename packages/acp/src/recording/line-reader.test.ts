import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { chunkTexts } from '../jsonrpc/test-support/chunk-texts.ts';
import { LineReader, readLine } from './read-line.ts';

/** How entries of recordings begin and end around a message: as `emend record` writes them, in other ways, and wrong. */
const entries = fc.constantFrom<(readonly [string, string])[]>(
  ...([
    ['', ''],
    ['{"at":0,"from":"agent","message":', '}'],
    ['{"at":12.346,"from":"client","message":', '}'],
    ['{"at":012,"from":"agent","message":', '}'],
    ['{"at":-1,"from":"agent","message":', '}'],
    ['{"at":0.10000000000000001,"from":"agent","message":', '}'],
    ['{"at":1.,"from":"agent","message":', '}'],
    ['{"at":1e400,"from":"agent","message":', '}'],
    ['{"at":1,"from":"agent","message":', '} '],
    ['{"at":1,"from":"agent","message":', ',"text":"a"}'],
    ['{"at":1,"from":"agent","message":', ',"jsonrpc":"2.0"}'],
    ['{"at":1,"from":"agent","message":1,"message":', '}'],
    ['{"at":1,"from":"agent","message":[', ']}'],
    ['{"at":1,"from":"stderr","message":', '}'],
    ['{"from":"agent","at":1,"message":', '}'],
    ['{"at":1,"from":"agent","message":', ''],
  ] as const),
);

test('[RC66] lines are read one after the other as each is alone', () => {
  fc.assert(
    fc.property(chunkTexts, fc.array(entries, { minLength: 1, maxLength: 3 }), (texts, around) => {
      const reader = new LineReader();
      for (const [index, text] of texts.entries()) {
        const [before, after] = around[index % around.length] as readonly [string, string];
        const line = before + text + after;
        expect(reader.read(index, line)).toStrictEqual(readLine(index, line));
        expect(JSON.stringify(reader.read(index, line))).toBe(JSON.stringify(readLine(index, line)));
      }
    }),
    { numRuns: counts({ short: 1_000, long: 50_000 }) },
  );
});
