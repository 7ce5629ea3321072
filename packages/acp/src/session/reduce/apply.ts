import { formatIssue, type Repair } from '../../protocol/reading/issue.ts';
import type { Position, SessionEvent } from '../event.ts';
import { readerFor, type SessionDialect } from '../session-readers.ts';
import { asNovember, type SessionState } from '../state.ts';
import { applyActivity } from './apply-activity.ts';
import { applyElicitation, applyElicitationAnswer } from './apply-elicitation.ts';
import { applyInserted, applyRefused } from './apply-inserted.ts';
import { applyAnswer, applyPermission } from './apply-permission.ts';
import { applyConfig, applyLoadEnd, applyLoadStart } from './apply-session.ts';
import { applyCancel, applyPrompt, applyTurnEnd } from './apply-turn.ts';
import { reported } from './report.ts';

/** Returns the state after an event: the same object if nothing changed, else a new one that shares what did not. */
export function applyEvent(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'update':
      return readerFor(event.dialect).apply(reportRepairs(state, event.repairs, event.at), event.update, event.at);
    case 'malformed':
      return reported(state, 'malformed_update', event.at, event.issues.map(formatIssue).join('; '));
    case 'repaired':
      return reportRepairs(state, event.repairs, event.at);
    case 'prompt_sent':
      return applyPrompt(inDialect(state, event.dialect), event);
    case 'turn_ended':
      return applyTurnEnd(state, event);
    case 'cancel_sent':
      return applyCancel(state);
    case 'permission_opened':
      return applyPermission(inDialect(state, event.dialect), event, readerFor(event.dialect).rules);
    case 'permission_answered':
    case 'permission_withdrawn':
      return applyAnswer(state, event);
    case 'load_started':
      return applyLoadStart(state, event.history ?? 'cleared');
    case 'load_ended':
    case 'load_failed':
      return applyLoadEnd(state, event.type);
    case 'configured':
      return applyConfig(state, event.configOptions);
    case 'prompt_inserted':
      return applyInserted(asNovember(state), event);
    case 'prompt_refused':
      return applyRefused(asNovember(state), event);
    case 'activity':
      return applyActivity(asNovember(state), event, event.at);
    case 'elicitation_opened':
      return applyElicitation(state, event);
    case 'elicitation_answered':
      return applyElicitationAnswer(state, event);
  }
}

/** Returns the state after several events. */
export function applyEvents(state: SessionState, events: Iterable<SessionEvent>): SessionState {
  let next = state;
  for (const event of events) next = applyEvent(next, event);
  return next;
}

function inDialect(state: SessionState, dialect: SessionDialect | undefined): SessionState {
  return dialect === 'november' ? asNovember(state) : state;
}

function reportRepairs(state: SessionState, repairs: readonly Repair[] | undefined, at: Position): SessionState {
  if (repairs === undefined || repairs.length === 0) return state;
  return reported(state, 'malformed_part', at, repairs.map(formatIssue).join('; '));
}
