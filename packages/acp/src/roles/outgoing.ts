import { formatIssue, type Issue } from '../protocol/reading/issue.ts';
import type { TypeReader } from '../protocol/reading/method.ts';

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
