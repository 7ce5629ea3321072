/** A row of the comparison in README.md, and the row of docs/performance.md that it is taken from. */
interface Comparison {
  readonly label: string;
  readonly measure: string;
  readonly unit: string;
}

const comparisons: readonly Comparison[] = [
  { label: 'Receiving updates', measure: "updates received from a child's standard output", unit: 'per second' },
  { label: 'Reading a line of 50 MB', measure: 'one line of 50 MB', unit: 'ms' },
  { label: 'Checking a chunk', measure: 'agent_message_chunk', unit: 'ns' },
  { label: 'Checking a tool call with a diff', measure: 'tool_call_update with a diff', unit: 'ns' },
  { label: 'Round trips, one at a time', measure: 'round trips, one at a time, a core each', unit: 'per second' },
  { label: 'Decoder of `session/update`, gzip', measure: 'size of a session/update decoder', unit: 'bytes' },
];

/** The rows that README.md has to show, each as its cells, from the text of docs/performance.md. */
export function figuresOf(performance: string): string[][] {
  const rows = performance
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cellsOf);
  return comparisons.map(({ label, measure, unit }) => {
    const start = rows.findIndex(([name = '']) => name.startsWith(measure));
    const ours = /^[\d.,]+/.exec(rows[start]?.[1] ?? '')?.[0];
    const peer = rows.slice(start).find(([, , name = '']) => name.startsWith('official SDK'))?.[2];
    return [label, `${ours} ${unit}`, `${/[\d.,]+$/.exec(peer ?? '')?.[0]} ${unit}`];
  });
}

/** The cells of a row of a table in Markdown. */
export function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
