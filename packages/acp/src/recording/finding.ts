import type { PathStep } from '../protocol/reading/issue.ts';

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
