import type { ToolCall } from '@emend/acp/session';
import { toolCallLabel } from '@emend/acp/view';
import { neutralLine, neutralRow, shortened, shortLine } from '../terminal/neutral.ts';
import { painted, type Span, span, tone } from '../terminal/style.ts';
import { truncated, widthOf } from '../terminal/width.ts';
import { cut } from '../terminal/wrap.ts';
import { type ContentLine, contentLines, type FindTerminal } from './content-words.ts';
import { gutter, type Layout } from './layout.ts';

// A map, since a status may be any word, such as `constructor`.
const signs: ReadonlyMap<string, Span> = new Map([
  ['pending', span('○ ', tone.dim)],
  ['in_progress', span('◐ ', tone.yellow)],
  ['completed', span('✓ ', tone.green)],
  ['failed', span('✗ ', tone.red)],
  ['cancelled', span('⊘ ', tone.dim)],
  ['rejected', span('✗ ', tone.red)],
]);

/** The look of each kind of line. */
export const lineTones = {
  text: tone.dim,
  path: tone.cyan,
  same: tone.dim,
  added: tone.green,
  removed: tone.red,
  note: tone.dim,
} as const;
const lineSigns = { text: '  ', path: '  ', same: '  ', added: '+ ', removed: '- ', note: '  ' } as const;
const briefRows = 8;
const detailedRows = 400;

/** Returns a tool call as one row: status, kind, title and, once it is done, how long it took. */
export function toolCallHead(call: ToolCall, status: string, layout: Layout, took: string): string {
  const kind = neutralLine(call.kind ?? 'other').replaceAll('_', ' ');
  const state =
    status === 'completed' || status === 'in_progress' ? '' : ` ${neutralLine(status).replaceAll('_', ' ')}`;
  const rest = `${state}${took === '' ? '' : ` ${took}`}`;
  const room = layout.width - 5 - widthOf(kind) - widthOf(rest);
  const title = truncated(shortLine(call.title ?? '', 1_000) || toolCallLabel(call), Math.max(8, room));
  const sign = signs.get(status) ?? span('• ', tone.dim);
  const look = status === 'failed' || status === 'rejected' ? tone.red : tone.dim;
  return painted(
    [gutter, sign, span(`${truncated(kind, 16)} `, tone.dim), span(title), span(rest, look)],
    layout.looks,
  );
}

/** Returns the content of a tool call: the last lines of a text or terminal, the first of a diff, or all of it. */
export function toolCallDetails(call: ToolCall, layout: Layout, find: FindTerminal): string[] {
  // Only the end can be seen of content in very many pieces.
  const from = Math.max(0, call.content.length - 5_000);
  return lineRows(contentLines(call.content.toArray(from), find), layout, layout.isDetailed ? detailedRows : briefRows);
}

function lineRows(lines: readonly ContentLine[], layout: Layout, most: number): string[] {
  const isDiff = lines.some(({ type }) => type === 'added' || type === 'removed' || type === 'same');
  const kept = isDiff ? lines.slice(0, most) : lines.slice(-most);
  const rows: string[] = [];
  for (const { type, text } of kept) {
    const look = lineTones[type];
    const margins = { first: [span('    '), span(lineSigns[type], look)], rest: [span('      ')] };
    const words = neutralRow(shortened(text, layout.width * 4));
    for (const row of cut([span(words, look)], layout.width, margins)) rows.push(painted(row, layout.looks));
  }
  const hidden = lines.length - kept.length;
  if (hidden === 0) return rows;
  const note = painted(
    [span(`      … ${hidden} more lines${layout.isDetailed ? '' : ' (Ctrl-O)'}`, tone.dim)],
    layout.looks,
  );
  return isDiff ? [...rows, note] : [note, ...rows];
}
