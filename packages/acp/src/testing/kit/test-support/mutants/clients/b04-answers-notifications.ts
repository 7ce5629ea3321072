import type { ClientMutant } from '../client-mutant.ts';

/** Answers notifications. */
export const b04AnswersNotifications: ClientMutant = {
  name: 'b04-answers-notifications',
  breaks: 'B4',
  defect: 'Answers notifications.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['output.answers'],
  make: () => ({
    fromAgent(message, wire) {
      wire.toClient(message);
      if (message['method'] === 'session/update') wire.toAgent({ jsonrpc: '2.0', id: null, result: {} });
    },
  }),
};
