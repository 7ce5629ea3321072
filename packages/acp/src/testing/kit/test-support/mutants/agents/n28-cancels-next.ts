import { type AgentMutant, paramsOf, updateIn } from '../agent-mutant.ts';

/** Cancels the prompt that comes after a cancel for which nothing ran. */
export const n28CancelsNext: AgentMutant = {
  name: 'n28-cancels-next',
  breaks: 'N28',
  defect: 'Cancels the prompt that comes after a cancel for which nothing ran.',
  dialects: ['november'],
  caughtBy: ['cancel.twice', 'cancel.idle'],
  make: () => {
    const running = new Set<unknown>();
    const doomed = new Set<unknown>();
    return {
      fromClient(message, wire) {
        const { sessionId } = paramsOf(message);
        if (message['method'] === 'session/cancel' && !running.has(sessionId)) doomed.add(sessionId);
        wire.toAgent(message);
        if (message['method'] !== 'session/prompt') return;
        running.add(sessionId);
        if (doomed.delete(sessionId)) wire.toAgent({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } });
      },
      fromAgent(message, wire) {
        if (updateIn(message)?.['state'] === 'idle') running.delete(paramsOf(message)['sessionId']);
        wire.toClient(message);
      },
    };
  },
};
