import { type BrokenFrame, EXCERPT_BYTES } from '../../transport/transport.ts';

/** An event of a stream; one that is too long is reported by its two ends. */
export interface StreamEvent {
  /** The last id that the stream has named; empty if it has named none. */
  readonly id: string;
  readonly data: string | BrokenFrame;
}

// `data: ` counts for the line, but not for the event.
const FIELD_LENGTH = 6;

/** Reads server-sent events from the bytes of a stream, however they were cut. An event that is unfinished at the end is dropped. */
export class SseParser {
  readonly #maxLength: number;
  // It drops a byte order mark at the start of the stream, and only there.
  readonly #decoder = new TextDecoder();
  /** The start of a line whose end has not come yet. */
  #line: string | BrokenFrame = '';
  #data: string | BrokenFrame | undefined;
  #id = '';
  #skipsNewline = false;
  /** The id of the last complete event, also of one without data. */
  lastId = '';
  /** The pause before reconnecting that the server has asked for, in milliseconds. */
  retry: number | undefined;

  /** `maxLength` is the length of the longest event that is delivered, in UTF-16 units. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Adds bytes and returns the events that they complete. */
  push(bytes: Uint8Array): StreamEvent[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    const events: StreamEvent[] = [];
    if (text === '') return events;
    let from = this.#skipsNewline && text[0] === '\n' ? 1 : 0;
    this.#skipsNewline = false;
    let newline = text.indexOf('\n', from);
    let carriage = text.indexOf('\r', from);
    while (newline !== -1 || carriage !== -1) {
      const isCarriage = carriage !== -1 && (newline === -1 || carriage < newline);
      const end = isCarriage ? carriage : newline;
      this.#takeLine(joined(this.#line, text.slice(from, end), this.#maxLength + FIELD_LENGTH), events);
      this.#line = '';
      from = end + 1;
      if (isCarriage && newline === from) from += 1;
      this.#skipsNewline = isCarriage && end + 1 === text.length;
      if (isCarriage) carriage = text.indexOf('\r', from);
      if (newline !== -1 && newline < from) newline = text.indexOf('\n', from);
    }
    if (from < text.length) this.#line = joined(this.#line, text.slice(from), this.#maxLength + FIELD_LENGTH);
    return events;
  }

  #takeLine(line: string | BrokenFrame, events: StreamEvent[]): void {
    if (line === '') {
      this.lastId = this.#id;
      if (this.#data !== undefined) events.push({ id: this.#id, data: this.#data });
      this.#data = undefined;
      return;
    }
    const start = typeof line === 'string' ? line : line.head;
    const colon = start.indexOf(':');
    const field = colon === -1 ? start : start.slice(0, colon);
    const skipped = colon === -1 ? start.length : colon + (start[colon + 1] === ' ' ? 2 : 1);
    const value = start.slice(skipped);
    if (field === 'data') {
      this.#addData(typeof line === 'string' ? value : { ...line, size: line.size - skipped, head: value });
    } else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
  }

  #addData(value: string | BrokenFrame): void {
    const data = this.#data;
    if (typeof value === 'string') {
      this.#data =
        data === undefined ? joined('', value, this.#maxLength) : joined(data, `\n${value}`, this.#maxLength);
    } else if (data === undefined) this.#data = value;
    else {
      const [size, head] = typeof data === 'string' ? [data.length, `${data}\n${value.head}`] : [data.size, data.head];
      this.#data = { ...value, size: size + 1 + value.size, head: head.slice(0, EXCERPT_BYTES) };
    }
  }
}

/** Returns both texts as one, or its two ends if that is too long. */
function joined(start: string | BrokenFrame, text: string, maxLength: number): string | BrokenFrame {
  if (typeof start !== 'string') {
    return { ...start, size: start.size + text.length, tail: (start.tail + text).slice(-EXCERPT_BYTES) };
  }
  const all = start + text;
  if (all.length <= maxLength) return all;
  const tail = all.slice(Math.max(EXCERPT_BYTES, all.length - EXCERPT_BYTES));
  return { problem: 'too-long', size: all.length, head: all.slice(0, EXCERPT_BYTES), tail };
}
