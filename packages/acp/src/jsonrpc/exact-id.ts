import { type InexactNumber, inexactNumbers, mayHaveMore } from './inexact-numbers.ts';
import type { RequestId } from './message.ts';

/**
 * The start of a string that replaces an id which a number cannot represent; the id's JSON text follows. A peer's own
 * string with this start is replaced as well, so that the two are never confused.
 */
const MARK = 'exactly ';

/** A message of which `JSON.parse` alone would have lost something. */
export interface ExactMessage {
  /** The message with a string in place of each id that a number cannot represent. */
  readonly value: unknown;
  /** The other numbers that differ from the text. */
  readonly numbers: readonly InexactNumber[];
  /** Whether the message may have more such numbers: the search is limited. */
  readonly mayHaveMore: boolean;
}

/** Reads the ids of a message exactly and finds its other inexact numbers. Returns `undefined` if the value lacks nothing. */
export function readExactly(text: string, value: unknown): ExactMessage | undefined {
  return exactMessage(value, inexactNumbers(text, value));
}

/** Does the same for a message whose inexact numbers are known already. */
export function exactMessage(value: unknown, numbers: readonly InexactNumber[]): ExactMessage | undefined {
  return numbers.length === 0 && !holdsMarkedId(value)
    ? undefined
    : { ...withExactIds(value, numbers), mayHaveMore: mayHaveMore(numbers) };
}

/** Replaces the inexact ids of a message or a batch, and returns the other inexact numbers. */
function withExactIds(value: unknown, numbers: readonly InexactNumber[]): Omit<ExactMessage, 'mayHaveMore'> {
  const others: InexactNumber[] = [];
  if (!Array.isArray(value)) return { value: withIds(value, 0, numbers, others), numbers: others };
  const byEntry = new Map<unknown, InexactNumber[]>();
  for (const number of numbers) {
    const same = byEntry.get(number.path[0]);
    if (same === undefined) byEntry.set(number.path[0], [number]);
    else same.push(number);
  }
  const entries = value.map((entry: unknown, index) => withIds(entry, 1, byEntry.get(index) ?? [], others));
  return { value: entries, numbers: others };
}

/** Returns the JSON text of an id of a message, exactly as the text of the message has it. */
export function exactIdText(id: RequestId, message: unknown, text: string | undefined): string {
  if (typeof id !== 'number' || Number.isSafeInteger(id) || text === undefined) return JSON.stringify(id);
  const exact = readExactly(text, message)?.value as { readonly id: RequestId } | undefined;
  return idText(exact?.id ?? id);
}

/** Returns the JSON text of an id that may have been replaced. */
export function idText(id: RequestId): string {
  return isMarked(id) ? id.slice(MARK.length) : JSON.stringify(id);
}

/** Returns whether a string replaces an id that a number cannot represent. */
export function isMarked(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(MARK);
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isCancel = (value: unknown): boolean => isFields(value) && value['method'] === '$/cancel_request';
const isMinusZero = (digits: string): boolean => /^-0[.0]*(?:e|$)/i.test(digits);

/** Returns the id that a `$/cancel_request` names. */
function cancelledId(message: Fields): unknown {
  const { params } = message;
  return isCancel(message) && isFields(params) ? params['requestId'] : undefined;
}

function holdsMarkedId(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => !Array.isArray(entry) && holdsMarkedId(entry));
  return isFields(value) && (isMarked(value['id']) || isMarked(cancelledId(value)));
}

function standIn(id: unknown, digits: string | undefined): string | undefined {
  if (digits !== undefined) return MARK + digits;
  return isMarked(id) ? MARK + JSON.stringify(id) : undefined;
}

/** Returns a message with its inexact ids replaced; its members are at `depth` in the paths of the numbers. */
function withIds(message: unknown, depth: number, numbers: readonly InexactNumber[], others: InexactNumber[]): unknown {
  if (!isFields(message)) return message;
  let own: string | undefined;
  let cancelled: string | undefined;
  for (const number of numbers) {
    const { path } = number;
    const [first, second] = [path[depth], path[depth + 1]];
    const isOwn = path.length === depth + 1 && first === 'id';
    const isCancelled = path.length === depth + 2 && first === 'params' && second === 'requestId' && isCancel(message);
    if (!isOwn && !isCancelled) others.push(number);
    // An id of minus zero may be answered with zero, which is the same number.
    else if (isMinusZero(number.digits)) continue;
    else if (isOwn) own = number.digits;
    else cancelled = number.digits;
  }
  const id = standIn(message['id'], own);
  const requestId = standIn(cancelledId(message), cancelled);
  if (id === undefined && requestId === undefined) return message;
  return {
    ...message,
    ...(id === undefined ? {} : { id }),
    ...(requestId === undefined ? {} : { params: { ...(message['params'] as Fields), requestId } }),
  };
}
