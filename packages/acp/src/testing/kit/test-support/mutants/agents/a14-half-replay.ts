import { type AgentMutant, updateIn } from '../agent-mutant.ts';

/** Tells an earlier session again without what the agent had said. */
export const a14HalfReplay: AgentMutant = {
  name: 'a14-half-replay',
  breaks: 'A14',
  defect: 'Tells an earlier session again without what the agent had said.',
  dialects: ['v1', 'june'],
  caughtBy: ['replay.complete'],
  mayFollow: ['replay.cancelled'],
  make() {
    let isLoading = false;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') isLoading = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/load') isLoading = false;
        const isSaid = String(updateIn(message)?.['sessionUpdate']).startsWith('agent_');
        if (!isLoading || !isSaid) wire.toClient(message);
      },
    };
  },
};
