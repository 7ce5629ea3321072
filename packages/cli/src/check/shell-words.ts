import { shellLine as quotedLine } from '@emend/acp/node';
import { neutralRow } from '../terminal/neutral.ts';

/** Returns words as a line that can be pasted into a shell; what a terminal would obey is made visible. */
export function shellLine(words: readonly string[]): string {
  // It has nothing that a shell expands, and reads better as it is.
  return neutralRow(words.map((word) => (word === '{agent}' ? word : quotedLine([word]))).join(' '));
}
