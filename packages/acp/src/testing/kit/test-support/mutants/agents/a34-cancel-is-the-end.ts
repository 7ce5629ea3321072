import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Ends a cancelled turn with "end_turn". */
export const a34CancelIsTheEnd: AgentMutant = {
  name: 'a34-cancel-is-the-end',
  breaks: 'A34',
  defect: 'Ends a cancelled turn with "end_turn".',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.running', 'cancel.early'],
  mayFollow: ['cancel.permission', 'cancel.other-session', 'close.running'],
  make: () => badResult('session/prompt', (result) => ({ ...result, stopReason: 'end_turn' })),
};
