import { type BrokenFrame, EXCERPT_BYTES } from '../../transport/transport.ts';

/** Callbacks of a parser of server-sent events. */
interface EventListener {
  /**
   * An event is complete. `id` is the last one that the stream has named, and empty if it has named none. Data that is too long is reported by
   * its two ends; an event without data is none for readers, but may name an id.
   */
  event(id: string, data: string | BrokenFrame | undefined): void;
  /** The server has asked for a pause before reconnecting, in milliseconds. */
  retry(pause: number): void;
}

// `data: ` counts for the line, but not for the event.
const FIELD_LENGTH = 6;

/**
 * Returns a function that reads server-sent events from the bytes of a stream, however they were cut. An event that is unfinished at the end is
 * dropped. `maxLength` is the length of the longest event that is delivered, in UTF-16 units.
 */
export function sseParser(maxLength: number, { event, retry }: EventListener): (bytes: Uint8Array) => void {
  // It drops a byte order mark at the start of the stream, and only there.
  const decoder = new TextDecoder();
  /** The start of a line whose end has not come yet, and its length; if it is too long, only its ends are kept. */
  let line = '';
  let lineLength = 0;
  /** The same of the event. Each of its lines is counted with the line break before it, which the first one has not. */
  let data: string | undefined;
  let length = -1;
  let id = '';
  let skipsNewline = false;

  function endLine(): void {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = line.slice(field.length + (line[colon + 1] === ' ' ? 2 : 1));
    if (line === '') {
      event(id, data === undefined || length <= maxLength ? data : tooLong(data, length));
      data = undefined;
      length = -1;
    } else if (field === 'data') {
      length += 1 + lineLength - line.length + value.length;
      data = data === undefined ? value : `${data}\n${value}`;
      if (length > maxLength) data = endsOf(data);
    } else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retry(Number(value));
    line = '';
    lineLength = 0;
  }

  return (bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    if (text === '') return;
    const unread = text.slice(skipsNewline && text[0] === '\n' ? 1 : 0);
    // Hardly any server sends carriage returns, and looking for either costs more.
    const lines = unread.split(unread.includes('\r') ? /\r\n?|\n/ : '\n');
    skipsNewline = text.endsWith('\r');
    lines.forEach((part, index) => {
      if (index > 0) endLine();
      line += part;
      lineLength += part.length;
      if (lineLength > maxLength + FIELD_LENGTH) line = endsOf(line);
    });
  };
}

/** Returns what has to be kept of a text that is too long: enough for both of its ends, also after more was added. */
function endsOf(text: string): string {
  return text.slice(0, EXCERPT_BYTES + FIELD_LENGTH) + text.slice(-EXCERPT_BYTES);
}

function tooLong(ends: string, size: number): BrokenFrame {
  return { problem: 'too-long', size, head: ends.slice(0, EXCERPT_BYTES), tail: ends.slice(-EXCERPT_BYTES) };
}
