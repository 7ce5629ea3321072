/** The lines between the panes: where the first and the second column end, and the upper row, in percent of the whole. */
export interface PanePositions {
  readonly first: number;
  readonly second: number;
  readonly upper: number;
}

/** The name of a line between panes. */
export type PaneLine = keyof PanePositions;

/** Where the lines are at first: beside each other where there is room for three columns, else in two. */
export const startPositions: Readonly<Record<'wide' | 'narrow', PanePositions>> = {
  wide: { first: 36, second: 72, upper: 64 },
  narrow: { first: 50, second: 100, upper: 58 },
};

/** Returns between which positions a line can be, if no pane may be smaller than `least` percent. */
export function rangeOf(positions: PanePositions, line: PaneLine, least: number): readonly [from: number, to: number] {
  const from = line === 'second' ? positions.first + least : least;
  const to = line === 'first' && positions.second < 100 ? positions.second - least : 100 - least;
  // Where there is no room for what is wanted, the line stays in the middle.
  return from <= to ? [from, to] : [(from + to) / 2, (from + to) / 2];
}

/** Returns the positions with one line moved, as far as the panes beside it allow. */
export function withLineAt(positions: PanePositions, line: PaneLine, to: number, least: number): PanePositions {
  const [low, high] = rangeOf(positions, line, least);
  return { ...positions, [line]: Math.round(Math.max(low, Math.min(high, to)) * 10) / 10 };
}

/** Reads positions that were kept as JSON; `undefined` if they make no sense. */
export function readPositions(text: string | null): PanePositions | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { first, second, upper } = value as Readonly<Record<string, unknown>>;
  if (!isShare(first) || !isShare(second) || !isShare(upper) || first >= second) return undefined;
  return { first, second, upper };
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 100;
}
