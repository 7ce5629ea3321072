import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Does not stop when it is cancelled. */
export const a33IgnoresCancel: AgentMutant = {
  name: 'a33-ignores-cancel',
  breaks: 'A33',
  defect: 'Does not stop when it is cancelled.',
  dialects: everywhere,
  caughtBy: ['cancel.running'],
  mayFollow: [
    'cancel.early',
    'cancel.permission',
    'cancel.permission-unanswered',
    'cancel.other-session',
    'states.held',
  ],
  isSilent: true,
  make: () => ({
    fromClient(message, wire) {
      if (message['method'] !== 'session/cancel') wire.toAgent(message);
    },
  }),
};
