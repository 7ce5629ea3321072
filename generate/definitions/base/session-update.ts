import { bareRecord, lenient, record, type Topic } from '../../language.ts';

/** Updates that all drafts of version 2 have, with their types. */
export const draftUpdates = {
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
} as const;

/** Session updates. */
export const sessionUpdate = {
  SessionInfoUpdate: record('Updates session details: omitted keeps a field, null clears it, a value replaces it.', {
    'title?': ['string | null', 'Title to show.'],
    'updatedAt?': ['string | null', 'Time of the last activity, in ISO 8601.'],
  }),
  Cost: bareRecord('Cost of the session so far.', {
    amount: ['double', 'Amount in the currency.'],
    currency: ['string', 'Currency, as an ISO 4217 code.'],
  }),
  UsageUpdate: record('Use of the context window, and cost.', {
    used: ['uint64', 'Tokens in the context now.'],
    size: ['uint64', 'Size of the context window in tokens.'],
    'cost?': ['Cost | null', 'Cost so far.', lenient],
  }),
  SessionNotification: record('An update of a session.', {
    sessionId: ['SessionId', 'Id of the session.'],
    update: ['SessionUpdate', 'What happened.'],
  }),
} satisfies Topic;
