import { record, type Topic } from '../../language.ts';

/** Prompts in November. */
export const prompt = {
  PromptRequest: record('Sends a message of the user to the agent.', {
    sessionId: ['SessionId', 'Id of the session.'],
    prompt: ['ContentBlock[+]', 'Message of the user.'],
  }),
  PromptResponse: record('The message has become part of the conversation. The work on it goes on.', {
    messageId: ['MessageId', 'Id of the message.'],
  }),
  CancelSessionNotification: record('Asks the agent to end its work and to drop the prompts that are waiting.', {
    sessionId: ['SessionId', 'Id of the session.'],
  }),
} satisfies Topic;
