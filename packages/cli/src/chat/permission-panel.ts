import type { PermissionOption, RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/v2';
import type { ToolCall } from '@emend/acp/session';
import { toolCallLabel } from '@emend/acp/view';
import type { KeyPress } from '../terminal/keys.ts';
import { neutralLine } from '../terminal/neutral.ts';
import { painted, type Span, span, tone } from '../terminal/style.ts';
import { truncated } from '../terminal/width.ts';
import { contentLines } from './content-words.ts';
import type { Layout } from './layout.ts';
import { lineRows } from './tool-rows.ts';

const keyOfKind: ReadonlyMap<string, string> = new Map([
  ['allow_once', 'y'],
  ['allow_always', 'a'],
  ['reject_once', 'n'],
  ['reject_always', 'd'],
]);

const bar = span('▌ ', tone.yellow | tone.bold);
const mostOptions = 9;
const mostLines = 12;

/** A question of the agent, to be answered by a key. */
export class PermissionPanel {
  readonly #request: RequestPermissionRequest;
  readonly #call: ToolCall | undefined;
  readonly #answer: (answer: string | RequestPermissionOutcome) => void;
  #chosen: number;
  /** Keys count only once the person can have seen the question: what was typed for something else is no answer. */
  isArmed = false;

  constructor(
    request: RequestPermissionRequest,
    call: ToolCall | undefined,
    answer: (answer: string | RequestPermissionOutcome) => void,
  ) {
    this.#request = request;
    this.#call = call;
    this.#answer = answer;
    this.#chosen = defaultChoice(this.#options);
  }

  get #options(): readonly PermissionOption[] {
    return this.#request.options.slice(0, mostOptions);
  }

  /** Takes a key; true when the question is answered. */
  press(press: KeyPress): boolean {
    if (!this.isArmed || press.type === 'paste') return false;
    if (press.type === 'key') {
      const count = this.#options.length;
      if (press.name === 'up' && count > 0) this.#chosen = this.#chosen < 1 ? count - 1 : this.#chosen - 1;
      if ((press.name === 'down' || press.name === 'tab') && count > 0) this.#chosen = (this.#chosen + 1) % count;
      return press.name === 'enter' && this.#choose(this.#chosen);
    }
    const digit = Number(press.text);
    if (Number.isInteger(digit) && digit >= 1) return this.#choose(digit - 1);
    const kind = [...keyOfKind].find(([, key]) => key === press.text.toLowerCase())?.[0];
    return this.#choose(this.#options.findIndex((option) => option.kind === kind));
  }

  #choose(index: number): boolean {
    const option = this.#options[index];
    if (option === undefined) return false;
    this.#answer(option.optionId);
    return true;
  }

  /** The question as rows; the bar at their left is ours alone. */
  rows(layout: Layout, mostRows: number): string[] {
    const { toolCall } = this.#request;
    const kind = neutralLine(toolCall.kind ?? this.#call?.kind ?? 'other').replaceAll('_', ' ');
    const named = neutralLine((toolCall.title ?? this.#call?.title ?? '').slice(0, 1_000));
    const title = named === '' && this.#call !== undefined ? toolCallLabel(this.#call) : named;
    const put = (...spans: Span[]): string => painted([bar, ...spans], layout.looks);
    const room = Math.max(8, layout.width - 4);
    const head = put(span(truncated('The agent asks for permission', room), tone.yellow | tone.bold));
    const what = put(span(truncated(`${kind}: ${title}`, room), tone.bold));
    const details = this.#details(layout, Math.max(0, mostRows - this.#options.length - 5));
    const options = this.#options.map((option, index) => {
      const key = keyOfKind.get(option.kind);
      const isChosen = index === this.#chosen;
      const words = `${isChosen ? '›' : ' '} ${index + 1}${key === undefined ? '' : `/${key}`}  ${neutralLine(option.name.slice(0, 500))}`;
      return put(
        span(
          truncated(`${words} (${neutralLine(option.kind).replaceAll('_', ' ')})`, room),
          isChosen ? tone.inverse : tone.plain,
        ),
      );
    });
    const help = this.isArmed ? 'Press a key, or choose with the arrows and Enter. Ctrl-C cancels the turn.' : '…';
    return [head, what, ...details, ...options, put(span(truncated(help, room), tone.dim))];
  }

  /** What it is about, from its beginning; what does not fit is counted, never left out in silence. */
  #details(layout: Layout, most: number): string[] {
    const lines = contentLines(this.#request.toolCall.content ?? this.#call?.content ?? []);
    const locations = this.#request.toolCall.locations ?? this.#call?.locations ?? [];
    const narrow = { ...layout, width: layout.width - 2 };
    const rows = locations
      .slice(0, Math.min(3, most))
      .map(({ path }) => painted([span(truncated(neutralLine(path), narrow.width - 4), tone.cyan)], layout.looks));
    let shown = 0;
    for (const line of lines) {
      const next = lineRows([line], narrow, 1);
      const isLast = shown === lines.length - 1;
      if (shown === mostLines || rows.length + next.length + (isLast ? 0 : 1) > most) break;
      rows.push(...next);
      shown++;
    }
    const hidden = lines.length - shown;
    if (hidden > 0 && rows.length < most)
      rows.push(painted([span(`… ${hidden} more lines (Ctrl-O)`, tone.dim)], layout.looks));
    return rows.map((row) => painted([bar], layout.looks) + row.trimStart());
  }
}

/** What Enter means before anything was chosen: a rejection for once, or nothing; never an approval. */
function defaultChoice(options: readonly PermissionOption[]): number {
  return options.findIndex(({ kind }) => kind === 'reject_once');
}
