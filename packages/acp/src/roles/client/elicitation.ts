import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes, type RequestId } from '../../protocol/base/generated/rpc.ts';
import {
  CreateElicitationResponse,
  type KnownCreateElicitationRequest,
} from '../../protocol/november/generated/elicitation.ts';
import { methods } from '../../protocol/november/generated/methods.ts';
import { readParams } from '../read-params.ts';
import { OpenQuestions } from './open-questions.ts';
import type { ClientSession } from './session.ts';

/** A request of an agent for information that the user gives in a form. */
export type FormElicitation = Extract<KnownCreateElicitationRequest, { readonly mode: 'form' }>;

/** A request of an agent for information that the user gives on a page in the browser. */
export type UrlElicitation = Extract<KnownCreateElicitationRequest, { readonly mode: 'url' }>;

/** The user's answer to a request for information: `accept` with the content of the form, `decline` or `cancel`. */
export type ElicitationAnswer = CreateElicitationResponse;

/** The context of a request for information. */
export interface ElicitationContext {
  /** The session that it belongs to; undefined if it belongs to a request of the client, such as a login. */
  readonly session: ClientSession | undefined;
  /** The id of the request; `session.state.elicitations` lists it under this id while it is open. */
  readonly requestId: RequestId;
  /** Aborts when the request is withdrawn or its work is cancelled; the answer is then `cancel`, whatever is returned. */
  readonly signal: AbortSignal;
}

/** Asks the user for information, and returns the answer. */
type AskUser<Request> = (
  request: Request,
  context: ElicitationContext,
) => ElicitationAnswer | Promise<ElicitationAnswer>;

/**
 * How requests for information are answered. The client offers agents the modes that are set. With `wait`, a request stays in
 * `session.elicitations` until it is answered there; one that belongs to no session, such as that of a login, is answered `cancel`.
 */
export interface ElicitationHandlers {
  /** Shows a form. Properties of a type that the protocol does not define must not be shown as another type. */
  readonly form?: AskUser<FormElicitation> | 'wait';
  /** Asks whether a page may be opened, and opens it; the user goes on there. */
  readonly url?: AskUser<UrlElicitation> | 'wait';
  /** Called when what was asked for on a page is complete. */
  onComplete?(elicitationId: string): void;
}

/** Asks the author's handler; the signal aborts when the answer is of no use any more. */
export type AskElicitation = (signal: AbortSignal) => Promise<ElicitationAnswer>;

/** What answers requests for information on one connection. */
interface ConnectionElicitations {
  answer(params: unknown, context: RequestContext): Promise<ElicitationAnswer>;
  complete(params: unknown): void;
}

/** The session of a request for information, and how it answers. */
export interface AskedSession {
  readonly session: ClientSession;
  answer(
    request: KnownCreateElicitationRequest,
    context: RequestContext,
    ask: AskElicitation,
  ): Promise<ElicitationAnswer>;
}

/** The answer to a request that was withdrawn, or whose work was cancelled. */
export const cancelledElicitation: ElicitationAnswer = { action: 'cancel' };

/** Returns what answers the requests for information of an agent; `find` returns an open session. */
export function elicitations(
  handlers: ElicitationHandlers,
  find: (sessionId: string) => AskedSession | undefined,
): ConnectionElicitations {
  const outside = new OpenQuestions();
  /** Ends the question about a page when the agent says that it is complete. */
  const pages = new Map<string, () => void>();

  async function ask(request: KnownCreateElicitationRequest, context: ElicitationContext): Promise<ElicitationAnswer> {
    const answer =
      request.mode === 'form' ? await asked(handlers.form, request, context) : await completing(request, context);
    if (!CreateElicitationResponse.is(answer)) throw new TypeError('The handler of an elicitation returned no answer.');
    return answer;
  }

  async function completing(request: UrlElicitation, context: ElicitationContext): Promise<unknown> {
    const { elicitationId } = request;
    const completed = new Promise<ElicitationAnswer>((resolve) => {
      pages.set(elicitationId, () => resolve({ action: 'accept' }));
    });
    try {
      return await Promise.race([asked(handlers.url, request, context), completed]);
    } finally {
      pages.delete(elicitationId);
    }
  }

  return {
    async answer(params, context) {
      const request = readRequest(params, handlers);
      const { id: requestId } = context;
      const sessionId = 'sessionId' in request ? request.sessionId : undefined;
      if (sessionId === undefined) {
        const asking: AskElicitation = (signal) => ask(request, { session: undefined, requestId, signal });
        return outside.ask(context, {}, cancelledElicitation, asking);
      }
      const found = find(sessionId);
      if (found === undefined)
        throw new RpcError(errorCodes.resourceNotFound, `There is no session ${JSON.stringify(sessionId)}.`);
      const { session } = found;
      return found.answer(request, context, (signal) => ask(request, { session, requestId, signal }));
    },
    complete(params) {
      const { elicitationId } = readParams(methods['elicitation/complete'], params, 'lenient');
      pages.get(elicitationId)?.();
      handlers.onComplete?.(elicitationId);
    },
  };
}

/** Returns the answer of a handler. Without one the request waits in its session, and has no answer outside of one. */
async function asked<Request>(
  handler: AskUser<Request> | 'wait' | undefined,
  request: Request,
  context: ElicitationContext,
): Promise<ElicitationAnswer> {
  if (typeof handler === 'function') return handler(request, context);
  return context.session === undefined ? cancelledElicitation : new Promise<never>(() => {});
}

/** Reads a request in a mode that has a handler, or throws an `RpcError`. */
function readRequest(params: unknown, handlers: ElicitationHandlers): KnownCreateElicitationRequest {
  const request = readParams(methods['elicitation/create'], params, 'lenient');
  const { mode } = request;
  const isServed = (mode === 'form' || mode === 'url') && handlers[mode] !== undefined;
  if (!isServed)
    throw new RpcError(
      errorCodes.invalidParams,
      `The client does not offer elicitations of mode ${JSON.stringify(mode)}.`,
    );
  return request as KnownCreateElicitationRequest;
}
