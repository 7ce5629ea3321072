/** Counts or figures by name, in alphabetical order. */
export const rows = (counts: ReadonlyMap<string, number>) => [...counts].sort(([a], [b]) => a.localeCompare(b));

/** The sum of all counts. */
export const sum = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((total, count) => total + count, 0);

/** A time for people. */
export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** A table in Markdown, whose last column has figures. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === cells.length - 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === widths.length - 1 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [row(head), `| ${rule.join(' | ')} |`, ...lines.map(row)].join('\n');
}

/** A table of how often each thing was counted. */
export function countsTable(what: string, counts: ReadonlyMap<string, number>): string {
  return table(
    [what, 'times'],
    rows(counts).map(([name, count]) => [name, count.toLocaleString('en-US')]),
  );
}
