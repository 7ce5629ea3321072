import type { ResponseMessage } from '../jsonrpc/message.ts';
import type { Issue } from '../protocol/reading/issue.ts';
import type { TypeReader } from '../protocol/reading/method.ts';
import type { TakeNote } from './ledger.ts';
import type { ErrorBody } from './pairing.ts';
import { readLeniently } from './reading.ts';

/** The translated answer to a request. */
export type Answer = { readonly result: unknown } | { readonly error: ErrorBody };

/** What to answer in place of a malformed result when the request has been carried out all the same. */
interface Instead {
  /** The words for the ledger. */
  readonly done: string;
  answer(issues: readonly Issue[]): Answer;
}

/** Reads the result of a request and translates it; a malformed result becomes an error, unless `instead` replaces it. */
export function carryAnswer<Result>(
  response: ResponseMessage,
  method: string,
  reader: TypeReader<Result>,
  note: TakeNote,
  carry: (result: Result) => Answer,
  instead?: Instead,
): ResponseMessage {
  const { id, result } = response;
  if (result === null) note({ kind: 'repair', rule: 'null-result', path: 'result', lost: null, done: 'read as {}' });
  const read = readLeniently(reader, result === null ? {} : result, note);
  if (!read.ok && instead === undefined) {
    note({ kind: 'loss', rule: 'malformed', path: 'result', lost: result, done: 'answered with an error' });
    return { jsonrpc: '2.0', id, error: { code: -32603, message: `The answer to ${method} is malformed` } };
  }
  if (!read.ok) note({ kind: 'repair', rule: 'malformed', path: 'result', lost: result, done: instead?.done ?? '' });
  const carried = read.ok ? carry(read.value) : (instead as Instead).answer(read.issues);
  if ('error' in carried) return { jsonrpc: '2.0', id, error: carried.error };
  return carried.result === result ? response : { jsonrpc: '2.0', id, result: carried.result };
}
