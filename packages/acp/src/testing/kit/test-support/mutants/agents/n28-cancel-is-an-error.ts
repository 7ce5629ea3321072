import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Ends cancelled work with the stop reason "error". */
export const n28CancelIsAnError: AgentMutant = {
  name: 'n28-cancel-is-an-error',
  breaks: 'N28',
  defect: 'Ends cancelled work with the stop reason "error".',
  dialects: ['november'],
  caughtBy: ['cancel.running'],
  mayFollow: [
    'cancel.early',
    'cancel.permission',
    'cancel.permission-unanswered',
    'cancel.other-session',
    'close.running',
  ],
  make: () =>
    badUpdate((update) => (update['stopReason'] === 'cancelled' ? { ...update, stopReason: 'error' } : update)),
};
