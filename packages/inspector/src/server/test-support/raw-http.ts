import { connect } from 'node:net';

/** The answer to bytes. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes to a server as they are, and returns what it answers until it closes the connection or opens a WebSocket. */
export function exchange(port: number, bytes: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (piece) => {
      text += piece;
      if (text.startsWith('HTTP/1.1 101 ') && text.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(parsed(text)));
  });
}

function parsed(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers: new Map(headers), body: text.slice(end + 4) };
}

/** A request as bytes; a header that is `undefined` is left out, one that is a list is sent several times. */
export function requestBytes(
  line: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (value === undefined ? [] : typeof value === 'string' ? [value] : value).map((each) => `${name}: ${each}\r\n`),
  );
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
