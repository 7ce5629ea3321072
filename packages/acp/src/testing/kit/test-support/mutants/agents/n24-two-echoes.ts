import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Tells a prompt twice, under two ids. */
export const n24TwoEchoes: AgentMutant = {
  name: 'n24-two-echoes',
  breaks: 'N24',
  defect: 'Tells a prompt twice, under two ids.',
  dialects: ['november'],
  caughtBy: ['messages.one-echo'],
  mayFollow: ['replay.new-ids', 'replay.same-ids', 'messages.unique-ids'],
  make: () => ({
    fromAgent(message, wire) {
      wire.toClient(message);
      const update = updateIn(message);
      if (!String(update?.['sessionUpdate']).startsWith('user_')) return;
      wire.toClient({ ...message, params: { ...paramsOf(message), update: { ...update, messageId: 'second' } } });
    },
  }),
};
