import { type Looks, span, tone } from '../terminal/style.ts';

/** How the conversation is laid out at the terminal now. */
export interface Layout {
  readonly width: number;
  /** How many rows can be seen at once. */
  readonly height: number;
  readonly looks: Looks;
  /** Whether tool calls show all of their content. */
  readonly isDetailed: boolean;
}

/** What the rows of strangers' text begin with: only we write in the first column. */
export const gutter = span('  ');

/** What the rows of a thought begin with. */
export const thoughtGutter = span('  ┆ ', tone.dim);

/** What the first row of the person's own words begins with. */
export const ownSign = span('❯ ', tone.cyan | tone.bold);
