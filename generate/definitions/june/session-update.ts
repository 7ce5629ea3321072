import { openUnion, type Topic } from '../../language.ts';

/** Session updates of June. */
export const sessionUpdate = {
  SessionUpdate: openUnion(
    'Something that happened in a session.',
    {
      user_message_chunk: 'ContentChunk',
      user_message: 'UserMessage',
      agent_message_chunk: 'ContentChunk',
      agent_message: 'AgentMessage',
      agent_thought_chunk: 'ContentChunk',
      agent_thought: 'AgentThought',
      tool_call_content_chunk: 'ToolCallContentChunk',
      tool_call_update: 'ToolCallUpdate',
      plan_update: 'PlanUpdate',
      available_commands_update: 'AvailableCommandsUpdate',
      config_option_update: 'ConfigOptionUpdate',
      session_info_update: 'SessionInfoUpdate',
      usage_update: 'UsageUpdate',
    },
    { tag: 'sessionUpdate', anyTag: true },
  ),
} satisfies Topic;
