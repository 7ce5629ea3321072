import { type BrokenFrame, EXCERPT_BYTES, type Received } from './transport.ts';
import { decodeUtf8Loosely } from './utf8.ts';

/** Returns the report of a frame that cannot be delivered, given all of its bytes. */
function brokenFrame(problem: BrokenFrame['problem'], bytes: Uint8Array): BrokenFrame {
  return {
    problem,
    size: bytes.length,
    head: decodeUtf8Loosely(bytes.subarray(0, EXCERPT_BYTES)),
    tail: decodeUtf8Loosely(bytes.subarray(Math.max(EXCERPT_BYTES, bytes.length - EXCERPT_BYTES))),
  };
}

/** Returns a text as a frame, or the report of one that is too long. */
export function textFrame(text: string, maxFrameBytes: number): Received {
  // A UTF-16 unit takes one to three bytes in UTF-8, so most frames fit without being measured.
  if (text.length * 3 <= maxFrameBytes) return text;
  const bytes = new TextEncoder().encode(text);
  return bytes.length <= maxFrameBytes ? text : brokenFrame('too-long', bytes);
}

/** Returns the report of a binary message, which is no frame whatever it contains. */
export function binaryFrame(size: number): BrokenFrame {
  return { problem: 'binary', size, head: '', tail: '' };
}
