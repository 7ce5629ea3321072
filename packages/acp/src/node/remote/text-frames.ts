import { randomFillSync } from 'node:crypto';

/** The first byte of a text message in one frame. */
const TEXT = 0x81;
const MASKED = 0x80;
/** Lengths up to the first stand in the second byte; up to the second, in two more; longer ones in eight. */
const SHORT = 125;
const MEDIUM = 0xffff;

/** Text messages of a WebSocket, ready to be written to its network socket at once. */
export interface TextFrames {
  /** The size of what was added. */
  readonly size: number;
  add(text: string): void;
  /** Returns what was added since the last time. */
  take(): Bytes;
}

/** Bytes to write; in a string each character is one. */
interface Bytes {
  readonly data: string | Buffer;
  readonly encoding: 'latin1';
}

/** Returns the text messages of a server, which are a string: Node writes one short string faster than several pieces. */
export function serverFrames(): TextFrames {
  let data = '';
  return {
    get size() {
      return data.length;
    },
    add(text) {
      const size = Buffer.byteLength(text);
      data += headOf(size) + (size === text.length ? text : Buffer.from(text).toString('latin1'));
    },
    take() {
      const taken = data;
      data = '';
      return { data: taken, encoding: 'latin1' };
    },
  };
}

/** Returns the text messages of a client, each masked with a key that nobody can foresee. */
export function clientFrames(): TextFrames {
  let frames: Buffer[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(text) {
      const frame = maskedFrame(text);
      frames.push(frame);
      size += frame.length;
    },
    take() {
      const [first] = frames;
      const data = first !== undefined && frames.length === 1 ? first : Buffer.concat(frames, size);
      frames = [];
      size = 0;
      return { data, encoding: 'latin1' };
    },
  };
}

function headOf(size: number): string {
  if (size <= SHORT) return String.fromCharCode(TEXT, size);
  if (size <= MEDIUM) return String.fromCharCode(TEXT, 126, size >> 8, size & 0xff);
  const head = Buffer.from([TEXT, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUIntBE(size, 4, 6);
  return head.toString('latin1');
}

function maskedFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const start = size <= SHORT ? 6 : size <= MEDIUM ? 8 : 14;
  const frame = Buffer.allocUnsafe(start + size);
  frame[0] = TEXT;
  if (size <= SHORT) frame[1] = MASKED | size;
  else if (size <= MEDIUM) {
    frame[1] = MASKED | 126;
    frame[2] = size >> 8;
    frame[3] = size & 0xff;
  } else {
    frame[1] = MASKED | 127;
    frame[2] = 0;
    frame[3] = 0;
    frame.writeUIntBE(size, 4, 6);
  }
  frame.write(text, start, size === text.length ? 'latin1' : 'utf8');
  const key = start - 4;
  putRandom(frame, key);
  for (let index = 0; index < size; index += 1)
    frame[start + index] = (frame[start + index] as number) ^ (frame[key + (index & 3)] as number);
  return frame;
}

// Random bytes are asked for many at a time; one by one they would cost more than the frame.
const random = Buffer.alloc(8_192);
let used = random.length;

function putRandom(target: Buffer, at: number): void {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  for (let index = 0; index < 4; index += 1) target[at + index] = random[used + index] as number;
  used += 4;
}
