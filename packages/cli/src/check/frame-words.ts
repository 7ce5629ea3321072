import type { SeenFrame } from '@emend/acp/testing';
import { visibleJson } from '../output/standard-output.ts';
import { neutralRow, shortened } from '../terminal/neutral.ts';

/** How many frames are shown with a finding, and how many characters of each. */
const [mostFrames, longestFrame] = [6, 600];

/** Returns the frames of a finding, a line each: who sent it, and the beginning of what was sent. */
export function frameWords(frames: readonly SeenFrame[]): string[] {
  const lines = frames.slice(0, mostFrames).map(({ from, message, text }) => {
    // JSON has a form of its own for what a terminal would obey, which can be pasted back.
    const sent = text === undefined ? visibleJson(JSON.stringify(message)) : text;
    return neutralRow(`${from.padEnd(6)} ${shortened(sent, longestFrame)}`);
  });
  const more = frames.length - mostFrames;
  if (more > 0) lines.push(`and ${more} more ${more === 1 ? 'frame' : 'frames'}, which a report has`);
  return lines;
}
