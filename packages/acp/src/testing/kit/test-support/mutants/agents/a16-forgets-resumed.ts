import { type AgentMutant, errorOf, everywhere, paramsOf } from '../agent-mutant.ts';

/** Answers session/resume, and does not know the session afterwards. */
export const a16ForgetsResumed: AgentMutant = {
  name: 'a16-forgets-resumed',
  breaks: 'A16',
  defect: 'Answers session/resume, and does not know the session afterwards.',
  dialects: everywhere,
  caughtBy: ['resume.goes-on'],
  make() {
    const resumed = new Set<unknown>();
    return {
      fromClient(message, wire) {
        const { sessionId, replayFrom } = paramsOf(message);
        if (message['method'] === 'session/resume' && replayFrom === undefined) resumed.add(sessionId);
        if (message['method'] === 'session/prompt' && resumed.has(sessionId))
          wire.toClient({ jsonrpc: '2.0', id: message['id'], ...errorOf(-32002, 'Unknown session') });
        else wire.toAgent(message);
      },
    };
  },
};
