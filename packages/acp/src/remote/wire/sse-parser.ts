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
  /** The start of a line whose end has not come yet, or its ends if it is too long, and its length. */
  #line = '';
  #lineLength = 0;
  /** The same of the event. */
  #data: string | undefined;
  #length = 0;
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
    const events: StreamEvent[] = [];
    const text = this.#decoder.decode(bytes, { stream: true });
    if (text === '') return events;
    const lines = text.slice(this.#skipsNewline && text[0] === '\n' ? 1 : 0).split(/\r\n?|\n/);
    this.#skipsNewline = text.endsWith('\r');
    lines.forEach((part, index) => {
      if (index > 0) this.#endLine(events);
      this.#line += part;
      this.#lineLength += part.length;
      if (this.#lineLength > this.#maxLength + FIELD_LENGTH) this.#line = endsOf(this.#line);
    });
    return events;
  }

  #endLine(events: StreamEvent[]): void {
    const line = this.#line;
    const field = line.split(':', 1)[0] ?? '';
    const value = line.slice(field.length + 1).replace(/^ /, '');
    if (line === '') {
      const [id, data, size] = [this.#id, this.#data, this.#length];
      this.lastId = id;
      if (data !== undefined) {
        const isShort = size <= this.#maxLength;
        const [head, tail] = [data.slice(0, EXCERPT_BYTES), data.slice(-EXCERPT_BYTES)];
        events.push({ id, data: isShort ? data : { problem: 'too-long', size, head, tail } });
      }
      this.#data = undefined;
      this.#length = 0;
    } else if (field === 'data') {
      const before = this.#data === undefined ? '' : `${this.#data}\n`;
      this.#length += this.#lineLength - line.length + value.length + Number(this.#data !== undefined);
      this.#data = before + value;
      if (this.#length > this.#maxLength) this.#data = endsOf(this.#data);
    } else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
    this.#line = '';
    this.#lineLength = 0;
  }
}

/** Returns what has to be kept of a text that is too long: enough for both of its ends, also after more was added. */
function endsOf(text: string): string {
  return text.slice(0, EXCERPT_BYTES + FIELD_LENGTH) + text.slice(-EXCERPT_BYTES);
}
