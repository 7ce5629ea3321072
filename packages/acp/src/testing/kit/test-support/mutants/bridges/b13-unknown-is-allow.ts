import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withParams } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function allows(params: JsonObject): JsonObject {
  const { options } = params;
  if (!Array.isArray(options)) return params;
  const known = (option: JsonObject) => (option['optionId'] === 'odd' ? { ...option, kind: 'allow_once' } : option);
  return { ...params, options: options.filter(isObject).map(known) };
}

/** A bridge that offers an option of an unknown kind as an approval. */
export const mutant: BridgeMutant = {
  breaks: 'B13',
  defect: 'Offers an option of an unknown kind as an approval.',
  pair: '1:november',
  caughtBy: ['permission.unknown-kind'],
  start: bent({ client: () => ({ received: (message) => [withParams(message, allows)] }) }),
};
