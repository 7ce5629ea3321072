import {
  isKnownReceivedSessionUpdate,
  type KnownReceivedSessionUpdate,
} from '../../protocol/june/generated/proposal.ts';
import { formatIssue, type Repair } from '../../protocol/reading/issue.ts';
import type { SessionEvent, UpdateEvent } from '../event.ts';
import { type SessionState, withTracking } from '../state.ts';
import { applyChunk, applyClear, applyMessage } from './apply-message.ts';
import {
  applyCommands,
  applyConfig,
  applyInfo,
  applyLoadEnd,
  applyLoadStart,
  applyPlan,
  applyUnknown,
  applyUsage,
} from './apply-session.ts';
import { applyToolCall, applyToolCallChunk } from './apply-tool-call.ts';
import { applyAnswer, applyCancel, applyPermission, applyPrompt, applyTurnEnd, markRunning } from './apply-turn.ts';
import { reported } from './report.ts';

/** The state after an event: the same object if nothing changed, else a new one that shares what did not. */
export function applyEvent(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'update':
      return applyUpdateEvent(state, event);
    case 'malformed':
      return reported(state, 'malformed_update', event.at, event.issues.map(formatIssue).join('; '));
    case 'repaired':
      return reportRepairs(state, event.repairs, event.at);
    case 'prompt_sent':
      return applyPrompt(state, event);
    case 'turn_ended':
      return applyTurnEnd(state, event);
    case 'cancel_sent':
      return applyCancel(state);
    case 'permission_opened':
      return applyPermission(state, event);
    case 'permission_answered':
      return applyAnswer(state, event);
    case 'load_started':
      return applyLoadStart(state);
    case 'load_ended':
    case 'load_failed':
      return applyLoadEnd(state, event.type);
    case 'configured':
      return applyConfig(state, event.configOptions);
  }
}

/** The state after several events. */
export function applyEvents(state: SessionState, events: Iterable<SessionEvent>): SessionState {
  let next = state;
  for (const event of events) next = applyEvent(next, event);
  return next;
}

function applyUpdateEvent(state: SessionState, event: UpdateEvent): SessionState {
  const { update, repairs, at } = event;
  const next = repairs === undefined ? state : reportRepairs(state, repairs, at);
  if (!isKnownReceivedSessionUpdate(update)) return applyUnknown(heard(next, at), update, at);
  return isAboutSession(update) ? applyAboutSession(next, update) : applyToTimeline(heard(next, at), update, at);
}

function reportRepairs(state: SessionState, repairs: readonly Repair[], at: number | undefined): SessionState {
  return repairs.length === 0 ? state : reported(state, 'malformed_part', at, repairs.map(formatIssue).join('; '));
}

type AboutSession = Extract<
  KnownReceivedSessionUpdate,
  {
    sessionUpdate: 'available_commands_update' | 'config_option_update' | 'session_info_update' | 'usage_update';
  }
>;

/** Updates that may come at any time and are no sign of a turn. */
function isAboutSession(update: KnownReceivedSessionUpdate): update is AboutSession {
  switch (update.sessionUpdate) {
    case 'available_commands_update':
    case 'config_option_update':
    case 'session_info_update':
    case 'usage_update':
      return true;
    default:
      return false;
  }
}

function applyAboutSession(state: SessionState, update: AboutSession): SessionState {
  switch (update.sessionUpdate) {
    case 'available_commands_update':
      return applyCommands(state, update.availableCommands);
    case 'config_option_update':
      return applyConfig(state, update.configOptions);
    case 'session_info_update':
      return applyInfo(state, update);
    case 'usage_update':
      return applyUsage(state, update);
  }
}

function applyToTimeline(
  state: SessionState,
  update: Exclude<KnownReceivedSessionUpdate, AboutSession>,
  at: number | undefined,
): SessionState {
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return applyChunk(state, 'agent', update, at);
    case 'agent_thought_chunk':
      return applyChunk(state, 'thought', update, at);
    case 'user_message_chunk':
      return applyChunk(state, 'user', update, at);
    case 'tool_call_update':
      return applyToolCall(state, update, at);
    case 'tool_call_content_chunk':
      return applyToolCallChunk(state, update, at);
    case 'agent_message':
      return applyMessage(state, 'agent', update, at);
    case 'agent_thought':
      return applyMessage(state, 'thought', update, at);
    case 'user_message':
      return applyMessage(state, 'user', update, at);
    case 'agent_message_clear':
      return applyClear(state, 'agent', update, at);
    case 'agent_thought_clear':
      return applyClear(state, 'thought', update, at);
    case 'plan_update':
      return applyPlan(state, update, at);
  }
}

/** The agent did something: the turn runs, or it goes on after its end, which is said once a turn. */
function heard(state: SessionState, at: number | undefined): SessionState {
  const { tracking } = state;
  if (tracking.cursor.turns.running !== -1) return markRunning(state);
  if (state.turns.length === 0 || tracking.isLateReported) return state;
  const detail = 'the agent went on after it had answered the prompt';
  return reported(withTracking(state, { ...tracking, isLateReported: true }), 'update_after_turn', at, detail);
}
