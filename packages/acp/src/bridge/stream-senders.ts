import { kindOf, type RequestId, type RequestMessage, type ResponseMessage } from '../jsonrpc/message.ts';
import { answeredRequest } from '../protocol/reading/answer.ts';
import type { MethodDefinition } from '../protocol/reading/method.ts';
import type { Side } from './outbox.ts';
import { methods as v1Methods } from './v1-june/v1.ts';

/** v1 has every method of v2. */
const methods: Readonly<Record<string, MethodDefinition>> = v1Methods;

interface Asked {
  readonly side: Side;
  readonly definition: MethodDefinition | undefined;
}

/** How many open requests with one id are remembered: two sides need two. */
const mostWithOneId = 100;

function other(side: Side): Side {
  return side === 'client' ? 'agent' : 'client';
}

/** Tells who sent each message of a stream that does not say: a request by its method, an answer by what it answers. */
export function streamSenders(): (message: unknown) => Side {
  const open = new Map<RequestId, Asked[]>();

  function remember(id: RequestId, asked: Asked): void {
    const same = open.get(id);
    if (same === undefined) open.set(id, [asked]);
    else if (same.push(asked) > mostWithOneId) same.shift();
  }

  function senderOf(message: unknown): Side {
    const kind = kindOf(message);
    if (kind === 'batch') return senderOf((message as unknown[])[0]);
    if (kind === 'response') {
      const response = message as ResponseMessage;
      const same = open.get(response.id) ?? [];
      const asked = answeredRequest(same, response);
      if (asked === undefined) return 'agent';
      same.splice(same.indexOf(asked), 1);
      if (same.length === 0) open.delete(response.id);
      return other(asked.side);
    }
    if (kind === 'invalid') return 'agent';
    const { method, id } = message as RequestMessage;
    // Who sends an extension cannot be told; agents do it more often.
    const definition = Object.hasOwn(methods, method) ? methods[method] : undefined;
    const side = method === '$/cancel_request' ? 'client' : other(definition?.handledBy ?? 'client');
    if (kind === 'request') remember(id, { side, definition });
    return side;
  }

  return senderOf;
}
