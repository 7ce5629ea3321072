import { type AgentMutant, errorOf, everywhere, ownAnswer } from '../agent-mutant.ts';

/** Refuses requests with keys in _meta that it does not know. */
export const b09RefusesMeta: AgentMutant = {
  name: 'b09-refuses-meta',
  breaks: 'B9',
  defect: 'Refuses requests with keys in _meta that it does not know.',
  dialects: everywhere,
  caughtBy: ['capabilities.meta'],
  make: () =>
    ownAnswer(({ params }) =>
      JSON.stringify(params ?? {}).includes('emend.check/unknown') ? errorOf(-32602) : undefined,
    ),
};
