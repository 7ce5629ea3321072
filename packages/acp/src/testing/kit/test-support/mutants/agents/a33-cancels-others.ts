import { type AgentMutant, everywhere, paramsOf } from '../agent-mutant.ts';

/** Ends the work of every session when one is cancelled. */
export const a33CancelsOthers: AgentMutant = {
  name: 'a33-cancels-others',
  breaks: 'A33',
  defect: 'Ends the work of every session when one is cancelled.',
  dialects: everywhere,
  caughtBy: ['cancel.other-session'],
  make: () => {
    const prompted = new Set<unknown>();
    return {
      fromClient(message, wire) {
        const { sessionId } = paramsOf(message);
        if (message['method'] === 'session/prompt') prompted.add(sessionId);
        wire.toAgent(message);
        if (message['method'] !== 'session/cancel') return;
        for (const other of prompted) {
          if (other !== sessionId) wire.toAgent({ ...message, params: { sessionId: other } });
        }
      },
    };
  },
};
