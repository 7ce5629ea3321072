import { kindOf, type RequestId, type RequestMessage, type ResponseMessage } from '../jsonrpc/message.ts';
import { answeredRequest } from '../protocol/reading/answer.ts';
import type { MethodDefinition } from '../protocol/reading/method.ts';
import type { Side } from './outbox.ts';
import { methods as v1Methods } from './v1.ts';

/** v1 has every method of v2. */
const methods: Readonly<Record<string, MethodDefinition>> = v1Methods;

interface Asked {
  readonly side: Side;
  readonly definition: MethodDefinition | undefined;
}

function other(side: Side): Side {
  return side === 'client' ? 'agent' : 'client';
}

/** Tells who sent each message of a stream that does not say: a request by its method, an answer by what it answers. */
export function streamSenders(): (message: unknown) => Side {
  const open = new Map<RequestId, Asked[]>();

  function senderOf(message: unknown): Side {
    const kind = kindOf(message);
    if (kind === 'batch') return senderOf((message as unknown[])[0]);
    if (kind === 'response') {
      const response = message as ResponseMessage;
      const asked = answeredRequest(open.get(response.id) ?? [], response);
      if (asked === undefined) return 'agent';
      const left = (open.get(response.id) ?? []).filter((one) => one !== asked);
      if (left.length === 0) open.delete(response.id);
      else open.set(response.id, left);
      return other(asked.side);
    }
    if (kind === 'invalid') return 'agent';
    const { method, id } = message as RequestMessage;
    // Who sends an extension cannot be told; agents do it more often.
    const definition = Object.hasOwn(methods, method) ? methods[method] : undefined;
    const side = method === '$/cancel_request' ? 'client' : other(definition?.handledBy ?? 'client');
    if (kind === 'request') open.set(id, [...(open.get(id) ?? []), { side, definition }]);
    return side;
  }

  return senderOf;
}
