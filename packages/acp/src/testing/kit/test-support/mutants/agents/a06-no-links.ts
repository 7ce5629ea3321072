import { type AgentMutant, errorOf, everywhere, ownAnswer } from '../agent-mutant.ts';

/** Refuses prompts with a link to a resource. */
export const a06NoLinks: AgentMutant = {
  name: 'a06-no-links',
  breaks: 'A6',
  defect: 'Refuses prompts with a link to a resource.',
  dialects: everywhere,
  caughtBy: ['prompt.resource-link'],
  make: () =>
    ownAnswer(({ method, params }) =>
      method === 'session/prompt' && JSON.stringify(params ?? {}).includes('resource_link')
        ? errorOf(-32602)
        : undefined,
    ),
};
