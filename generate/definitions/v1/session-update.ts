import { closedUnion, type Topic } from '../../language.ts';

/** Session updates of v1. */
export const sessionUpdate = {
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
    },
    { tag: 'sessionUpdate' },
  ),
} satisfies Topic;
