import { type Looks, span, tone } from '../terminal/style.ts';

/** Size and looks in which the conversation is drawn. */
export interface Layout {
  readonly width: number;
  /** How many rows can be seen at once. */
  readonly height: number;
  readonly looks: Looks;
  /** Whether tool calls show all of their content. */
  readonly isDetailed: boolean;
}

/** Indent of text from the agent; only the client writes in the first column. */
export const gutter = span('  ');

/** Start of the rows of a thought. */
export const thoughtGutter = span('  ┆ ', tone.dim);

/** Start of the first row of a prompt. */
export const ownSign = span('❯ ', tone.cyan | tone.bold);
