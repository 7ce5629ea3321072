import { type Looks, span } from '../style.ts';
import { TextBlock } from '../text-block.ts';

/** The rows of Markdown that arrives in pieces, looked at after each. */
export function render(pieces: readonly string[], width = 40, looks: Looks = 'none'): string[] {
  const block = new TextBlock({ width, looks, gutter: span('') });
  for (const piece of pieces) {
    block.append(piece);
    block.rows;
  }
  return [...block.rows];
}
