import { ConnectionError, isAuthenticationRequired, RpcError } from '@emend/acp';
import type { Redact } from '@emend/acp/recording';
import { oneLine } from '@emend/acp/view';

/** Cuts a text of the agent to one line, after its secrets were masked: half a secret would not be found. */
type Line = (text: string, width: number) => string;

/** Returns what happened, in sentences for the page, without secrets if they are to be masked. */
export function failureWords(error: unknown, redact?: Redact): string {
  const line: Line = (text, width) => oneLine(redact?.text(text) ?? text, width);
  if (error instanceof ConnectionError) return connectionWords(error, line);
  if (error instanceof RpcError && isAuthenticationRequired(error)) return 'The agent wants a login first.';
  if (error instanceof RpcError)
    return refusalWords(error, redact === undefined ? error.data : redact.value(error.data), line);
  return error instanceof Error ? line(error.message, 1_000) : 'Something went wrong in the inspector.';
}

function connectionWords({ reason, message, exitCode, signal, stderrTail }: ConnectionError, line: Line): string {
  const last = line((stderrTail ?? '').trimEnd().split('\n').at(-1) ?? '', 300);
  const more = last === '' ? '' : ` Its standard error ended with: ${last}`;
  if (reason === 'exited')
    return `The agent ${signal === undefined ? `ended with status ${exitCode}` : `was ended by ${signal}`}.${more}`;
  if (reason === 'ended') return `The agent closed the connection.${more}`;
  return `${sentence(line(message, 500))}${more}`;
}

function refusalWords({ message, code }: RpcError, data: unknown, line: Line): string {
  const detail = detailOf(data, line);
  const words = line(message, 1_000);
  const more = detail === '' || words.includes(detail) ? '' : `: ${detail}`;
  return `The agent refused: ${words}${more} (${code})`;
}

/** The detail beside `Internal error`, which often is the only reason. */
function detailOf(data: unknown, line: Line): string {
  if (typeof data === 'string') return line(data, 1_000);
  if (typeof data !== 'object' || data === null) return '';
  for (const key of ['details', 'detail', 'message', 'reason', 'error']) {
    const value = (data as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'string') return line(value, 1_000);
  }
  return '';
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
