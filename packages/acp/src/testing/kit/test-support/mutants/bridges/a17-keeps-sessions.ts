import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { Transport } from '../../../../../transport/transport.ts';
import type { Passed } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Answers in place of the agent. */
function closes(message: JsonObject, bridge: Transport): Passed {
  if (message['method'] !== 'session/close') return [message];
  void bridge.send(JSON.stringify({ jsonrpc: '2.0', id: message['id'], result: {} }));
  return [];
}

/** A bridge that answers session/close itself, and does not tell the agent. */
export const mutant: BridgeMutant = {
  breaks: 'A17',
  defect: 'Answers session/close itself, and does not tell the agent.',
  pair: 'june:1',
  caughtBy: ['session.close'],
  start: bent({ agent: () => ({ received: closes }) }),
};
