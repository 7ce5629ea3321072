import type { PermissionOption, RequestPermissionOutcome, RequestPermissionRequest } from '@emend/acp/protocol/june';
import type { ToolCall } from '@emend/acp/session';
import { explicitLine, explicitRows } from '../terminal/explicit.ts';
import type { KeyPress } from '../terminal/keys.ts';
import { shortened } from '../terminal/neutral.ts';
import { painted, span, tone } from '../terminal/style.ts';
import { truncated } from '../terminal/width.ts';
import type { Layout } from './layout.ts';
import { type PermissionSubject, permissionSubject } from './permission-subject.ts';
import { lineTones } from './tool-rows.ts';

const keyOfKind: ReadonlyMap<string, string> = new Map([
  ['allow_once', 'y'],
  ['allow_always', 'a'],
  ['reject_once', 'n'],
  ['reject_always', 'd'],
]);

const bar = span('▌ ', tone.yellow | tone.bold);
/** Start of the first and of the further rows of a line from the agent. */
const begun = span('│ ', tone.dim);
const goingOn = span('┆ ', tone.dim);
/** Number of answers that can be chosen by a digit. */
const digits = 9;
const mostOptions = 100;
const longestName = 2_000;

/** A permission request, answered by a key. */
export class PermissionPanel {
  readonly #request: RequestPermissionRequest;
  /** The tool call when permission was requested. */
  readonly call: ToolCall | undefined;
  readonly #answer: (answer: string | RequestPermissionOutcome) => void;
  readonly #subject: PermissionSubject;
  #chosen: number;
  /** The first visible row of the body. */
  #top = 0;
  #page = { size: 0, count: 0 };
  #body: { readonly layout: Layout; readonly rows: readonly string[] } | undefined;
  /** True once the person can have seen the question. Earlier keys were typed for something else and do not answer it. */
  isArmed = false;

  constructor(
    request: RequestPermissionRequest,
    call: ToolCall | undefined,
    answer: (answer: string | RequestPermissionOutcome) => void,
  ) {
    this.#request = request;
    this.call = call;
    this.#subject = permissionSubject(request, call);
    this.#answer = answer;
    this.#chosen = defaultChoice(this.#options);
  }

  get #options(): readonly PermissionOption[] {
    return this.#request.options.slice(0, mostOptions);
  }

  /** Handles a key; returns true when the question is answered. */
  press(press: KeyPress): boolean {
    if (!this.isArmed || press.type === 'paste') return false;
    if (press.type === 'key') {
      const count = this.#options.length;
      if (press.name === 'up' && count > 0) this.#chosen = this.#chosen < 1 ? count - 1 : this.#chosen - 1;
      if ((press.name === 'down' || press.name === 'tab') && count > 0) this.#chosen = (this.#chosen + 1) % count;
      if (press.name === 'page-down') this.#scroll(1);
      if (press.name === 'page-up') this.#scroll(-1);
      return press.name === 'enter' && this.#choose(this.#chosen);
    }
    if (press.text === ' ') this.#scroll(1);
    const digit = Number(press.text);
    if (Number.isInteger(digit) && digit >= 1 && digit <= digits) return this.#choose(digit - 1);
    const kind = [...keyOfKind].find(([, key]) => key === press.text.toLowerCase())?.[0];
    return this.#choose(this.#options.findIndex((option) => option.kind === kind));
  }

  /** Scrolls by a page minus one row. */
  #scroll(pages: number): void {
    const { size, count } = this.#page;
    const top = this.#top + pages * Math.max(1, size - 1);
    this.#top = Math.max(0, Math.min(top, count - size));
  }

  #choose(index: number): boolean {
    const option = this.#options[index];
    if (option === undefined) return false;
    this.#answer(option.optionId);
    return true;
  }

  /**
   * Returns the question as rows. The first bar on the left and what follows it is always our own text; text of the agent comes after a
   * second bar. What does not fit can be scrolled, and the panel says how much there is.
   */
  rows(layout: Layout, mostRows: number): string[] {
    const put = (text: string, look: number): string =>
      painted([bar, span(truncated(text, Math.max(8, layout.width - 4)), look)], layout.looks);
    const body = this.#bodyRows(layout);
    const options = this.#optionRows(layout);
    const lost = this.#lostWords().map((words) => put(words, tone.red | tone.bold));
    const room = shares(mostRows, body.length, options.rows.length, lost.length);
    this.#page = { size: room.body, count: body.length };
    this.#top = Math.min(this.#top, Math.max(0, body.length - room.body));
    const first = Math.max(0, Math.min(options.chosenEnd - room.options, options.rows.length - room.options));
    return [
      ...(room.hasHead ? [put('The agent asks for permission', tone.yellow | tone.bold)] : []),
      ...body.slice(this.#top, this.#top + room.body),
      ...(room.hasPlace ? [put(this.#placeWords(), this.#placeLook())] : []),
      ...lost,
      ...options.rows.slice(first, first + room.options),
      // A very low terminal has room for only one of them.
      this.isArmed && room.body < body.length && !room.hasPlace
        ? put(this.#placeWords(), this.#placeLook())
        : put(this.#helpWords(room), tone.dim),
    ];
  }

  #lostWords(): string[] {
    const words: string[] = [];
    const { leftOut } = this.#subject;
    if (leftOut > 0) words.push(`Not shown, being too long: ${leftOut} more characters.`);
    const answers = this.#request.options.length - this.#options.length;
    if (answers > 0) words.push(`Not shown, being too many: ${answers} more answers.`);
    return words;
  }

  #placeWords(): string {
    const { size, count } = this.#page;
    const more = this.#rowsBelow > 0 ? `. Space: ${this.#rowsBelow} more below` : '';
    return `Rows ${this.#top + 1} to ${this.#top + size} of ${count}${more}. PgUp goes back.`;
  }

  /** Warns while not everything was shown, since the question can be answered at any time. */
  #placeLook(): number {
    return (this.#rowsBelow > 0 ? tone.red : tone.yellow) | tone.bold;
  }

  get #rowsBelow(): number {
    return this.#page.count - this.#top - this.#page.size;
  }

  #helpWords({ options }: Shares): string {
    if (!this.isArmed) return '…';
    const others = options < this.#options.length ? ' The arrows show more answers.' : '';
    return `Press a key, or choose with the arrows and Enter. Ctrl-C cancels the turn.${others}`;
  }

  /** Returns all rows of the body. */
  #bodyRows(layout: Layout): readonly string[] {
    if (this.#body?.layout.width === layout.width && this.#body.layout.looks === layout.looks) return this.#body.rows;
    const rows: string[] = [];
    const { action, content } = this.#subject;
    for (const lines of [action, content]) {
      for (const { type, text } of lines) {
        const look = type === 'title' ? tone.bold : type === 'text' ? tone.plain : lineTones[type];
        const sign = type === 'added' ? '+ ' : type === 'removed' ? '- ' : '';
        for (const row of explicitRows(sign + text, layout.width - 6)) {
          const edge = row.goesOn ? goingOn : begun;
          rows.push(painted([bar, edge, span(row.text, look)], layout.looks));
        }
      }
    }
    this.#body = { layout, rows };
    return rows;
  }

  /** Returns the rows of the answers, and the row after the chosen one. */
  #optionRows(layout: Layout): { readonly rows: readonly string[]; readonly chosenEnd: number } {
    const rows: string[] = [];
    let chosenEnd = 0;
    for (const [index, { kind, name }] of this.#options.entries()) {
      const isChosen = index === this.#chosen;
      const key = keyOfKind.get(kind);
      const digit = index < digits ? String(index + 1) : '·';
      const lead = `${isChosen ? '›' : ' '} ${digit}${key === undefined ? '' : `/${key}`}  `;
      const words = `${explicitLine(shortened(name, longestName))} (${explicitLine(shortened(kind, 100)).replaceAll('_', ' ')})`;
      for (const [row, { text }] of explicitRows(words, layout.width - 4 - lead.length).entries()) {
        const begins = row === 0 ? lead : ' '.repeat(lead.length);
        rows.push(painted([bar, span(begins + text, isChosen ? tone.inverse : tone.plain)], layout.looks));
      }
      if (isChosen) chosenEnd = rows.length;
    }
    return { rows, chosenEnd };
  }
}

/** How many rows each part of a question gets. */
interface Shares {
  readonly body: number;
  readonly options: number;
  readonly hasHead: boolean;
  /** True if a separate row tells which part is shown. */
  readonly hasPlace: boolean;
}

/** Divides the available rows, one of which is the help. In a low terminal the answers scroll as well. */
function shares(most: number, body: number, options: number, lost: number): Shares {
  const room = most - 1 - lost;
  if (1 + body + options <= room) return { body, options, hasHead: true, hasPlace: false };
  const forOptions = Math.max(1, Math.min(options, Math.floor(room / 2)));
  const rest = room - forOptions;
  const hasHead = rest >= 4;
  const hasPlace = rest >= 3 && body > rest - (hasHead ? 1 : 0);
  const forBody = Math.max(1, rest - (hasHead ? 1 : 0) - (hasPlace ? 1 : 0));
  return { body: Math.min(body, forBody), options: forOptions, hasHead, hasPlace };
}

/** Returns the initially selected answer: a rejection for once, or none; never an approval. */
function defaultChoice(options: readonly PermissionOption[]): number {
  return options.findIndex(({ kind }) => kind === 'reject_once');
}
