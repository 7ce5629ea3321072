import { notifyListener } from '../jsonrpc/notify-listener.ts';
import { RpcError } from '../jsonrpc/rpc-error.ts';
import { errorCodes } from '../protocol/base/generated/rpc.ts';
import { methods } from '../protocol/june/generated/methods.ts';
import { formatIssue, type Issue } from '../protocol/reading/issue.ts';
import type { MethodDefinition, TypeReader } from '../protocol/reading/method.ts';
import { findWarnings, type Warning } from '../protocol/reading/warning.ts';

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

/** Something that is sent although the text of the protocol speaks against it, such as a kind that nobody has heard of. */
export interface OutgoingWarning {
  readonly type: 'outgoing-warning';
  /** The method, or `the answer to` it. */
  readonly method: string;
  readonly warnings: readonly Warning[];
  /** The params or the result. */
  readonly value: unknown;
}

/** What a check needs to know of a type; without a shape nothing is warned of. */
export type OutgoingReader = Pick<TypeReader, 'is' | 'decode'> & Partial<Pick<TypeReader, 'shape'>>;

/** Looks at a value before it is sent: throws if it is malformed, tells what is doubtful about it. */
export type CheckValue = (method: string, reader: OutgoingReader, value: unknown) => void;

const unchecked: CheckValue = () => {};

/** The check of a connection. */
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

/** Looks at an answer before it is recorded and sent: what an author got wrong is said in its place, while developing. */
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
