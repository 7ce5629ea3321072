import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { RowsBlock } from './rows-block.ts';
import { TerminalScreen } from './terminal-screen.ts';
import { VirtualTerminal } from './test-support/virtual-terminal.ts';
import { Transcript } from './transcript.ts';

function open(columns: number, rows: number) {
  const terminal = new VirtualTerminal(columns, rows);
  const written: string[] = [];
  const screen = new TerminalScreen(
    (text) => {
      written.push(text);
      terminal.write(text);
    },
    { columns, rows },
  );
  return { terminal, screen, written };
}

test('[TE6] only rows that differ are written', () => {
  const { terminal, screen, written } = open(20, 5);
  screen.show(['one', 'two', 'three'], { row: 2, column: 5 });
  expect(terminal.screen).toEqual(['one', 'two', 'three', '', '']);
  written.length = 0;
  screen.show(['one', 'TWO', 'three'], { row: 2, column: 5 });
  expect(terminal.screen).toEqual(['one', 'TWO', 'three', '', '']);
  expect(terminal.cursor).toEqual({ row: 2, column: 5 });
  expect(written.join('')).not.toMatch(/one|three/);
  written.length = 0;
  screen.show(['one', 'TWO', 'three'], { row: 2, column: 5 });
  expect(written).toEqual([]);
  screen.show(['one'], undefined);
  expect([terminal.screen, terminal.cursorIsShown]).toEqual([['one', '', '', '', ''], false]);
  screen.leave();
  expect([terminal.cursorIsShown, terminal.wraps, terminal.cursor]).toEqual([true, true, { row: 1, column: 0 }]);
});

test('[TE6] after any frames the terminal shows the last rows, and what scrolled out is in order', () => {
  const row = fc.constantFrom('', 'a', 'bb', '日本', 'dddddddddd');
  const frames = fc.array(fc.tuple(fc.array(row, { maxLength: 12 }), fc.nat(9)), { maxLength: 12 });
  fc.assert(
    fc.property(frames, fc.integer({ min: 2, max: 6 }), (all, height) => {
      const { terminal, screen } = open(10, height);
      const out: string[] = [];
      let live: string[] = [];
      for (const [rows, column] of all) {
        live = rows;
        const at = Math.max(0, rows.length - 1);
        const scrolled = screen.show(rows, { row: at, column });
        out.push(...rows.slice(0, scrolled));
        live = rows.slice(scrolled);
        const expected = Array.from({ length: height }, (_, index) => live[index] ?? '');
        expect(terminal.screen).toEqual(expected);
        expect(terminal.scrollBack).toEqual(out);
        expect(terminal.cursor).toEqual({ row: at - scrolled, column });
      }
    }),
    { numRuns: counts({ short: 400, long: 6_000 }) },
  );
});

test('[TE6] a new size starts with a clean screen', () => {
  const { terminal, screen } = open(10, 3);
  screen.show(['a', 'b', 'c'], undefined);
  screen.resize({ columns: 10, rows: 3 });
  screen.show(['x'], undefined);
  expect(terminal.screen).toEqual(['x', '', '']);
});

const mark = (how: string) => [`-- ${how} --`];

test('[TE7] a change of what has scrolled out is shown again under a mark', () => {
  const { terminal, screen } = open(20, 4);
  const transcript = new Transcript(mark);
  const show = () => transcript.scrolledOut(screen.show(transcript.rows(), undefined));
  const first = new RowsBlock(['1', '2', '3', '4']);
  transcript.add('a', first);
  show();
  expect([terminal.scrollBack, terminal.screen]).toEqual([[''], ['1', '2', '3', '4']]);
  first.set(['1', '2', '3', '4', '5', '6']);
  show();
  expect([terminal.scrollBack, terminal.screen]).toEqual([
    ['', '1', '2'],
    ['3', '4', '5', '6'],
  ]);
  first.set(['1', 'X', '3']);
  show();
  expect([terminal.scrollBack, terminal.screen]).toEqual([
    ['', '1', '2'],
    ['', '-- replaced --', 'X', '3'],
  ]);
  first.set([]);
  show();
  expect(terminal.screen).toEqual(['', '-- emptied --', '', '']);
});

test('[TE7] a block that has scrolled out wholly is given up, and comes back as a correction', () => {
  const { terminal, screen } = open(20, 3);
  const transcript = new Transcript(mark);
  const show = () => transcript.scrolledOut(screen.show(transcript.rows(), undefined));
  transcript.add('a', new RowsBlock(['old']));
  transcript.add('b', new RowsBlock(['1', '2', '3', '4']));
  show();
  expect([transcript.get('a'), transcript.get('b')?.rows.length]).toEqual([undefined, 4]);
  transcript.add('a', new RowsBlock(['new']), 'corrected');
  show();
  expect(terminal.screen).toEqual(['', '-- replaced --', 'new']);
  transcript.add('a', new RowsBlock([]), 'corrected');
  show();
  expect(terminal.screen).toEqual(['new', '', '-- emptied --']);
});

test('[TE7] scroll-back and screen together hold every block in its latest form, or a mark', () => {
  const step = fc.record({ block: fc.nat(4), rows: fc.array(fc.constantFrom('p', 'q', 'r'), { maxLength: 6 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.integer({ min: 3, max: 8 }), (steps, height) => {
      const { terminal, screen } = open(20, height);
      const transcript = new Transcript(mark);
      const known = new Set<number>();
      for (const { block, rows } of steps) {
        const named = rows.map((text, index) => `${block}${index}${text}`);
        const live = transcript.get(String(block));
        if (live instanceof RowsBlock) live.set(named);
        else transcript.add(String(block), new RowsBlock(named), known.has(block) ? 'corrected' : 'new');
        known.add(block);
        transcript.scrolledOut(screen.show(transcript.rows(), undefined));
        // Read from the end: the latest form of each row of this block stands below every other form of it.
        const all = [...terminal.scrollBack, ...terminal.screen];
        for (const text of named) expect(all).toContain(text);
        const last = named.at(-1);
        if (last !== undefined) {
          const others = all.filter((text) => text.startsWith(`${block}${named.length - 1}`));
          expect(others.at(-1)).toBe(last);
        }
      }
    }),
    { numRuns: counts({ short: 400, long: 6_000 }) },
  );
});
