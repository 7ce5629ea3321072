import { isKnownReceivedSessionUpdate, type ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import type { Position } from '../event.ts';
import { applyChunk, applyClear, applyMessage } from '../reduce/apply-message.ts';
import { applyCommands, applyConfig, applyInfo, applyPlan, applyUnknown, applyUsage } from '../reduce/apply-session.ts';
import { applyToolCall, applyToolCallChunk } from '../reduce/apply-tool-call.ts';
import { heard } from '../reduce/heard.ts';
import type { SessionState } from '../state.ts';
import { juneRules } from './rules.ts';

/** Applies an update of June. Commands, config, info and usage may come at any time and are no sign of a turn. */
export function apply(state: SessionState, update: ReceivedSessionUpdate, at: Position): SessionState {
  if (!isKnownReceivedSessionUpdate(update)) return applyUnknown(heard(state, at), update, at);
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return applyChunk(heard(state, at), 'agent', update, juneRules, at);
    case 'agent_thought_chunk':
      return applyChunk(heard(state, at), 'thought', update, juneRules, at);
    case 'user_message_chunk':
      return applyChunk(heard(state, at), 'user', update, juneRules, at);
    case 'tool_call_update':
      return applyToolCall(heard(state, at), update, juneRules, at);
    case 'tool_call_content_chunk':
      return applyToolCallChunk(heard(state, at), update, juneRules, at);
    case 'agent_message':
      return applyMessage(heard(state, at), 'agent', update, juneRules, at);
    case 'agent_thought':
      return applyMessage(heard(state, at), 'thought', update, juneRules, at);
    case 'user_message':
      return applyMessage(heard(state, at), 'user', update, juneRules, at);
    case 'agent_message_clear':
      return applyClear(heard(state, at), 'agent', update, juneRules, at);
    case 'agent_thought_clear':
      return applyClear(heard(state, at), 'thought', update, juneRules, at);
    case 'plan_update':
      return applyPlan(heard(state, at), update, at);
    case 'available_commands_update':
      return applyCommands(state, update.availableCommands);
    case 'config_option_update':
      return applyConfig(state, update.configOptions);
    case 'session_info_update':
      return applyInfo(state, update, juneRules);
    case 'usage_update':
      return applyUsage(state, update, juneRules);
  }
}
