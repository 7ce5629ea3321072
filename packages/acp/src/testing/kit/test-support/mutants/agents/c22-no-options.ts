import { type AgentMutant, everywhere, paramsOf } from '../agent-mutant.ts';

/** Asks for permission without options. */
export const c22NoOptions: AgentMutant = {
  name: 'c22-no-options',
  breaks: 'C22',
  defect: 'Asks for permission without options.',
  dialects: everywhere,
  caughtBy: ['permission.options'],
  mayFollow: ['permission.valid'],
  make: () => ({
    fromAgent(message, wire) {
      const isQuestion = message['method'] === 'session/request_permission';
      wire.toClient(isQuestion ? { ...message, params: { ...paramsOf(message), options: [] } } : message);
    },
  }),
};
