import { isObject } from '../../../../../protocol/reading/guard.ts';
import type { AgentMutant } from '../agent-mutant.ts';

/** Refuses a version without saying which ones it has. */
export const n07NoVersions: AgentMutant = {
  name: 'n07-no-versions',
  breaks: 'N7',
  defect: 'Refuses a version without saying which ones it has.',
  dialects: ['november'],
  caughtBy: ['handshake.unsupported-version'],
  make: () => ({
    fromAgent(message, wire) {
      if (!isObject(message['error']) || message['error']['code'] !== -32022) return wire.toClient(message);
      const { data: _, ...error } = message['error'];
      wire.toClient({ ...message, error });
    },
  }),
};
