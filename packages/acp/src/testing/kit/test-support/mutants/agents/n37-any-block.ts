import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badReading } from '../agent-mutant.ts';

/** Takes a prompt with content that it has not offered, and leaves that out. */
export const n37AnyBlock: AgentMutant = {
  name: 'n37-any-block',
  breaks: 'N37',
  defect: 'Takes a prompt with content that it has not offered, and leaves that out.',
  dialects: ['november'],
  caughtBy: ['prompt.unoffered-block'],
  make: () =>
    badReading('session/prompt', (params) => {
      const { prompt } = params;
      if (!Array.isArray(prompt)) return params;
      return { ...params, prompt: prompt.filter((block) => !isObject(block) || block['type'] !== 'audio') };
    }),
};
