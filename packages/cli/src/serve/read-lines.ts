import type { Readable } from 'node:stream';

/** A line without end must not fill the memory. */
const longestLine = 64 * 1024;

/** Calls back for each line of a stream. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  const take = (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    if (rest.length > longestLine) end();
  };
  const end = (): void => {
    if (rest !== '') onLine(rest);
    rest = '';
  };
  stream.setEncoding('utf8').on('data', take).once('end', end);
}
