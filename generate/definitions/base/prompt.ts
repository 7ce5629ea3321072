import { openEnum, record, type Topic } from '../../language.ts';

/** Turns. */
export const prompt = {
  StopReason: openEnum('Why a turn ended.', {
    end_turn: 'The agent has finished its answer.',
    max_tokens: 'The model reached its token limit.',
    max_turn_requests: 'The turn reached its limit of model requests.',
    refusal: 'The agent refused. The prompt and everything after it leave the context.',
    cancelled: 'The client cancelled the turn.',
  }),
  PromptRequest: record('Sends a message of the user to the agent and starts a turn.', {
    sessionId: ['SessionId', 'Id of the session.'],
    prompt: ['ContentBlock[]', 'Message of the user.'],
  }),
  PromptResponse: record('The turn has ended.', {
    stopReason: ['StopReason', 'Why the turn ended.'],
  }),
  CancelNotification: record('Asks the agent to end the running turn.', {
    sessionId: ['SessionId', 'Id of the session.'],
  }),
} satisfies Topic;
