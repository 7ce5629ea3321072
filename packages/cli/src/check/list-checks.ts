import type { Kind } from './check-options.ts';
import type { CheckedKind, ListedCheck } from './checked-kind.ts';

/** Returns every check as a line: its kind, its name, its rules, and what a right peer does. */
export function listLines(kinds: readonly (readonly [Kind, CheckedKind])[], isTerminal: boolean): string[] {
  const rows = kinds.flatMap(([kind, { checks }]) =>
    checks.map((check) => [kind, check.id, rulesOf(check), check.title] as const),
  );
  if (!isTerminal) return rows.map((row) => row.join('\t'));
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

/** Returns the rules of a check, each once, in the order of the dialects. */
function rulesOf({ requirements }: ListedCheck): string {
  return [...new Set(Object.values(requirements).flatMap((rules) => rules ?? []))].join(',');
}
