import type { InexactNumber } from '@emend/acp/jsonrpc';

/** One line of a recording: what passed between client and agent, and when. */
export interface RecordingEntry {
  readonly at: number;
  readonly from: 'client' | 'agent' | 'stderr';
  /** A JSON-RPC message; absent when the line was something else. */
  readonly message?: unknown;
  /** A line that was not a JSON-RPC message. */
  readonly text?: string;
}

/** A message, bare or from a recording; from a recording with its entry. */
export interface MessageLine {
  readonly kind: 'message';
  readonly line: number;
  readonly message: unknown;
  readonly entry: RecordingEntry | undefined;
  /** The numbers of the message that are not what the line says; absent if there are none. */
  readonly numbers?: readonly InexactNumber[];
}

/** A recorded line that was not a message: standard error, or stray output. */
interface TextLine {
  readonly kind: 'text';
  readonly line: number;
  readonly entry: RecordingEntry;
}

/** A line that cannot be read, in the words of a decoding issue. */
export interface ProblemLine {
  readonly kind: 'problem';
  readonly line: number;
  readonly expected: string;
  readonly found: string;
}

/** Something odd about the input that does not keep it from being read. */
interface WarningLine {
  readonly kind: 'warning';
  readonly line: number;
  readonly warning: string;
}

/** What a line of input turned out to be. */
export type InputLine = MessageLine | TextLine | ProblemLine | WarningLine;

const senders: ReadonlySet<unknown> = new Set(['client', 'agent', 'stderr']);

function isRecordingEntry(value: unknown): value is RecordingEntry {
  if (typeof value !== 'object' || value === null) return false;
  // A bare message always says `jsonrpc`, so a message with fields of these names stays a message.
  if (!('at' in value && 'from' in value) || 'jsonrpc' in value) return false;
  if (typeof value.at !== 'number' || !senders.has(value.from)) return false;
  return 'message' in value || ('text' in value && typeof value.text === 'string');
}

/** Tells a bare message from an entry of a recording (IN9); `numbers` are those of the line that it does not hold (IN12). */
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
