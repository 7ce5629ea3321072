import type { RequestMessage } from '../../jsonrpc/message.ts';
import type { TakeNote } from '../ledger.ts';
import type { Asked } from '../pairing.ts';
import type { ClientOffers } from './client-offers.ts';

/** The request that asks the user for input: v1 has it, and June carries it as it is. */
export const elicitationMethod = 'elicitation/create';

/** Passes a request for input to a client that offers to answer it; nothing is known of the offers of a stream without a handshake. */
export function askElicitation(offers: ClientOffers | undefined, request: RequestMessage, note: TakeNote): Asked {
  const { method, params } = request;
  if (offers === undefined || offers.elicitation) return { method, params };
  note({ kind: 'loss', rule: 'elicitation', path: 'method', lost: method, done: 'refused with -32601' });
  return { error: { code: -32601, message: `Method not found: ${method}` } };
}
