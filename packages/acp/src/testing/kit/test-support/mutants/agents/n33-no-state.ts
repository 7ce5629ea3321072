import { type AgentMutant, updateIn } from '../agent-mutant.ts';

/** Does not tell the state of a session that it resumes. */
export const n33NoState: AgentMutant = {
  name: 'n33-no-state',
  breaks: 'N33',
  defect: 'Does not tell the state of a session that it resumes.',
  dialects: ['november'],
  caughtBy: ['resume.state'],
  make() {
    let isResuming = false;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/resume') isResuming = true;
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        if (wire.requestOf(message)?.['method'] === 'session/resume') isResuming = false;
        if (!isResuming || updateIn(message)?.['sessionUpdate'] !== 'state_update') wire.toClient(message);
      },
    };
  },
};
