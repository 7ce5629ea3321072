import type { InspectionLimits } from './limits.ts';

/** What limits kept from being shown. */
interface LeftOut {
  readonly longLines: number;
  readonly framesOfOtherSessions: number;
  readonly problems: number;
  /** How many frames the linter did not look at. */
  readonly unlinted: number;
  /** How many bytes follow the last line feed, if they are not a line yet. */
  readonly unfinished: number;
}

/** Returns what was left out, one sentence each. */
export function leftOutSentences(left: LeftOut, limits: InspectionLimits): readonly string[] {
  const told = (count: number): string => count.toLocaleString('en-US');
  const sentences: string[] = [];
  if (left.longLines > 0) {
    const lines = left.longLines === 1 ? '1 line is' : `${told(left.longLines)} lines are`;
    sentences.push(`${lines} longer than ${told(limits.line)} bytes and not read.`);
  }
  if (left.framesOfOtherSessions > 0) {
    const frames = left.framesOfOtherSessions === 1 ? '1 frame' : `${told(left.framesOfOtherSessions)} frames`;
    sentences.push(`Only the first ${told(limits.sessions)} sessions are shown; ${frames} of others are only listed.`);
  }
  if (left.problems > 0) sentences.push(`${told(left.problems)} problems more are counted, but not listed.`);
  if (left.unlinted > 0) {
    const frames = left.unlinted === 1 ? 'last frame, which' : `last ${told(left.unlinted)} frames, which`;
    sentences.push(
      `The linter has not looked at the ${frames} came after the end was reached. Open the file again for that.`,
    );
  }
  if (left.unfinished > 0) {
    const bytes = left.unfinished === 1 ? '1 byte' : `${told(left.unfinished)} bytes`;
    sentences.push(`The last line has no end yet: ${bytes} are not shown.`);
  }
  return sentences;
}
