import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function old(result: JsonObject): JsonObject {
  const { configOptions } = result;
  if (!Array.isArray(configOptions)) return result;
  return {
    ...result,
    configOptions: configOptions.filter(isObject).map((option) => ({ ...option, currentValue: 'small' })),
  };
}

/** A bridge that answers with the old value after an option was set. */
export const mutant: BridgeMutant = {
  breaks: 'A22',
  defect: 'Answers with the old value after an option was set.',
  pair: 'june:november',
  caughtBy: ['update.options'],
  mayFollow: ['options.again'],
  start: bent({ client: () => ({ received: (message) => [withResult(message, old)] }) }),
};
