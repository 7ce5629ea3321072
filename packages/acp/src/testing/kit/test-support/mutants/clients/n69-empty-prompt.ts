import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Sends an empty prompt. */
export const n69EmptyPrompt: ClientMutant = {
  name: 'n69-empty-prompt',
  breaks: 'N69',
  defect: 'Sends an empty prompt.',
  dialects: ['november'],
  caughtBy: ['prompt.content'],
  mayFollow: ['output.valid'],
  make: () => badCall('session/prompt', (params) => ({ ...params, prompt: [] })),
};
