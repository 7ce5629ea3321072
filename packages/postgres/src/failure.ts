import { LogError, type LogFailure } from '@emend/acp/log';

const failures: Readonly<Record<string, LogFailure>> = {
  '25006': 'read_only',
  '40001': 'locked',
  '40P01': 'locked',
  '42501': 'read_only',
  '53100': 'full',
  '55P03': 'locked',
  XX001: 'corrupt',
  XX002: 'corrupt',
};

/** Converts what the driver threw to a `LogError` with the original error as its cause. */
export function failureOf(error: unknown): LogError {
  if (error instanceof LogError) return error;
  const failure = failures[codeOf(error)] ?? 'unavailable';
  return new LogError(failure, `PostgreSQL failed: ${detailOf(error)}`, { cause: error });
}

/** Converts what the driver threw while a log was opened, with the address that was tried in the message. */
export function openingFailure(error: unknown, address: string | undefined): LogError {
  const converted = failureOf(error);
  if (address === undefined) {
    const words = `The address of PostgreSQL cannot be used: ${detailOf(converted.cause ?? converted)}`;
    return new LogError(converted.failure, words, { cause: converted.cause });
  }
  const { failure, cause } = converted;
  // What we have found wrong ourselves is in a database that answers.
  if (cause === undefined) return converted;
  const detail = detailOf(cause);
  const message = isUnreachable(cause)
    ? `PostgreSQL cannot be reached at ${address}: ${detail}. Is it running there, and is the address right?`
    : `PostgreSQL failed at ${address}: ${detail}`;
  return new LogError(failure, message, { cause });
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails with one error for each, and no message of its own.
  const each = error instanceof AggregateError ? error.errors.map(detailOf) : [];
  return error.message || [...new Set(each)].join('; ') || codeOf(error);
}

/** Whether no server answered at all; codes of PostgreSQL begin with a digit. */
function isUnreachable(error: unknown): boolean {
  return isConnectionLoss(error) && !(error instanceof ConnectionLoss) && !/^\d/.test(codeOf(error));
}

/** A connection that was lost has not been given up by the server yet. */
export class ConnectionLoss extends Error {}

/** Whether the connection failed rather than the query, so that another attempt may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof ConnectionLoss) return true;
  const code = codeOf(error);
  // 08: connection exceptions; 57P: the server shuts down or is starting; 53300: too many connections.
  if (/^(08...|57P0[123]|53300)$/.test(code)) return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)/.test(code)) return true;
  return error instanceof Error && /^(Connection terminated|timeout expired|Query read timeout)/.test(error.message);
}

/** Whether the server rolled the work back because of a conflict or deadlock, so that another attempt may succeed. */
export function isTransient(error: unknown): boolean {
  return /^(40001|40P01)$/.test(codeOf(error));
}

/** Whether a failure has nothing to do with what was asked: the server cannot be reached or written. */
export function concernsAll(error: unknown): boolean {
  const { failure, cause } = failureOf(error);
  return failure === 'full' || failure === 'read_only' || isConnectionLoss(cause);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // A host with several addresses fails with one error for each.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}
