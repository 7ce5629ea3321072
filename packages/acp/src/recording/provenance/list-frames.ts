import { Sequence } from '../../session/structures/sequence.ts';

/** A list of which a limit may have dropped items from the start. */
export interface TrimmedList<T> {
  readonly items: Sequence<T>;
  readonly dropped: number;
}

/**
 * Returns the frame of each item of a list after a frame: an item that was at the same place before keeps its frame.
 *
 * What is appended costs only itself. Lists that share nothing are compared item by item, which the reducer has done as well.
 */
export function itemFrames<T>(
  before: TrimmedList<T>,
  known: Sequence<number>,
  after: TrimmedList<T>,
  frame: number,
): Sequence<number> {
  const shift = after.dropped - before.dropped;
  if (shift === 0 && after.items.continues(before.items)) return grown(known, after.items.length, frame);
  const frames: number[] = [];
  for (let index = 0; index < after.items.length; index++) {
    const place = index + shift;
    const isKept = place >= 0 && place < before.items.length && before.items.at(place) === after.items.at(index);
    frames.push(isKept ? (known.at(place) ?? frame) : frame);
  }
  return Sequence.of(frames);
}

/**
 * Returns the frame of each piece of the output of a terminal after a frame.
 *
 * A limit drops bytes, not pieces, so that the first piece may be the rest of an older one. One piece comes at a time, and it is the last.
 */
export function pieceFrames<T>(
  before: Sequence<T>,
  known: Sequence<number>,
  after: Sequence<T>,
  frame: number,
): Sequence<number> {
  if (after.continues(before)) return grown(known, after.length, frame);
  const shift = before.length + 1 - after.length;
  const frames: number[] = [];
  for (let index = 0; index < after.length; index++) frames.push(known.at(index + shift) ?? frame);
  return Sequence.of(frames);
}

function grown(known: Sequence<number>, length: number, frame: number): Sequence<number> {
  let frames = known;
  while (frames.length < length) frames = frames.append(frame);
  return frames;
}
