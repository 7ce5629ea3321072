import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Transport } from '../../../../../transport/transport.ts';
import type { Passed } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Answers in place of the agent. */
function keeps(message: JsonObject, bridge: Transport): Passed {
  if (message['method'] !== 'session/delete') return [message];
  void bridge.send(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: {} }));
  return [];
}

/** A bridge that answers session/delete itself, and does not tell the agent. */
export const mutant: BridgeMutant = {
  breaks: 'A20',
  defect: 'Answers session/delete itself, and does not tell the agent.',
  pair: 'november:june',
  caughtBy: ['session.delete'],
  start: bent({ agent: () => ({ received: keeps }) }),
};
