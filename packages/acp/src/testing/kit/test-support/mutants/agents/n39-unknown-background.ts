import { type AgentMutant, badUpdate } from '../agent-mutant.ts';

/** Says that something runs in the background which nobody has heard of. */
export const n39UnknownBackground: AgentMutant = {
  name: 'n39-unknown-background',
  breaks: 'N39',
  defect: 'Says that something runs in the background which nobody has heard of.',
  dialects: ['november'],
  caughtBy: ['states.background'],
  make: () =>
    badUpdate((update) =>
      update['sessionUpdate'] === 'state_update'
        ? { ...update, background: [{ type: 'tool_call', toolCallId: 'nobody' }] }
        : update,
    ),
};
