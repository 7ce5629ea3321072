import { shortLine } from '../terminal/neutral.ts';
import { painted, span, tone } from '../terminal/style.ts';
import type { CursorPlace } from '../terminal/terminal-screen.ts';
import { truncated } from '../terminal/width.ts';
import type { Layout } from './layout.ts';
import type { PromptArea } from './prompt-area.ts';
import type { Panel } from './questions.ts';

/** Maximum number of queued prompts shown. */
const mostWaiting = 3;

/** What is shown below a conversation. */
export interface ChromeParts {
  /** Queued prompts. */
  readonly waiting: readonly string[];
  /** The open question, shown in place of the prompt. */
  readonly panel: Panel | undefined;
  readonly area: PromptArea;
  readonly placeholder: string;
  readonly statusRow: string;
}

/** Returns the rows below the conversation: a question or the prompt, and the status line; never more than fit the screen. */
export function chromeRows(
  { waiting, panel, area, placeholder, statusRow }: ChromeParts,
  layout: Layout,
  height: number,
): { readonly rows: readonly string[]; readonly cursor: CursorPlace } {
  const rows = [''];
  const put = (text: string): void =>
    void rows.push(painted([span(truncated(text, layout.width), tone.dim)], layout.looks));
  if (waiting.length > mostWaiting) put(`  … ${waiting.length - mostWaiting} more waiting`);
  for (const text of waiting.slice(-mostWaiting)) put(`  waiting: ${shortLine(text, 2_000)}`);
  let cursor: CursorPlace;
  if (panel !== undefined) {
    for (const row of panel.rows(layout, roomForPanel(height, rows.length))) rows.push(row);
    // A cursor that stays visible is still there after a kill.
    cursor = { row: rows.length - 1, column: 2 };
  } else {
    const shown = area.rows(layout, Math.max(1, Math.floor(height / 2)), placeholder);
    cursor = { row: rows.length + shown.row, column: shown.column };
    rows.push(...shown.rows);
  }
  rows.push(statusRow);
  const over = Math.max(0, rows.length - height);
  return { rows: rows.slice(over), cursor: { row: Math.max(0, cursor.row - over), column: cursor.column } };
}

/** Returns how many rows a question may take; the tool call above it should stay visible if there is room. */
function roomForPanel(height: number, taken: number): number {
  return Math.max(3, Math.min(height - taken - 1, Math.max(12, Math.floor((height * 2) / 3))));
}
