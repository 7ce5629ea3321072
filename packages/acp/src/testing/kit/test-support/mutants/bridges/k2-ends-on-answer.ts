import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Transport } from '../../../../../transport/transport.ts';
import type { Passed } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function ends(message: JsonObject, bridge: Transport): Passed {
  if (message['id'] !== 'nobody-asked') return [message];
  void bridge.close();
  return [];
}

/** A bridge that ends the connection when an answer comes that nobody asked for. */
export const mutant: BridgeMutant = {
  breaks: 'K2',
  defect: 'Ends the connection when an answer comes that nobody asked for.',
  pair: 'june:november',
  caughtBy: ['ids.strange-answer'],
  start: bent({ client: () => ({ sent: ends }) }),
};
