import type { Compaction } from '@emend/acp/session';
import { neutralLine, neutralRow, shortened } from '../terminal/neutral.ts';
import { painted, span, tone } from '../terminal/style.ts';
import { cut } from '../terminal/wrap.ts';
import { compactionWords } from './compaction-words.ts';
import type { Layout } from './layout.ts';
import { textLines } from './output-lines.ts';

const briefRows = 4;
const detailedRows = 400;

/** Returns a compaction as rows: what happened, and the first lines of the summary. */
export function compactionRows(compaction: Compaction, layout: Layout): string[] {
  const { head, text } = compactionWords(compaction);
  const most = layout.isDetailed ? detailedRows : briefRows;
  const lines = text === '' ? [] : textLines(text);
  const hidden = Math.max(0, lines.length - most);
  const shown = [...lines.slice(0, most), ...(hidden > 0 ? [`… ${hidden} more lines (Ctrl-O)`] : [])];
  const margins = { first: [span('    ')], rest: [span('    ')] };
  const rows = shown.flatMap((line) =>
    cut([span(neutralRow(shortened(line, layout.width * 4)), tone.dim)], layout.width, margins),
  );
  const first = cut([span(neutralLine(shortened(head, 1_000)), tone.dim)], layout.width, {
    first: [span('  ⇣ ', tone.cyan)],
    rest: [span('    ')],
  });
  return [...first, ...rows].map((row) => painted(row, layout.looks));
}
