import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Begins its message ids again in a session that was opened again. */
export const a26IdsAgain: AgentMutant = {
  name: 'a26-ids-again',
  breaks: 'A26',
  defect: 'Begins its message ids again in a session that was opened again.',
  dialects: ['june'],
  caughtBy: ['replay.new-ids'],
  make() {
    let isLoading = false;
    let first: unknown;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/load') isLoading = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/load') isLoading = false;
        const update = updateIn(message);
        const isSaid = String(update?.['sessionUpdate']).startsWith('agent_message');
        if (isSaid && isLoading) first ??= update?.['messageId'];
        const isAgain = isSaid && !isLoading && first !== undefined;
        const again = { ...paramsOf(message), update: { ...update, messageId: first } };
        wire.toClient(isAgain ? { ...message, params: again } : message);
      },
    };
  },
};
