import { formatPath, type PathStep } from '@emend/acp/protocol';
import { noteLine } from '../output/note.ts';

/** An error or a warning about a message. */
export interface Finding {
  readonly path: readonly PathStep[];
  readonly level: 'error' | 'warning';
  readonly text: string;
}

/** Returns an error that says what was expected and what was found. */
export function mismatchAt(path: readonly PathStep[], expected: string, found: string): Finding {
  return { path, level: 'error', text: `expected ${expected}, found ${found}` };
}

/** Returns a warning, which does not make the input invalid. */
export function warningAt(path: readonly PathStep[], text: string): Finding {
  return { path, level: 'warning', text };
}

/** Returns a finding as it is printed: `LINE:PATH: error: expected X, found Y`; `LINE: error: ...` if it is about the whole line. */
export function formatFinding(line: number, { path, level, text }: Finding, prefix: string): string {
  const place = path.length === 0 ? line : `${line}:${formatPath(path)}`;
  return noteLine(`${prefix}${place}: ${level}: ${text}`);
}
