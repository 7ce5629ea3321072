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
}

/** A recorded line that was not a message: standard error, or stray output. */
export interface TextLine {
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
export interface WarningLine {
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

/** Tells a bare message from an entry of a recording (IN9). */
export function inputLineOf(line: number, value: unknown): MessageLine | TextLine {
  if (!isRecordingEntry(value)) return { kind: 'message', line, message: value, entry: undefined };
  if (!Object.hasOwn(value, 'message')) return { kind: 'text', line, entry: value };
  return { kind: 'message', line, message: value.message, entry: value };
}
