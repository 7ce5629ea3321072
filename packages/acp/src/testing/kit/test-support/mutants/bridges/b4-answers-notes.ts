import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Transport } from '../../../../../transport/transport.ts';
import type { Passed } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function answers(message: JsonObject, bridge: Transport): Passed {
  if (message['method'] === '_emend.check/note')
    void bridge.send(
      JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } }),
    );
  return [message];
}

/** A bridge that answers notifications. */
export const mutant: BridgeMutant = {
  breaks: 'B4',
  defect: 'Answers notifications.',
  pair: '1:june',
  caughtBy: ['ids.notification'],
  start: bent({ agent: () => ({ received: answers }) }),
};
