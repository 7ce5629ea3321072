import { isObject } from '../protocol/reading/guard.ts';
import { formatIssue, formatPath, type Issue, type Repair } from '../protocol/reading/issue.ts';
import type { TypeReader } from '../protocol/reading/method.ts';
import type { TakeNote } from './ledger.ts';
import type { ErrorBody } from './pairing.ts';

/** The result of reading: the value and what was skipped in it, or what is wrong. */
type Read<T> =
  | { readonly ok: true; readonly value: T; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly error: ErrorBody; readonly issues: readonly Issue[] };

const none: readonly never[] = [];

/** Reads params or a result as leniently as their dialect asks for, and notes everything that is skipped. */
export function readLeniently<T>(reader: TypeReader<T>, value: unknown, note: TakeNote): Read<T> {
  if (reader.is(value)) return { ok: true, value, repairs: none };
  const read = reader.decode(value, 'lenient');
  if (!read.ok) {
    const issues = read.issues.map(formatIssue);
    const error = { code: -32602, message: `Invalid params: ${issues[0]}`, data: { issues } };
    return { ok: false, error, issues: read.issues };
  }
  for (const repair of read.repairs) {
    note({
      kind: 'loss',
      rule: 'malformed',
      path: formatPath(repair.path),
      lost: repair.found,
      done: repair.repair === 'skipped' ? 'left out' : `read as ${repair.repair}`,
    });
  }
  return { ok: true, value: read.value, repairs: read.repairs };
}

/** Returns the id of the session that params name, if they do. */
export function sessionOf(params: unknown): string | undefined {
  const sessionId = isObject(params) ? params['sessionId'] : undefined;
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Returns whether a response is an error; some peers send a null `error` beside a result. */
export function isFailure(response: { readonly result?: unknown; readonly error?: unknown }): boolean {
  return response.error !== undefined && (response.error !== null || response.result === undefined);
}
