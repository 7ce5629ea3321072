import { LineSplitter, type Received } from '@emend/acp/transport';
import { mutatedBytes } from './mutation.ts';
import { updateStreams } from './seeds.ts';
import { type FuzzTarget, must } from './target.ts';

/** Bytes in base64, where they are cut, and how long a frame may be. */
interface FramingInput {
  readonly bytes: string;
  readonly cuts: readonly number[];
  readonly longest: number;
}

function framesOf(pieces: readonly Uint8Array[], longest: number): Received[] {
  const splitter = new LineSplitter(longest);
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
}

/** What the frames should be, worked out the long way. */
function expectedFrames(bytes: Uint8Array, longest: number): string[] {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lines = Buffer.from(hasMark ? bytes.subarray(3) : bytes)
    .toString('latin1')
    .split('\n');
  return lines.flatMap((line, at): string[] => {
    // The mark counts, since it has to be kept until it is recognised.
    const room = hasMark && at === 0 ? longest - 3 : longest;
    const content = Buffer.from(line.replace(/\r$/, ''), 'latin1');
    if (content.length > room) return ['broken'];
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
      return text === '' || (text.charCodeAt(0) <= 32 && text.trim() === '') ? [] : [text];
    } catch {
      return ['broken'];
    }
  });
}

/** The splitter of lines: where the bytes were cut makes no difference, and each line is there or reported. */
export const framing: FuzzTarget<FramingInput> = {
  name: 'framing',
  cases: 6_000,
  make(chance) {
    const lines = chance.pick(updateStreams).map((update) => JSON.stringify(update));
    let bytes: Uint8Array = Buffer.from(`${lines.join('\n')}\n`);
    for (let times = chance.between(0, 8); times > 0; times--) bytes = mutatedBytes(bytes, chance);
    const cuts = Array.from({ length: chance.between(0, 12) }, () => chance.between(0, bytes.length));
    return {
      bytes: Buffer.from(bytes).toString('base64'),
      cuts: cuts.sort((a, b) => a - b),
      longest: chance.percent(80) ? 1_000_000 : chance.between(1, 200),
    };
  },
  run({ bytes: text, cuts, longest }) {
    const bytes = new Uint8Array(Buffer.from(text, 'base64'));
    const pieces = [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
    const whole = framesOf([bytes], longest);
    const cut = framesOf(pieces, longest);
    must(JSON.stringify(cut) === JSON.stringify(whole), 'cuts make a difference', { whole, cut });
    const expected = expectedFrames(bytes, longest);
    const found = whole.map((frame) => (typeof frame === 'string' ? frame : 'broken'));
    must(JSON.stringify(found) === JSON.stringify(expected), 'other frames than expected', { found, expected });
  },
};
