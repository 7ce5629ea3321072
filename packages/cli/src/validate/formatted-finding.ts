import { formatPath } from '@emend/acp/protocol';
import type { Finding } from '@emend/acp/recording';
import { noteLine } from '../output/note.ts';

/** Returns a finding as it is printed: `LINE:PATH: error: expected X, found Y`; `LINE: error: ...` if it is about the whole line. */
export function formatFinding(line: number, { path, level, text }: Finding, prefix: string): string {
  const place = path.length === 0 ? line : `${line}:${formatPath(path)}`;
  return noteLine(`${prefix}${place}: ${level}: ${text}`);
}
