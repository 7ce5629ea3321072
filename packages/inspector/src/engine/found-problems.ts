import type { Finding, LintFinding } from '@emend/acp/recording';
import type { Diagnostic, SessionState } from '@emend/acp/session';
import type { Problem } from '../api/problem.ts';

/** Returns what the check of a line found as a problem of its frame. */
export function checkProblem(frame: number, { level, path, text }: Finding, session: string | undefined): Problem {
  return {
    frame,
    level,
    from: 'check',
    ...(session === undefined ? {} : { session }),
    ...(path.length === 0 ? {} : { path }),
    text,
  };
}

/** Returns what the linter found as a problem. */
export function lintProblem({ rule, level, frame, path, session, text }: LintFinding): Problem {
  return {
    frame,
    level,
    from: 'linter',
    code: rule,
    ...(session === undefined ? {} : { session }),
    ...(path === undefined || path.length === 0 ? {} : { path }),
    text,
  };
}

/** Returns the diagnostics of a session that an event of a frame added, as problems. */
export function sessionProblems(
  frame: number,
  session: string,
  before: SessionState | undefined,
  after: SessionState,
): readonly Problem[] {
  if (before?.diagnostics === after.diagnostics) return [];
  const known = before?.diagnostics.last();
  const found: Problem[] = [];
  for (let index = after.diagnostics.length - 1; index >= 0; index--) {
    const diagnostic = after.diagnostics.at(index) as Diagnostic;
    if (diagnostic === known || diagnostic.at !== frame) break;
    const { code, detail } = diagnostic;
    found.push({ frame, level: 'warning', from: 'session', code, session, text: detail });
  }
  return found.reverse();
}
