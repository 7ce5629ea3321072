import type { RequestContext } from '../jsonrpc/handler-context.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';
import { errorCodes } from '../protocol/base/generated/rpc.ts';
import { formatIssue, type Issue } from '../protocol/reading/issue.ts';
import type { MethodDefinition, TypeReader } from '../protocol/reading/method.ts';
import { methods } from '../protocol/v2/generated/methods.ts';

/** We were about to send something that the protocol does not allow: a mistake on our own side. */
export class OutgoingValueError extends TypeError {
  override readonly name = 'OutgoingValueError';
  readonly method: string;
  readonly issues: readonly Issue[];

  constructor(method: string, issues: readonly Issue[]) {
    const first = issues[0];
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
    super(`${method} was not sent: ${first === undefined ? 'it is malformed' : formatIssue(first)}${more}`);
    this.method = method;
    this.issues = issues;
  }
}

/** Whether values are checked before they are sent; on unless this is a production build. */
export type CheckOutgoing = 'always' | 'never';

interface Environment {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** The default of the check: development finds its mistakes at home, production does not pay for it. */
export function defaultCheck(): CheckOutgoing {
  return (globalThis as Environment).process?.env?.['NODE_ENV'] === 'production' ? 'never' : 'always';
}

/** Throws if a value is not what the method takes. */
export function checkOutgoing(
  check: CheckOutgoing,
  method: string,
  reader: Pick<TypeReader, 'is' | 'decode'>,
  value: unknown,
): void {
  if (check === 'never' || reader.is(value)) return;
  const decoded = reader.decode(value);
  throw new OutgoingValueError(method, decoded.ok ? [] : decoded.issues);
}

type RequestHandler = (params: unknown, context: RequestContext) => unknown;

/** Handlers whose results are checked before they leave: what an author got wrong is said in the answer, while developing. */
export function checkedResults(
  handlers: Readonly<Record<string, RequestHandler>>,
  check: CheckOutgoing,
): Readonly<Record<string, RequestHandler>> {
  if (check === 'never') return handlers;
  const checked = Object.entries(handlers).map(([name, handler]): [string, RequestHandler] => [
    name,
    async (params, context) => {
      const result = await handler(params, context);
      const reader = (methods as Readonly<Record<string, MethodDefinition>>)[name]?.result;
      if (reader !== undefined) checkAnswer(`the answer to ${name}`, reader, result);
      return result;
    },
  ]);
  return Object.fromEntries(checked);
}

function checkAnswer(what: string, reader: Pick<TypeReader, 'is' | 'decode'>, result: unknown): void {
  try {
    checkOutgoing('always', what, reader, result);
  } catch (error) {
    if (!(error instanceof OutgoingValueError)) throw error;
    throw new RpcError(errorCodes.internalError, error.message, { issues: error.issues.map(formatIssue) });
  }
}
