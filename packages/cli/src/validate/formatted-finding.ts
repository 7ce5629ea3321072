import { formatPath, type PathStep } from '@emend/acp/protocol';
import type { Finding, LintFinding } from '@emend/acp/recording';
import { noteLine } from '../output/note.ts';

/** Returns a finding as it is printed: `LINE:PATH: error: expected X, found Y`; `LINE: error: ...` if it is about the whole line. */
export function formatFinding(line: number, { path, level, text }: Finding, prefix: string): string {
  return formatted(line, path, `${level}: ${text}`, prefix);
}

/** Returns a finding of the linter as it is printed: `LINE:PATH: hint: ... [RULE]`. */
export function formatHint({ frame, path, level, text, rule }: LintFinding, prefix: string): string {
  return formatted(frame, path ?? [], `${level}: ${text} [${rule}]`, prefix);
}

function formatted(line: number, path: readonly PathStep[], text: string, prefix: string): string {
  const place = path.length === 0 ? line : `${line}:${formatPath(path)}`;
  return noteLine(`${prefix}${place}: ${text}`);
}
