import { kindOf, type RequestId, type RequestMessage, type ResponseMessage } from '../jsonrpc/message.ts';
import type { Side } from './outbox.ts';
import { methods as v1Methods } from './v1.ts';

/** v1 has every method of v2. */
const methods: Readonly<Record<string, { readonly handledBy: Side }>> = v1Methods;

function other(side: Side): Side {
  return side === 'client' ? 'agent' : 'client';
}

/** Tells who sent each message of a stream that does not say: a request by its method, an answer by what it answers. */
export function streamSenders(): (message: unknown) => Side {
  const askers = new Map<RequestId, Side[]>();

  function senderOf(message: unknown): Side {
    const kind = kindOf(message);
    if (kind === 'batch') return senderOf((message as unknown[])[0]);
    if (kind === 'response') {
      const { id } = message as ResponseMessage;
      const asker = askers.get(id)?.pop();
      return asker === undefined ? 'agent' : other(asker);
    }
    if (kind === 'invalid') return 'agent';
    const { method, id } = message as RequestMessage;
    // Who sends an extension cannot be told; agents do it more often.
    const handler = Object.hasOwn(methods, method) ? methods[method]?.handledBy : undefined;
    const side = method === '$/cancel_request' ? 'client' : other(handler ?? 'client');
    if (kind === 'request') {
      const open = askers.get(id);
      if (open === undefined) askers.set(id, [side]);
      else open.push(side);
    }
    return side;
  }

  return senderOf;
}
