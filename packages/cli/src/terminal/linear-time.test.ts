import { expect, test } from 'vitest';
import { colouredCode } from './code-colour.ts';
import { inlineText } from './inline.ts';
import { markdownBlock, withoutHardBreak } from './markdown-block.ts';
import { neutral, neutralLine } from './neutral.ts';
import { alignmentsOf, cellsOf, hasCells, mayAlign } from './table-line.ts';
import { widthOf } from './width.ts';
import { wrapped } from './wrap.ts';

/** Everything that runs expressions over the text of agents. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  markdownBlock: (text) => markdownBlock(text, 0),
  withoutHardBreak,
  hasCells,
  mayAlign,
  alignmentsOf: (text) => alignmentsOf(text, 3),
  cellsOf,
  'inlineText, closed': (text) => inlineText(text, 0, 'closed'),
  'inlineText, open': (text) => inlineText(text, 0, 'open'),
  'colouredCode, slashes': (text) => colouredCode(text, 'ts'),
  'colouredCode, hashes': (text) => colouredCode(text, 'sh'),
  'colouredCode, dashes': (text) => colouredCode(text, 'sql'),
  neutral,
  neutralLine,
  widthOf,
  wrapped: (text) => wrapped([{ text, tone: 0 }], 80),
};

/** Lines that make an expression try many ways before it gives up. */
const lines: readonly ((times: number) => string)[] = [
  (n) => `${' '.repeat(n)}${'-'.repeat(n)}${' '.repeat(n)}|x`,
  (n) => `~~~${' '.repeat(n)}${'a'.repeat(n)}${' '.repeat(n)}\``,
  (n) => `${'~'.repeat(n)}\``,
  (n) => `\`\`\`${'`'.repeat(n)} \``,
  (n) => `# a${' '.repeat(n)}${'#'.repeat(n)}${' '.repeat(n)}x`,
  (n) => `#${' #'.repeat(n)}x`,
  (n) => `${'- '.repeat(n)}x`,
  (n) => `-${' '.repeat(n)}-${' '.repeat(n)}x`,
  (n) => `${'> '.repeat(n)}x`,
  (n) => `${' '.repeat(n)}- [x]${' '.repeat(n)}`,
  (n) => `x${'\\'.repeat(n)}x`,
  (n) => `${'\\|'.repeat(n)}x`,
  (n) => `:${'-'.repeat(n)}x|`,
  (n) => `| ${'-:'.repeat(n)} |`,
  (n) => `${'*x '.repeat(n)}x`,
  (n) => `${'_x '.repeat(n)}x`,
  (n) => `${'**x *'.repeat(n)}x`,
  (n) => `${'***x '.repeat(n)}~~`,
  (n) => `[${'['.repeat(n)}](`,
  (n) => `[a](${'b'.repeat(n)} ${' '.repeat(n)}"${'c'.repeat(n)}`,
  (n) => `http://${'.'.repeat(n)} ${'https://'.repeat(n)}`,
  (n) => `${'"\\'.repeat(n)}'`,
  (n) => `${'/*'.repeat(n)}`,
  (n) => `${'1.'.repeat(n)}a`,
  (n) => `${' '.repeat(n)}x${'\t'.repeat(n)}x`,
  (n) => `${'e\u0301'.repeat(n)}${'\u0301'.repeat(n)}`,
];

function shortestTime(run: () => unknown): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5; times++) {
    const start = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

const few = 32;
const factor = 64;
/** What is still taken for growth with the line: far from both 64 and the 4,096 of a time that grows with its square. */
const most = factor * 8;
/** Below this, in milliseconds, a clock says nothing. */
const tick = 0.01;

/** How much longer many take than few, at best: some 64 times where the time grows with the line, 4,096 and more where it grows with its square. */
function growth(read: (text: string) => unknown, line: (times: number) => string): number {
  const [short, long] = [line(few), line(few * factor)];
  let least = Number.POSITIVE_INFINITY;
  // A machine that does other things may be slow at any moment, but not at all of them.
  for (let attempt = 0; attempt < 30 && least > most; attempt++) {
    const before = Math.max(
      tick,
      shortestTime(() => read(short)),
    );
    least = Math.min(least, shortestTime(() => read(long)) / before);
  }
  return least;
}

test.each(Object.entries(readers))('[TE5] %s takes a time in proportion to the line, whatever it is', (_, read) => {
  const slow = lines.map((line) => ({ line: line(3), growth: growth(read, line) }));
  expect(slow.filter((each) => each.growth > most)).toEqual([]);
});
