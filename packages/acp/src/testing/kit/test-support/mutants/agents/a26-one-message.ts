import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Uses one id for the messages of every turn. */
export const a26OneMessage: AgentMutant = {
  name: 'a26-one-message',
  breaks: 'A26',
  defect: 'Uses one id for the messages of every turn.',
  dialects: ['june'],
  caughtBy: ['messages.unique-ids'],
  mayFollow: ['replay.complete', 'replay.same-ids', 'messages.one-kind'],
  make: () =>
    badUpdate((update) =>
      update['sessionUpdate'] === 'agent_message_chunk' ? { ...update, messageId: 'm1' } : update,
    ),
};
