import { expect, test, vi } from 'vitest';
import { span } from './style.ts';
import { TerminalScreen } from './terminal-screen.ts';
import { TextBlock } from './text-block.ts';
import { Transcript } from './transcript.ts';
import { wrapped } from './wrap.ts';

function block(text: string, reading: 'markdown' | 'verbatim' = 'markdown'): TextBlock {
  const made = new TextBlock({ width: 40, looks: 'none', gutter: span('  '), reading });
  made.append(text);
  return made;
}

test('[TE5] of very many lines only so many are held at once, and all are shown', () => {
  const count = 300_000;
  const transcript = new Transcript(() => ['mark']);
  const screen = new TerminalScreen(() => {}, { columns: 40, rows: 10 });
  const text = block('x\n'.repeat(count));
  transcript.add('m', text);
  let most = 0;
  let shown = 0;
  do {
    const rows = transcript.rows();
    most = Math.max(most, rows.length);
    const out = screen.show(rows, undefined);
    shown += out;
    transcript.scrolledOut(out);
  } while (transcript.isBehind);
  // The rest stands on the screen; a blank row before the block is one of those that are gone.
  expect([most < 40_000, shown, text.rows.length]).toEqual([true, count + 1 - 10, 10]);
});

test('[TE5] what is replaced by the same counts as unchanged, also where it is laid out little by little', () => {
  const text = Array.from({ length: 60_000 }, (_, index) => `line ${index}`).join('\n');
  const made = block(text);
  do made.takeChange();
  while (made.isBehind);
  const total = made.rows.length;
  made.release(total - 10);
  made.replace(text);
  expect([made.takeChange(), made.released + made.rows.length]).toEqual([total, total]);
  made.replace(text.replace('line 50000', 'another'));
  expect(made.takeChange()).toBe(50_000);
});

const streams: readonly [string, string][] = [
  ['combining marks', '\u0301'],
  ['joined emoji', '👩\u200d'],
  ['characters without width', '\u200b'],
];

test.each(streams)('[TE5] %s in one line cost work in proportion to their number', (_, unit) => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  function work(times: number): number {
    segment.mockClear();
    const made = block('');
    for (let index = 0; index < times; index++) {
      made.append(unit.repeat(100));
      made.takeChange();
    }
    return segment.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  }
  const few = work(50);
  expect(work(400) / few).toBeLessThan(12);
  segment.mockRestore();
});

test('[TE3] a row holds a bounded number of characters, whatever their width', () => {
  for (const [, unit] of streams)
    for (const row of wrapped([span(unit.repeat(5_000))], 40))
      expect(row.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(40 * 16 + 256);
});
