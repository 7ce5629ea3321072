import { formatPath, type PathStep } from '@emend/acp/protocol';
import { noteLine } from '../output/note.ts';

/** Something to say of a message: an error in the words of an issue, or a warning. */
export interface Finding {
  readonly path: readonly PathStep[];
  readonly level: 'error' | 'warning';
  readonly text: string;
}

/** An error: what should be there and what is. */
export function mismatch(path: readonly PathStep[], expected: string, found: string): Finding {
  return { path, level: 'error', text: `expected ${expected}, found ${found}` };
}

/** A doubt that does not make the input wrong. */
export function doubt(path: readonly PathStep[], text: string): Finding {
  return { path, level: 'warning', text };
}

/** Returns a finding as it is printed: `LINE:PATH: error: expected X, found Y`; `LINE: error: ...` if it is about the whole line. */
export function formatFinding(line: number, { path, level, text }: Finding, prefix: string): string {
  const place = path.length === 0 ? line : `${line}:${formatPath(path)}`;
  return noteLine(`${prefix}${place}: ${level}: ${text}`);
}
