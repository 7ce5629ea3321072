import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Transport } from '../../../../../transport/transport.ts';
import { type Passed, updateIn } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function ends(message: JsonObject, bridge: Transport): Passed {
  if (message['method'] !== 'session/update' || updateIn(message) !== undefined) return [message];
  void bridge.close();
  return [];
}

/** A bridge that ends the connection when the agent sends a malformed update. */
export const mutant: BridgeMutant = {
  breaks: 'B14',
  defect: 'Ends the connection when the agent sends a malformed update.',
  pair: 'november:1',
  caughtBy: ['errors.malformed-update'],
  start: bent({ agent: () => ({ sent: ends }) }),
};
