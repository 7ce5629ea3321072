import { type Finding, type LintFinding, lintRules, newHints } from '@emend/acp/recording';
import type { DiagnosticCode } from '@emend/acp/session';
import type { Problem } from '../api/problem.ts';
import { checkProblem, lintProblem } from './found-problems.ts';

/** What was found in one frame. */
interface FoundInFrame {
  readonly frame: number;
  /** The session that the frame names. */
  readonly session: string | undefined;
  readonly findings: readonly Finding[];
  /** The diagnostics that it added to sessions. */
  readonly diagnostics: readonly Problem[];
  readonly hints: readonly LintFinding[];
}

/** The diagnostic that comes before the hint that says the same. */
const early: DiagnosticCode = 'prompt_unknown_id';

/** Makes one problem of what the check of a line, a session and the linter say of the same mistake. */
export class ToldOnce {
  /** How many early diagnostics each session has for which no hint has come. */
  readonly #early = new Map<string, number>();

  /** Returns the problems that the next frame shows. */
  problems({ frame, session, findings, diagnostics, hints }: FoundInFrame): readonly Problem[] {
    if (findings.length + diagnostics.length + hints.length === 0) return [];
    const kept = this.hints(newHints(hints, findings));
    const covered = kept.map(({ code, session: of }) => `${diagnosticOf(code)} ${of}`);
    const left = diagnostics.filter(({ code, session: of }) => {
      const place = covered.indexOf(`${code} ${of}`);
      if (place !== -1) covered.splice(place, 1);
      return place === -1;
    });
    for (const { code, session: of = '' } of left) {
      if (code === early) this.#early.set(of, (this.#early.get(of) ?? 0) + 1);
    }
    return [...findings.map((finding) => checkProblem(frame, finding, session)), ...left, ...kept];
  }

  /** Returns the hints that no earlier diagnostic told. */
  hints(hints: readonly LintFinding[]): readonly Problem[] {
    return hints.filter((hint) => !this.#isTold(hint)).map(lintProblem);
  }

  #isTold({ rule, session = '' }: LintFinding): boolean {
    const count = diagnosticOf(rule) === early ? (this.#early.get(session) ?? 0) : 0;
    if (count > 0) this.#early.set(session, count - 1);
    return count > 0;
  }
}

/** The diagnostics that say the same as a rule of the linter, by its name. */
const diagnosticsByRule = new Map<string | undefined, DiagnosticCode>(
  Object.values(lintRules).flatMap((rule) => ('diagnostic' in rule ? [[rule.name, rule.diagnostic] as const] : [])),
);

function diagnosticOf(rule: string | undefined): DiagnosticCode | undefined {
  return diagnosticsByRule.get(rule);
}
