import { prompts } from '../../right-agent.ts';
import { type AgentMutant, updateIn } from '../agent-mutant.ts';

/** Forgets what the agent had said in a turn that was cancelled. */
export const a14ForgetsCancelled: AgentMutant = {
  name: 'a14-forgets-cancelled',
  breaks: 'A14',
  defect: 'Forgets what the agent had said in a turn that was cancelled.',
  dialects: ['v1', 'june'],
  caughtBy: ['replay.cancelled'],
  make() {
    let isLoading = false;
    let isCancelled = false;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') isLoading = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/load') isLoading = false;
        const update = updateIn(message);
        const tag = String(update?.['sessionUpdate']);
        // The prompt tells which turn it was.
        if (tag.startsWith('user_')) isCancelled = JSON.stringify(update).includes(prompts.slow);
        if (!isLoading || !isCancelled || !tag.startsWith('agent_')) wire.toClient(message);
      },
    };
  },
};
