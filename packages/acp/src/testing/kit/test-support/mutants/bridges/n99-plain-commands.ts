import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function plain(update: JsonObject): JsonObject {
  const { availableCommands } = update;
  if (!Array.isArray(availableCommands)) return update;
  return { ...update, availableCommands: availableCommands.filter(isObject).map(({ type: _, ...command }) => command) };
}

/** A bridge that passes commands to a client of November without their tags. */
export const mutant: BridgeMutant = {
  breaks: 'N99',
  defect: 'Passes commands to a client of November without their tags.',
  pair: 'november:1',
  caughtBy: ['update.commands'],
  start: bent({ client: () => ({ received: (message) => [withUpdate(message, plain)] }) }),
};
