import { type AgentMutant, everywhere, updateIn } from '../agent-mutant.ts';

/** Writes its thoughts in several lines. */
export const b02ManyLines: AgentMutant = {
  name: 'b02-many-lines',
  breaks: 'B2',
  defect: 'Writes its thoughts in several lines.',
  dialects: everywhere,
  caughtBy: ['output.clean'],
  mayFollow: ['replay.complete'],
  make: () => ({
    fromAgent(message, wire) {
      if (updateIn(message)?.['sessionUpdate'] !== 'agent_thought_chunk') return wire.toClient(message);
      for (const line of JSON.stringify(message, undefined, 2).split('\n')) wire.toClient(line);
    },
  }),
};
