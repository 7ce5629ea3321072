import { diffArrays } from 'diff';

/** Lines that stand on both sides, or on one of them. */
export interface LineRun {
  readonly type: 'same' | 'added' | 'removed';
  readonly lines: readonly string[];
}

/** Returns the lines of a text, each with its line end. Only a line feed ends a line. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

// Comparing takes as many steps as lines times edits at worst; these keep it below a tenth of a second.
const mostEdits = 500;
const mostSteps = 4_000_000;

/** Returns what changed from one list of lines to another. Lists that would take long to compare are returned as removed and added as a whole. */
export function lineChanges(oldLines: readonly string[], newLines: readonly string[]): LineRun[] {
  const most = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < most && oldLines[head] === newLines[head]) head++;
  let tail = 0;
  while (tail < most - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++;
  return [
    { type: 'same' as const, lines: oldLines.slice(0, head) },
    ...middleChanges(oldLines.slice(head, oldLines.length - tail), newLines.slice(head, newLines.length - tail)),
    { type: 'same' as const, lines: oldLines.slice(oldLines.length - tail) },
  ].filter((run) => run.lines.length > 0);
}

function middleChanges(oldLines: readonly string[], newLines: readonly string[]): LineRun[] {
  const whole: LineRun[] = [
    { type: 'removed', lines: oldLines },
    { type: 'added', lines: newLines },
  ];
  if (oldLines.length === 0 || newLines.length === 0) return whole;
  const numbers = new Map<string, number>();
  const numbered = (line: string) => {
    const known = numbers.get(line) ?? numbers.size;
    if (known === numbers.size) numbers.set(line, known);
    return known;
  };
  const maxEditLength = Math.min(mostEdits, Math.ceil(mostSteps / (oldLines.length + newLines.length)));
  const changes = diffArrays(oldLines.map(numbered), newLines.map(numbered), { maxEditLength });
  return changes === undefined ? whole : runsOf(changes, oldLines, newLines);
}

type Change = {
  readonly added?: boolean;
  readonly removed?: boolean;
  readonly count?: number;
  readonly value: unknown[];
};

/** Within one change the removed lines come first, as git writes them. */
function runsOf(changes: readonly Change[], oldLines: readonly string[], newLines: readonly string[]): LineRun[] {
  const runs: LineRun[] = [];
  let [oldIndex, newIndex, oldStart, newStart] = [0, 0, 0, 0];
  const flush = () => {
    runs.push({ type: 'removed', lines: oldLines.slice(oldStart, oldIndex) });
    runs.push({ type: 'added', lines: newLines.slice(newStart, newIndex) });
  };
  for (const { added = false, removed = false, value } of changes) {
    if (removed) oldIndex += value.length;
    else if (added) newIndex += value.length;
    else {
      flush();
      runs.push({ type: 'same', lines: oldLines.slice(oldIndex, oldIndex + value.length) });
      oldStart = oldIndex += value.length;
      newStart = newIndex += value.length;
    }
  }
  flush();
  return runs;
}
