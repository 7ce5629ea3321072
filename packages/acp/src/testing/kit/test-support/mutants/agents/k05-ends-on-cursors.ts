import { type AgentMutant, everywhere, paramsOf } from '../agent-mutant.ts';

/** Ends when it gets a cursor that it has not given. */
export const k05EndsOnCursors: AgentMutant = {
  name: 'k05-ends-on-cursors',
  breaks: 'K5',
  defect: 'Ends when it gets a cursor that it has not given.',
  dialects: everywhere,
  caughtBy: ['list.bad-cursor'],
  make: () => ({
    fromClient(message, wire) {
      const { cursor } = paramsOf(message);
      if (message['method'] === 'session/list' && String(cursor).startsWith('emend')) wire.end();
      else wire.toAgent(message);
    },
  }),
};
