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

/** The least processor time of several runs, in microseconds. Other work on the machine does not lengthen it much, however busy that is. */
function leastTime(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 5; times++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

const few = 32;
const factor = 64;
/** What is still taken for growth with the line: far from both the 1 of that and the 64 of a time that grows with its square. */
const most = 8;
/** Below this, in microseconds, the processor's clock says little. */
const tick = 100;

/** How much longer one long line takes than many short ones of the same length together, at best. */
function growth(read: (text: string) => unknown, line: (times: number) => string): number {
  const [short, long] = [line(few), line(few * factor)];
  const readMany = (): void => {
    for (let times = 0; times < factor; times++) read(short);
  };
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 30 && least > most; attempt++) {
    const together = Math.max(tick, leastTime(readMany));
    least = Math.min(least, leastTime(() => read(long)) / together);
  }
  return least;
}

test.each(Object.entries(readers))('[TE5] %s takes a time in proportion to the line, whatever it is', (_, read) => {
  const slow = lines.map((line) => ({ line: line(3), growth: growth(read, line) }));
  expect(slow.filter((each) => each.growth > most)).toEqual([]);
});
