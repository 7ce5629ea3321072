import type { DiagnosticCode } from '../diagnostic.ts';
import type { Position } from '../event.ts';
import { draftOf, type SessionState } from '../state.ts';

/** Returns the state with one more diagnostic; above the limit it is only counted. */
export function reported(state: SessionState, code: DiagnosticCode, at: Position, detail: string): SessionState {
  const next = draftOf(state);
  if (state.diagnostics.length < state.limits.diagnostics) {
    next.diagnostics = state.diagnostics.append({ code, at, detail });
  } else {
    next.dropped = { ...state.dropped, diagnostics: state.dropped.diagnostics + 1 };
  }
  return next;
}

/** Returns text of the agent in quotes for a diagnostic: shortened, and with control characters escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text);
}
