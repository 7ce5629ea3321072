import type { Finding } from '../finding.ts';
import type { LintFinding, LintRuleName } from './rules.ts';

/** The rules that find what the check of a line warns of, too, at the same place. */
const checkedRules: ReadonlySet<LintRuleName> = new Set<LintRuleName>(['noise', 'answer-unasked']);

/** Returns the hints about a line without those that repeat a warning of its check. */
export function newHints(hints: readonly LintFinding[], findings: readonly Finding[]): readonly LintFinding[] {
  if (hints.length === 0 || findings.length === 0) return hints;
  return hints.filter(({ rule, path = [] }) => !checkedRules.has(rule) || !findings.some(isWarningAt(path)));
}

function isWarningAt(place: Finding['path']): (finding: Finding) => boolean {
  return ({ level, path }) =>
    level === 'warning' && path.length === place.length && path.every((step, index) => step === place[index]);
}
