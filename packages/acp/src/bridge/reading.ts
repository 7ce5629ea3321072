import { isObject } from '../protocol/reading/guard.ts';
import { formatIssue, formatPath } from '../protocol/reading/issue.ts';
import type { TypeReader } from '../protocol/reading/method.ts';
import type { Note } from './ledger.ts';
import type { ErrorBody } from './pairing.ts';

/** Reads params or a result as leniently as its version asks for; each place passed over is noted. */
export function readLeniently<T>(
  reader: TypeReader<T>,
  value: unknown,
  note: (note: Note) => void,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorBody } {
  if (reader.is(value)) return { ok: true, value };
  const read = reader.decode(value, 'lenient');
  if (!read.ok) {
    const issues = read.issues.map(formatIssue);
    return { ok: false, error: { code: -32602, message: `Invalid params: ${issues[0]}`, data: { issues } } };
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
  return { ok: true, value: read.value };
}

/** The session that params name, if they do. */
export function sessionOf(params: unknown): string | undefined {
  const sessionId = isObject(params) ? params['sessionId'] : undefined;
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** The error of a response, if it is one; a null beside a result is how careless peers say 'none'. */
export function isFailure(response: { readonly result?: unknown; readonly error?: unknown }): boolean {
  return response.error !== undefined && (response.error !== null || response.result === undefined);
}
