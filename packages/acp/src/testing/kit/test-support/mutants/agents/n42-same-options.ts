import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Gives all options of a permission request the same id. */
export const n42SameOptions: AgentMutant = {
  name: 'n42-same-options',
  breaks: 'N42',
  defect: 'Gives all options of a permission request the same id.',
  dialects: ['november'],
  caughtBy: ['permission.options', 'permission.rejected'],
  make: () => ({
    fromAgent(message, wire) {
      const { options } = paramsOf(message);
      if (message['method'] !== 'session/request_permission' || !Array.isArray(options)) return wire.toClient(message);
      const same = options.map((option) => (isObject(option) ? { ...option, optionId: 'allow' } : option));
      wire.toClient({ ...message, params: { ...paramsOf(message), options: same } });
    },
  }),
};
