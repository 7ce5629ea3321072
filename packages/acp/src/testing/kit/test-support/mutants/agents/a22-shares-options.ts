import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badResult, everywhere, paramsOf } from '../agent-mutant.ts';

/** Keeps the options of all sessions in one place. */
export const a22SharesOptions: AgentMutant = {
  name: 'a22-shares-options',
  breaks: 'A22',
  defect: 'Keeps the options of all sessions in one place.',
  dialects: everywhere,
  caughtBy: ['options.separate'],
  make() {
    const chosen = new Map<unknown, unknown>();
    return badResult('session/set_config_option', (result, request) => {
      const { configId, value } = paramsOf(request);
      chosen.set(configId, value);
      const options = Array.isArray(result['configOptions']) ? result['configOptions'].filter(isObject) : [];
      const configOptions = options.map((option) => {
        const id = option['configId'] ?? option['id'];
        return chosen.has(id) ? { ...option, currentValue: chosen.get(id) } : option;
      });
      return { ...result, configOptions };
    });
  },
};
