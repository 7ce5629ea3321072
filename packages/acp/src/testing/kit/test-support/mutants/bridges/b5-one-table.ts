import type { Alteration } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** Loses a request of the agent while one of the client has its id. */
function oneTable(): Alteration {
  const open = new Set<unknown>();
  // The answer to a prompt comes long before its turn has ended.
  const prompts = new Set<unknown>();
  return {
    sent(message) {
      if (message['method'] !== undefined && message['id'] !== undefined) open.add(message['id']);
      if (message['method'] === 'session/prompt') prompts.add(message['id']);
      return [message];
    },
    received({ ...message }) {
      const { method, id } = message;
      if (method === undefined) open.delete(id);
      const isTaken = open.has(id) || prompts.has(id);
      return method === 'session/request_permission' && isTaken ? [] : [message];
    },
  };
}

/** A bridge that keeps the requests of both sides in one table, and loses one of two with the same id. */
export const mutant: BridgeMutant = {
  breaks: 'B5',
  defect: 'Keeps the requests of both sides in one table, and loses one of two with the same id.',
  pair: 'november:1',
  caughtBy: ['ids.both-sides'],
  start: bent({ client: oneTable }),
};
