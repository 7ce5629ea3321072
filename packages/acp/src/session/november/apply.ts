import type { AgentMessage, ContentChunk } from '../../protocol/june/generated/message.ts';
import type { ReceivedSessionUpdate, UnknownReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';
import { isKnownSessionUpdate, type SessionUpdate } from '../../protocol/november/generated/session-update.ts';
import type { ActivityEvent, Position } from '../event.ts';
import { applyActivity } from '../reduce/apply-activity.ts';
import { applyCompaction, applySummaryChunk } from '../reduce/apply-compaction.ts';
import { applyChunk, applyMessage } from '../reduce/apply-message.ts';
import { applyNotice } from '../reduce/apply-notice.ts';
import { applyCommands, applyConfig, applyInfo, applyPlan, applyUnknown, applyUsage } from '../reduce/apply-session.ts';
import { applyTerminal, applyTerminalChunk } from '../reduce/apply-terminal.ts';
import { applyToolCall, applyToolCallChunk } from '../reduce/apply-tool-call.ts';
import { markRunning } from '../reduce/heard.ts';
import { asNovember, type SessionState } from '../state.ts';
import type { ToolCallPatch } from '../tool-call.ts';
import { renamedCommands, renamedOptions, renamedPlan } from './renamed.ts';
import { novemberRules as rules } from './rules.ts';

/** Applies an update of November. Updates may come at any time: only `state_update` says what the agent is doing. */
export function apply(before: SessionState, received: ReceivedSessionUpdate, at: Position): SessionState {
  const state = asNovember(before);
  const update = received as SessionUpdate;
  if (!isKnownSessionUpdate(update)) {
    return applyUnknown(markRunning(state), update as UnknownReceivedSessionUpdate, at);
  }
  switch (update.sessionUpdate) {
    case 'agent_message_chunk':
      return applyChunk(markRunning(state), 'agent', update as ContentChunk, rules, at);
    case 'agent_thought_chunk':
      return applyChunk(markRunning(state), 'thought', update as ContentChunk, rules, at);
    case 'user_message_chunk':
      return applyChunk(markRunning(state), 'user', update as ContentChunk, rules, at);
    case 'tool_call_update':
      return applyToolCall(markRunning(state), update as ToolCallPatch, rules, at);
    case 'tool_call_content_chunk':
      return applyToolCallChunk(markRunning(state), update, rules, at);
    case 'terminal_output_chunk':
      return applyTerminalChunk(markRunning(state), update, at);
    case 'terminal_update':
      return applyTerminal(markRunning(state), update, at);
    case 'agent_message':
      return applyMessage(markRunning(state), 'agent', update as AgentMessage, rules, at);
    case 'agent_thought':
      return applyMessage(markRunning(state), 'thought', update as AgentMessage, rules, at);
    case 'user_message':
      return applyMessage(markRunning(state), 'user', update as AgentMessage, rules, at);
    case 'plan_update':
      return applyPlan(markRunning(state), renamedPlan(update), at);
    case 'compaction_update':
      return applyCompaction(markRunning(state), update, at);
    case 'compaction_summary_chunk':
      return applySummaryChunk(markRunning(state), update, at);
    case 'state_update':
      return applyActivity(state, update as Pick<ActivityEvent, 'state'>, at);
    case 'notice':
      return applyNotice(state, update);
    case 'available_commands_update':
      return applyCommands(state, renamedCommands(update.availableCommands));
    case 'config_option_update':
      return applyConfig(state, renamedOptions(update.configOptions));
    case 'session_info_update':
      return applyInfo(state, update, rules);
    case 'usage_update':
      return applyUsage(state, update, rules);
  }
}
