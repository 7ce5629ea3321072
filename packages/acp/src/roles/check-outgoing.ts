import { notifyListener } from '../jsonrpc/notify-listener.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';
import { errorCodes } from '../protocol/base/generated/rpc.ts';
import { methods } from '../protocol/june/generated/methods.ts';
import { formatIssue, type Issue } from '../protocol/reading/issue.ts';
import type { MethodDefinition, TypeReader } from '../protocol/reading/method.ts';
import { findWarnings, type Warning } from '../protocol/reading/warning.ts';

/** Thrown instead of sending a value that the protocol does not allow: a mistake in the calling code. */
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

/** Whether values are checked before they are sent. */
export type CheckOutgoing = 'always' | 'never';

interface Environment {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** Checks are on by default, except in production. */
function defaultCheck(): CheckOutgoing {
  return (globalThis as Environment).process?.env?.['NODE_ENV'] === 'production' ? 'never' : 'always';
}

/** Reports a doubtful value that was sent, such as an unknown kind or a relative path. */
export interface OutgoingWarning {
  readonly type: 'outgoing-warning';
  /** The method, or `the answer to` and the method. */
  readonly method: string;
  readonly warnings: readonly Warning[];
  /** The params or the result that was sent. */
  readonly value: unknown;
}

/** The parts of a type's reader that a check uses; without a shape there are no warnings. */
type OutgoingReader = Pick<TypeReader, 'is' | 'decode'> & Partial<Pick<TypeReader, 'shape'>>;

/** Checks a value before it is sent: throws an `OutgoingValueError` if it is malformed, and reports what is doubtful. */
export type CheckValue = (method: string, reader: OutgoingReader, value: unknown) => void;

const unchecked: CheckValue = () => {};

/** Returns the check of a connection. */
export function outgoingCheck(
  check: CheckOutgoing = defaultCheck(),
  onWarning?: (warning: OutgoingWarning) => void,
): CheckValue {
  if (check === 'never') return unchecked;
  return (method, reader, value) => {
    if (!reader.is(value)) {
      const decoded = reader.decode(value);
      throw new OutgoingValueError(method, decoded.ok ? [] : decoded.issues);
    }
    if (onWarning === undefined || reader.shape === undefined) return;
    const warnings = findWarnings(reader.shape, value);
    if (warnings.length === 0) return;
    notifyListener(onWarning, { type: 'outgoing-warning', method, warnings, value });
  };
}

/** Checks an answer before it is recorded and sent; throws an `RpcError` with the issues, which is sent in its place. */
export function checkAnswer<Answer>(check: CheckValue, method: keyof typeof methods, answer: Answer): Answer {
  const reader = (methods[method] as MethodDefinition).result;
  try {
    if (reader !== undefined) check(`the answer to ${method}`, reader, answer);
  } catch (error) {
    if (!(error instanceof OutgoingValueError)) throw error;
    throw new RpcError(errorCodes.internalError, error.message, { issues: error.issues.map(formatIssue) });
  }
  return answer;
}
