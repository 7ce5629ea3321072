import { kindOf, type RequestMessage, type ResponseMessage } from '../jsonrpc/message.ts';
import { methodNamed } from '../protocol/method-named.ts';
import { type OpenRequest, OpenRequests } from '../protocol/open-requests.ts';
import { type MethodDefinition, senderOf } from '../protocol/reading/method.ts';
import { otherSide, type Side } from '../protocol/side.ts';

/** How many open requests with one id are remembered: two sides need two. */
const mostWithOneId = 100;

function askerOf(method: string, definition: MethodDefinition | undefined): Side {
  // Clients give up requests more often.
  if (method === '$/cancel_request') return 'client';
  return (definition && senderOf(definition)) ?? 'agent';
}

/** Returns a function that tells who sent each message of a stream: a request by its method, an answer by its request. */
export function streamSenders(): (message: unknown) => Side {
  const open = new OpenRequests<OpenRequest & { readonly asker: Side }>({ perId: mostWithOneId });

  function senderOf(message: unknown): Side {
    const kind = kindOf(message);
    if (kind === 'batch') return senderOf((message as unknown[])[0]);
    if (kind === 'response') {
      const asked = open.takeAnswered(message as ResponseMessage);
      return asked === undefined ? 'agent' : otherSide(asked.asker);
    }
    if (kind === 'invalid') return 'agent';
    const { method, id } = message as RequestMessage;
    // Who sends an extension cannot be told; agents do it more often.
    const definition = methodNamed(method);
    const asker = askerOf(method, definition);
    if (kind === 'request') open.add(id, { asker, definition });
    return asker;
  }

  return senderOf;
}
