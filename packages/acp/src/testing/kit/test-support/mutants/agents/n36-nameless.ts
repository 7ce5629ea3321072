import { isObject } from '../../../../../protocol/reading/guard.ts';
import type { AgentMutant } from '../agent-mutant.ts';

/** Says that a session is unknown, and not which. */
export const n36Nameless: AgentMutant = {
  name: 'n36-nameless',
  breaks: 'N36',
  defect: 'Says that a session is unknown, and not which.',
  dialects: ['november'],
  caughtBy: ['prompt.unknown-session'],
  make: () => ({
    fromAgent(message, wire) {
      if (!isObject(message['error']) || message['error']['code'] !== -32002) return wire.toClient(message);
      const { data: _, ...error } = message['error'];
      wire.toClient({ ...message, error });
    },
  }),
};
