import type { PermissionDecision } from '@emend/acp/permissions';
import { ruleWords } from '../../options/permission-file.ts';

/** What rules have decided about. */
interface Decided {
  readonly kind: string;
  readonly toolCallId: unknown;
  readonly sessionId: unknown;
  readonly decision: PermissionDecision;
  /** The file of the rules. */
  readonly file: string;
  /** Who is asked if the rules do not decide: the client of the connection, or all clients of the session. */
  readonly asked: 'client' | 'clients';
}

/** Returns the line of the log about a decision of the rules. */
export function decisionLine({ kind, toolCallId, sessionId, decision, file, asked }: Decided): string {
  const how = { allow: 'given', reject: 'rejected', ask: `left to the ${asked}` }[decision.decision];
  const option = decision.option === undefined ? '' : ` with option ${quoted(decision.option.optionId)}`;
  const what = `${quoted(kind)} of tool call ${quoted(toolCallId)} in session ${quoted(sessionId)}`;
  if (decision.rule === undefined && decision.decision === 'ask')
    return `Permission for ${what}: ${ruleWords(decision, file)} matches, so the ${asked} ${asked === 'client' ? 'is' : 'are'} asked.`;
  return `Permission for ${what} was ${how} by ${ruleWords(decision, file)}${option}.`;
}

/** Returns a value of the agent so that it can be told from the rest of the line, and is not too long. */
function quoted(value: unknown): string {
  return JSON.stringify(String(value).slice(0, 100));
}
