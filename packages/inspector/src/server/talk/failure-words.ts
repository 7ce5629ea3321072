import { ConnectionError, isAuthenticationRequired, RpcError } from '@emend/acp';
import type { Redact } from '@emend/acp/recording';
import { oneLine, refusalWords } from '@emend/acp/view';

/** Cuts a text of the agent to one line, after its secrets were masked: half a secret would not be found. */
type Line = (text: string, width: number) => string;

/** Returns what happened, in sentences for the page, without secrets if they are to be masked. */
export function failureWords(error: unknown, redact?: Redact): string {
  const line: Line = (text, width) => oneLine(redact?.text(text) ?? text, width);
  if (error instanceof ConnectionError) return connectionWords(error, line);
  if (error instanceof RpcError && isAuthenticationRequired(error)) return 'The agent wants a login first.';
  if (error instanceof RpcError) {
    const data = redact === undefined ? error.data : redact.value(error.data);
    const { message, code } = error;
    return `The agent refused: ${refusalWords({ message, code, data }, (text) => line(text, 1_000))}`;
  }
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

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
