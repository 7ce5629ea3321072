import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Ends a turn with a stop reason that does not exist. */
export const a32OwnStopReason: AgentMutant = {
  name: 'a32-own-stop-reason',
  breaks: 'A32',
  defect: 'Ends a turn with a stop reason that does not exist.',
  dialects: ['v1', 'june'],
  caughtBy: ['prompt.stop-reason'],
  make: () =>
    badResult('session/prompt', (result) =>
      result['stopReason'] === 'end_turn' ? { ...result, stopReason: 'done' } : result,
    ),
};
