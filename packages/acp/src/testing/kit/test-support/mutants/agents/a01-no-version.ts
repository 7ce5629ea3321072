import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Answers initialize without a version. */
export const a01NoVersion: AgentMutant = {
  name: 'a01-no-version',
  breaks: 'A1',
  defect: 'Answers initialize without a version.',
  dialects: ['v1'],
  caughtBy: ['handshake.answers'],
  mayFollow: ['handshake.higher-version'],
  make: () => badResult('initialize', ({ protocolVersion: _, ...result }) => result),
};
