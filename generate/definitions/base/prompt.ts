import { record, type Topic } from '../../language.ts';

/** Turns, alike in both versions. */
export const prompt: Topic = {
  PromptRequest: record('Hands the agent what the person said and starts a turn.', {
    sessionId: ['SessionId', 'The session.'],
    prompt: ['ContentBlock[]', 'What the person said.'],
  }),
  PromptResponse: record('The turn has ended.', {
    stopReason: ['StopReason', 'Why it ended.'],
  }),
  CancelNotification: record('Asks the agent to end the running turn.', {
    sessionId: ['SessionId', 'The session.'],
  }),
};
