import { type BrokenFrame, EXCERPT_BYTES } from './transport.ts';
import { decodeUtf8Loosely } from './utf8.ts';

/** Returns the report of a frame that cannot be delivered, given all of its bytes. */
export function brokenFrame(problem: BrokenFrame['problem'], bytes: Uint8Array): BrokenFrame {
  return {
    problem,
    size: bytes.length,
    head: decodeUtf8Loosely(bytes.subarray(0, EXCERPT_BYTES)),
    tail: decodeUtf8Loosely(bytes.subarray(Math.max(EXCERPT_BYTES, bytes.length - EXCERPT_BYTES))),
  };
}
