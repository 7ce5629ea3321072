import type { InexactNumber } from '../jsonrpc/inexact-numbers.ts';

/** One line of a recording: what was sent, by whom and when. */
export interface RecordingEntry {
  readonly at: number;
  readonly from: 'client' | 'agent' | 'stderr';
  /** A JSON-RPC message; absent if the line was none. */
  readonly message?: unknown;
  /** A line that was not a JSON-RPC message. */
  readonly text?: string;
}

/** A message, with its entry if it comes from a recording. */
export interface MessageLine {
  readonly kind: 'message';
  readonly line: number;
  readonly message: unknown;
  readonly entry: RecordingEntry | undefined;
  /** Numbers of the message that differ from the text of the line; absent if there are none. */
  readonly numbers?: readonly InexactNumber[];
}

/** A recorded line that was not a message: standard error, or stray output. */
export interface TextLine {
  readonly kind: 'text';
  readonly line: number;
  readonly entry: RecordingEntry;
}

/** A line that cannot be read, described like a decoding issue. */
export interface ProblemLine {
  readonly kind: 'problem';
  readonly line: number;
  readonly expected: string;
  readonly found: string;
}

/** A remark about input that could still be read. */
export interface WarningLine {
  readonly kind: 'warning';
  readonly line: number;
  readonly warning: string;
}

/** A line of input, classified. */
export type InputLine = MessageLine | TextLine | ProblemLine | WarningLine;

const senders: ReadonlySet<unknown> = new Set(['client', 'agent', 'stderr']);

function isRecordingEntry(value: unknown): value is RecordingEntry {
  if (typeof value !== 'object' || value === null) return false;
  // A bare message always says `jsonrpc`, so a message with fields of these names stays a message.
  if (!('at' in value && 'from' in value) || 'jsonrpc' in value) return false;
  if (typeof value.at !== 'number' || !senders.has(value.from)) return false;
  return 'message' in value || ('text' in value && typeof value.text === 'string');
}

/** Classifies the JSON value of a line as a message or an entry of a recording; `numbers` are those that a double cannot represent. */
export function inputLineOf(
  line: number,
  value: unknown,
  numbers: readonly InexactNumber[] = [],
): MessageLine | TextLine {
  if (!isRecordingEntry(value)) return messageLine(line, value, undefined, numbers);
  if (!Object.hasOwn(value, 'message')) return { kind: 'text', line, entry: value };
  const ofMessage = numbers
    .filter(({ path }) => path[0] === 'message')
    .map((number) => ({ ...number, path: number.path.slice(1) }));
  return messageLine(line, value.message, value, ofMessage);
}

function messageLine(
  line: number,
  message: unknown,
  entry: RecordingEntry | undefined,
  numbers: readonly InexactNumber[],
): MessageLine {
  const plain: MessageLine = { kind: 'message', line, message, entry };
  return numbers.length === 0 ? plain : { ...plain, numbers };
}
