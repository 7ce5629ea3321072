import { ConnectionError, isAuthenticationRequired, RpcError } from '@emend/acp';
import { oneLine } from '@emend/acp/view';

/** Returns what happened, in sentences for the page. */
export function failureWords(error: unknown): string {
  if (error instanceof ConnectionError) return connectionWords(error);
  if (error instanceof RpcError && isAuthenticationRequired(error)) return 'The agent wants a login first.';
  if (error instanceof RpcError) return refusalWords(error);
  return error instanceof Error ? oneLine(error.message, 1_000) : 'Something went wrong in the inspector.';
}

function connectionWords({ reason, message, exitCode, signal, stderrTail }: ConnectionError): string {
  const last = oneLine((stderrTail ?? '').trimEnd().split('\n').at(-1) ?? '', 300);
  const more = last === '' ? '' : ` Its standard error ended with: ${last}`;
  if (reason === 'exited')
    return `The agent ${signal === undefined ? `ended with status ${exitCode}` : `was ended by ${signal}`}.${more}`;
  if (reason === 'ended') return `The agent closed the connection.${more}`;
  return `${sentence(oneLine(message, 500))}${more}`;
}

function refusalWords({ message, data, code }: RpcError): string {
  const detail = detailOf(data);
  const words = oneLine(message, 1_000);
  const more = detail === '' || words.includes(detail) ? '' : `: ${detail}`;
  return `The agent refused: ${words}${more} (${code})`;
}

/** The detail beside `Internal error`, which often is the only reason. */
function detailOf(data: unknown): string {
  if (typeof data === 'string') return oneLine(data, 1_000);
  if (typeof data !== 'object' || data === null) return '';
  for (const key of ['details', 'detail', 'message', 'reason', 'error']) {
    const value = (data as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'string') return oneLine(value, 1_000);
  }
  return '';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
