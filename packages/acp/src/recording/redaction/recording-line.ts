import type { RecordingEntry } from '../input-line.ts';

/** A side whose lines are recorded. */
export type Sender = RecordingEntry['from'];

/** Returns the entry of a recording for a line, as JSON. */
export function recordingLine(at: number, from: Sender, line: string): string {
  const isMessage = from !== 'stderr' && messageOf(line) !== undefined;
  // The original text, so that numbers and keys are recorded exactly as sent.
  return `${entryHead(at, from)},${isMessage ? `"message":${line.trim()}` : `"text":${JSON.stringify(line)}`}}\n`;
}

/** Returns the start of an entry: when, and from whom. */
export function entryHead(at: number, from: Sender): string {
  return `{"at":${Math.round(at * 1000) / 1000},"from":"${from}"`;
}

/** Returns the JSON-RPC message or batch in a line, if there is one. */
export function messageOf(line: string): object | undefined {
  const value = parsedJson(line);
  const isMessage = typeof value === 'object' && value !== null && ('jsonrpc' in value || Array.isArray(value));
  return isMessage ? value : undefined;
}

/** Returns the value of a JSON text, or `undefined` if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
