import { closedUnion, markedAs, type Topic } from '../../language.ts';
import { sessionUpdate as base } from '../base/session-update.ts';

/** Session updates of v1. */
export const sessionUpdate = {
  Cost: { ...base.Cost, meta: true },
  SessionInfoUpdate: markedAs(base.SessionInfoUpdate, true, 'title', 'updatedAt'),
  SessionUpdate: closedUnion(
    'Something that happened in a session.',
    {
      user_message_chunk: 'ContentChunk',
      agent_message_chunk: 'ContentChunk',
      agent_thought_chunk: 'ContentChunk',
      tool_call: 'ToolCall',
      tool_call_update: 'ToolCallUpdate',
      plan: 'Plan',
      available_commands_update: 'AvailableCommandsUpdate',
      current_mode_update: 'CurrentModeUpdate',
      config_option_update: 'ConfigOptionUpdate',
      session_info_update: 'SessionInfoUpdate',
      usage_update: 'UsageUpdate',
      notice: 'Notice',
      compaction_update: 'CompactionUpdate',
      compaction_summary_chunk: 'CompactionSummaryChunk',
    },
    { tag: 'sessionUpdate' },
  ),
} satisfies Topic;
