import type { CreateElicitationResponse, ElicitationSchema } from '@emend/acp/protocol/november';
import { explicit, explicitRows } from '../terminal/explicit.ts';
import type { KeyPress } from '../terminal/keys.ts';
import { shortened } from '../terminal/neutral.ts';
import { painted, span, tone } from '../terminal/style.ts';
import { truncated } from '../terminal/width.ts';
import { type Field, fieldsOf, fieldValue, filled, mostFields, shownValue } from './form-fields.ts';
import type { Layout } from './layout.ts';

/** What an agent asks the person for: the fields of a form, or a visit to a page. */
export type Asked = { readonly message: string } & (
  | { readonly mode: 'form'; readonly requestedSchema: ElicitationSchema }
  | { readonly mode: 'url'; readonly url: string }
);

const bar = span('▌ ', tone.cyan | tone.bold);
const begun = span('│ ', tone.dim);
const goingOn = span('┆ ', tone.dim);
const longest = 20_000;

/** A question of the agent with fields to fill in, or with a page to visit. */
export class FormPanel {
  /** A form belongs to no tool call whose details it shows. */
  readonly call = undefined;
  readonly #asked: Asked;
  readonly #answer: (answer: CreateElicitationResponse) => void;
  readonly #hidden: number;
  #fields: readonly Field[];
  #current = 0;
  #problem = '';
  /** True once the person can have seen the question. Earlier keys were typed for something else and do not answer it. */
  isArmed = false;

  constructor(asked: Asked, answer: (answer: CreateElicitationResponse) => void) {
    this.#asked = asked;
    this.#answer = answer;
    this.#fields = asked.mode === 'form' ? fieldsOf(asked.requestedSchema) : [];
    const all = asked.mode === 'form' ? Object.keys(asked.requestedSchema.properties).length : 0;
    this.#hidden = Math.max(0, all - mostFields);
  }

  /** Handles a key; returns true when the question is answered. */
  press(press: KeyPress): boolean {
    if (!this.isArmed) return false;
    const name = press.type === 'key' ? press.name : '';
    if (name === 'escape') {
      this.#answer({ action: 'decline' });
      return true;
    }
    if (name === 'enter') return this.#current < this.#fields.length - 1 ? this.#move(1) : this.#send();
    if (name === 'down' || name === 'tab') return this.#move(1);
    if (name === 'up') return this.#move(-1);
    const field = this.#fields[this.#current];
    if (field === undefined) return false;
    this.#problem = '';
    this.#fields = this.#fields.with(this.#current, filled(field, press));
    return false;
  }

  #move(step: number): false {
    const count = this.#fields.length;
    if (count > 0) this.#current = (this.#current + step + count) % count;
    return false;
  }

  #send(): boolean {
    const content: Record<string, unknown> = {};
    for (const [index, field] of this.#fields.entries()) {
      const filledIn = fieldValue(field);
      if ('problem' in filledIn) {
        this.#problem = filledIn.problem;
        this.#current = index;
        return false;
      }
      if (filledIn.value !== undefined) Object.defineProperty(content, field.name, own(filledIn.value));
    }
    const accepted = this.#asked.mode === 'form' ? { action: 'accept', content } : { action: 'accept' };
    this.#answer(accepted as CreateElicitationResponse);
    return true;
  }

  /** Returns the question as rows; the field being filled in is always among them. */
  rows(layout: Layout, mostRows: number): string[] {
    const put = (text: string, look: number): string =>
      painted([bar, span(truncated(text, Math.max(8, layout.width - 4)), look)], layout.looks);
    const head = put('The agent asks', tone.cyan | tone.bold);
    const last = [
      ...(this.#hidden > 0 ? [put(`Not shown, being too many: ${this.#hidden} more fields.`, tone.red)] : []),
      ...(this.#problem === '' ? [] : [put(explicit(this.#problem), tone.red | tone.bold)]),
      put(this.#helpWords(), tone.dim),
    ];
    const room = Math.max(1, mostRows - last.length - 1);
    const said = this.#text(layout, this.#asked.message, tone.plain);
    if (this.#asked.mode === 'url') said.push(...this.#text(layout, this.#asked.url, tone.cyan));
    const { rows: fields, end } = this.#fieldRows(layout);
    const forFields = Math.min(fields.length, Math.max(1, room - Math.min(said.length, Math.ceil(room / 2))));
    const first = Math.max(0, Math.min(end - forFields, fields.length - forFields));
    return [head, ...said.slice(0, room - forFields), ...fields.slice(first, first + forFields), ...last];
  }

  #helpWords(): string {
    if (!this.isArmed) return '…';
    if (this.#asked.mode === 'url') return 'Open the page, then press Enter. Esc declines.';
    const { input } = this.#fields[this.#current] ?? {};
    const how =
      input?.type === 'text' || input === undefined
        ? ''
        : input.type === 'choices'
          ? 'Arrows and Space choose. '
          : 'Space changes it. ';
    return `${how}Enter goes on. Esc declines, Ctrl-C cancels.`;
  }

  /** Returns the rows of the fields, and the row after the current one. */
  #fieldRows(layout: Layout): { readonly rows: readonly string[]; readonly end: number } {
    const rows: string[] = [];
    let end = 0;
    for (const [index, field] of this.#fields.entries()) {
      const isCurrent = index === this.#current;
      const lead = `${isCurrent ? '›' : ' '} ${field.label}${field.isRequired ? ' *' : ''}: `;
      const look = isCurrent ? tone.bold : tone.plain;
      rows.push(...this.#text(layout, `${lead}${shownValue(field, isCurrent)}`, look));
      if (isCurrent && field.description !== '') rows.push(...this.#text(layout, `    ${field.description}`, tone.dim));
      if (isCurrent) end = rows.length;
    }
    return { rows, end };
  }

  #text({ width, looks }: Layout, text: string, look: number): string[] {
    const lines = explicit(shortened(text, longest)).split('\n');
    return lines.flatMap((line) =>
      explicitRows(line, width - 6).map((row) =>
        painted([bar, row.goesOn ? goingOn : begun, span(row.text, look)], looks),
      ),
    );
  }
}

/** A field may have any name, such as `__proto__`. */
function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
