import { isObject } from '../../../../../protocol/reading/guard.ts';
import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

const isGroup = (value: unknown) => isObject(value) && Array.isArray(value['options']);

/** Returns an option without the values that stand in groups. */
function ungrouped(option: unknown): unknown {
  if (!isObject(option) || !Array.isArray(option['options'])) return option;
  return { ...option, options: option['options'].filter((value) => !isGroup(value)) };
}

/** A bridge that loses the values of an option that stand in groups. */
export const mutant: BridgeMutant = {
  breaks: 'N99',
  defect: 'Loses the values of an option that stand in groups.',
  pair: 'june:november',
  caughtBy: ['options.groups'],
  start: bent({
    client: () => ({
      received: (message) => [
        withResult(message, (result) => {
          const { configOptions } = result;
          return Array.isArray(configOptions) ? { ...result, configOptions: configOptions.map(ungrouped) } : result;
        }),
      ],
    }),
  }),
};
