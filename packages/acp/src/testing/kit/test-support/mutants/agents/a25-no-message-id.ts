import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Sends chunks of messages without an id. */
export const a25NoMessageId: AgentMutant = {
  name: 'a25-no-message-id',
  breaks: 'A25',
  defect: 'Sends chunks of messages without an id.',
  dialects: ['june', 'november'],
  caughtBy: ['messages.ids'],
  mayFollow: ['prompt.valid', 'replay.same-ids', 'replay.complete', 'messages.unique-ids'],
  make: () =>
    badUpdate((update) => {
      const { messageId: _, ...nameless } = update;
      return update['sessionUpdate'] === 'agent_message_chunk' ? nameless : update;
    }),
};
