import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Takes session/delete, which it does not advertise. */
export const a20UnadvertisedDelete: AgentMutant = {
  name: 'a20-unadvertised-delete',
  breaks: 'A20',
  defect: 'Takes session/delete, which it does not advertise.',
  dialects: ['june', 'november'],
  caughtBy: ['capabilities.delete'],
  make: () =>
    badResult('initialize', (result) => {
      const { capabilities } = result;
      // Version 1 has other words.
      if (!isObject(capabilities) || !isObject(capabilities['session'])) return result;
      const { delete: _, ...session } = capabilities['session'];
      return { ...result, capabilities: { ...capabilities, session } };
    }),
};
