import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Rewrites the stack of an error to positions in the sources. Reading source maps is slow, so it is done only after an error and not at
 * every start.
 */
export function nameSources(error: unknown): void {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return;
  const maps = new Map<string, SourceMap | undefined>();
  error.stack = error.stack.replace(place, (found: string, file: string, line: string, column: string) => {
    if (!maps.has(file)) maps.set(file, mapOf(file));
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return found;
    const source = new URL(entry.originalSource, file).href;
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
