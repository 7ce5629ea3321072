import { type Looks, painted, type Span, span, tone } from './style.ts';
import { truncated, widthOf } from './width.ts';

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** Returns a frame of the spinner. */
export function spinner(step: number): string {
  return frames[step % frames.length] ?? '';
}

/** Returns the status line: activity on the left, facts on the right as far as they fit. */
export function statusLine(left: readonly Span[], facts: readonly string[], width: number, looks: Looks): string {
  const leftWidth = left.reduce((sum, { text }) => sum + widthOf(text), 0);
  let right = '';
  for (const fact of facts) {
    const next = right === '' ? fact : `${right} · ${fact}`;
    if (leftWidth + widthOf(next) + 2 > width) break;
    right = next;
  }
  if (leftWidth > width) {
    return painted([span(truncated(left.map(({ text }) => text).join(''), width), tone.dim)], looks);
  }
  const gap = Math.max(0, width - leftWidth - widthOf(right));
  return painted(right === '' ? left : [...left, span(' '.repeat(gap)), span(right, tone.dim)], looks);
}
