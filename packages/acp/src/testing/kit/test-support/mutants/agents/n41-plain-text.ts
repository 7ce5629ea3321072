import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Sends what a terminal prints as it is. */
export const n41PlainText: AgentMutant = {
  name: 'n41-plain-text',
  breaks: 'N41',
  defect: 'Sends what a terminal prints as it is.',
  dialects: ['november'],
  caughtBy: ['tools.terminal-output'],
  mayFollow: ['prompt.valid'],
  make: () =>
    badUpdate((update) =>
      update['sessionUpdate'] === 'terminal_output_chunk' ? { ...update, data: 'a.txt: ok' } : update,
    ),
};
