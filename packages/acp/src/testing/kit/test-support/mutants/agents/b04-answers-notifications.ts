import { type AgentMutant, errorOf, everywhere } from '../agent-mutant.ts';

/** Answers a notification that it does not know. */
export const b04AnswersNotifications: AgentMutant = {
  name: 'b04-answers-notifications',
  breaks: 'B4',
  defect: 'Answers a notification that it does not know.',
  dialects: everywhere,
  caughtBy: ['errors.unknown-notification'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message);
      if (String(message['method']).startsWith('_emend.check/told'))
        wire.toClient({ jsonrpc: '2.0', id: null, ...errorOf(-32601) });
    },
  }),
};
