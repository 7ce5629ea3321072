import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Answers initialize in the words of two dialects. */
export const n04TwoShapes: AgentMutant = {
  name: 'n04-two-shapes',
  breaks: 'N4',
  defect: 'Answers initialize in the words of two dialects.',
  dialects: ['november'],
  caughtBy: ['handshake.answers'],
  make: () => badResult('initialize', (result) => ({ ...result, agentInfo: result['info'] })),
};
