import type { Figure } from './harness.ts';

/** Returns the value below which a part of sorted values lies. */
export function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Returns the median of several rounds and their spread. */
export function figureOf(rounds: readonly number[]): Figure {
  if (rounds.length === 0) throw new Error('no rounds to take a median of');
  const sorted = [...rounds].sort((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const distance = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  return { median, spread: median === 0 ? 0 : distance / Math.abs(median) };
}
