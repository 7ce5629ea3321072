import type { InputLine } from '@emend/acp/recording';
import { hasWholeSummary } from './frame-summary.ts';
import type { RecordedLine, Recording } from './recording.ts';

/** How many lines are read at once, and at most, for the words of one row. */
const linesAtOnce = 8;
const mostLines = 40;

/** Longest line that is read for some words of it, in bytes; the words end before a longer one. */
const longestLine = 64 * 1024;

/** Reads as many of the folded lines as fill the summary of their row. `frames` begins with that of the line that is read already. */
export async function foldedLines(
  recording: Recording,
  frames: Iterable<number>,
  first: InputLine | undefined,
): Promise<readonly (InputLine | undefined)[]> {
  const lines = [first];
  const wanted = readable(recording, frames);
  for (let index = 1; index < wanted.length && !hasWholeSummary(lines); index += linesAtOnce) {
    for (const { input } of await linesOf(recording, wanted.slice(index, index + linesAtOnce))) lines.push(input);
  }
  return lines;
}

function readable(recording: Recording, frames: Iterable<number>): readonly number[] {
  const found: number[] = [];
  for (const frame of frames) {
    const isTooMuch = found.length > 0 && recording.facts(frame).size > longestLine;
    if (isTooMuch || found.length === mostLines) break;
    found.push(frame);
  }
  return found;
}

/** Reads the lines of frames; those that follow each other are read at once. */
export async function linesOf(recording: Recording, frames: readonly number[]): Promise<readonly RecordedLine[]> {
  const lines: RecordedLine[] = [];
  for (let index = 0; index < frames.length; ) {
    const first = frames[index] as number;
    let count = 1;
    while (frames[index + count] === first + count) count++;
    for (const line of await recording.lines(first, first + count)) lines.push(line);
    index += count;
  }
  return lines;
}
