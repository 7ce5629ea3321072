import type { AgentMutant } from '../agent-mutant.ts';

/** Tells a session again when it is only resumed. */
export const a16ResumeReplays: AgentMutant = {
  name: 'a16-resume-replays',
  breaks: 'A16',
  defect: 'Tells a session again when it is only resumed.',
  dialects: ['v1', 'june'],
  caughtBy: ['resume.silent'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message['method'] === 'session/resume' ? { ...message, method: 'session/load' } : message);
    },
  }),
};
