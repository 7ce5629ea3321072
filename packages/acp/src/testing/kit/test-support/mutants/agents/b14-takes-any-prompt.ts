import { type AgentMutant, badReading, everywhere } from '../agent-mutant.ts';

/** Takes a prompt that is no list of blocks. */
export const b14TakesAnyPrompt: AgentMutant = {
  name: 'b14-takes-any-prompt',
  breaks: 'B14',
  defect: 'Takes a prompt that is no list of blocks.',
  dialects: everywhere,
  caughtBy: ['prompt.malformed'],
  make: () =>
    badReading('session/prompt', (params) =>
      typeof params['prompt'] === 'string' ? { ...params, prompt: [{ type: 'text', text: params['prompt'] }] } : params,
    ),
};
