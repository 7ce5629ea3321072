import { type ExactMessage, idText, isMarked } from '../jsonrpc/exact-id.ts';
import { type InexactNumber, writtenNumber } from '../jsonrpc/inexact-numbers.ts';
import type { RequestMessage } from '../jsonrpc/message.ts';
import { isObject } from '../protocol/reading/guard.ts';
import { formatPath } from '../protocol/reading/issue.ts';
import { present } from '../protocol/reading/optional.ts';
import type { Direction } from './edges.ts';
import type { LedgerEntry } from './ledger.ts';
import { sessionOf } from './reading.ts';

/** How many numbers are remembered until they are sent; those of a message that is never sent would stay forever. */
const mostPending = 1000;

/** How many characters of digits are remembered; a single number may be as long as a message. */
const mostPendingDigits = 1_000_000;

interface Arrived extends InexactNumber {
  readonly entry: LedgerEntry;
  /** Whether it has been sent with its digits; a copy kept in the memory of its session may still be sent without. */
  isSent: boolean;
}

/**
 * Remembers the source text of numbers that a double cannot represent, so that the bridge can write them as they came.
 *
 * The text is remembered with the object that contains the number. A value that crosses unchanged is still that object, so its
 * digits are found when it is written, however much later. A number that was copied into another object is reported as lost.
 */
export class CarriedNumbers {
  readonly #report: (entry: LedgerEntry) => void;
  readonly #byHolder = new WeakMap<object, Map<string | number, Arrived>>();
  readonly #byMessage = new WeakMap<object, readonly Arrived[]>();
  /** Numbers that have arrived and were not reported: in this order, and by the value that was read. */
  readonly #pending = new Set<Arrived>();
  readonly #pendingByValue = new Map<number | string, Set<Arrived>>();
  #pendingDigits = 0;
  #hasArrived = false;
  /** The numbers without remembered digits in the message that is being written. */
  #loose: number[] = [];

  constructor(report: (entry: LedgerEntry) => void) {
    this.#report = report;
  }

  /** Remembers the numbers of a message that arrived, and the way that it goes. */
  arrived({ value, numbers, mayHaveMore }: ExactMessage, direction: Direction): void {
    this.#hasArrived = true;
    const all = numbers.map(
      (number): Arrived => ({ ...number, entry: entryOf(value, number, direction), isSent: false }),
    );
    for (const one of all) {
      const holder = holderOf(value, one.path);
      const key = one.path[one.path.length - 1] as string | number;
      const held = this.#byHolder.get(holder);
      if (held === undefined) this.#byHolder.set(holder, new Map([[key, one]]));
      else held.set(key, one);
      this.#expect(one);
    }
    if (mayHaveMore) this.#report(restEntry(all.length, direction));
    if (all.length > 0) this.#byMessage.set(value as object, all);
  }

  /** Call it when a message is passed on as it came, with all its digits. */
  passed(message: unknown): void {
    if (!this.#hasArrived) return;
    for (const one of this.#byMessage.get(message as object) ?? []) one.isSent = true;
  }

  /** Returns the text of a message, with the exact digits of its id and of all values taken from messages that arrived. */
  text(message: object): string {
    if (!this.#hasArrived) return JSON.stringify(message);
    if (Array.isArray(message)) return `[${message.map((one) => this.text(one)).join(',')}]`;
    this.#loose = [];
    const text = this.#messageText(message);
    // Only now it is known which of them went with their digits.
    for (const number of this.#loose) this.#tell(number, sessionOf((message as Partial<RequestMessage>).params));
    return text;
  }

  #messageText(message: object): string {
    const { id, method, params } = message as Partial<RequestMessage>;
    const isCancel = method === '$/cancel_request' && isObject(params) && isMarked(params['requestId']);
    return this.#objectText(message, {
      id: id === undefined ? undefined : idText(id),
      params: isCancel ? this.#objectText(params, { requestId: idText(params['requestId'] as string) }) : undefined,
    });
  }

  /** Returns the text of an object; `own` has the texts of some of its members. */
  #objectText(value: object, own: Readonly<Record<string, string | undefined>> = {}): string {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value)) {
      const text = (Object.hasOwn(own, key) ? own[key] : undefined) ?? this.#memberText(value, key, member);
      if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
    }
    return `{${members.join(',')}}`;
  }

  #memberText(holder: object, key: string | number, member: unknown): string | undefined {
    if (typeof member === 'number') return this.#numberText(holder, key, member);
    if (Array.isArray(member)) {
      return `[${member.map((item, index) => this.#memberText(member, index, item) ?? 'null').join(',')}]`;
    }
    if (!isObject(member) || typeof member['toJSON'] === 'function') return JSON.stringify(member);
    return this.#objectText(member);
  }

  #numberText(holder: object, key: string | number, member: number): string {
    const one = this.#byHolder.get(holder)?.get(key);
    if (one !== undefined && Object.is(one.value, member)) {
      one.isSent = true;
      return one.digits;
    }
    this.#loose.push(member);
    return writtenNumber(member);
  }

  /** Reports a number that is written without its digits, if one with this value has arrived. */
  #tell(member: number, sessionId: string | undefined): void {
    const same = [...(this.#pendingByValue.get(keyOf(member)) ?? [])];
    const ofSession = (one: Arrived) => sessionId !== undefined && one.entry.sessionId === sessionId;
    // A number that was sent with its digits is the least likely one: it would have to come from memory.
    const lost = same.find((one) => !one.isSent) ?? same.find(ofSession);
    if (lost === undefined) return;
    this.#forget(lost);
    this.#report(lost.entry);
  }

  #expect(one: Arrived): void {
    const key = keyOf(one.value);
    const same = this.#pendingByValue.get(key);
    if (same === undefined) this.#pendingByValue.set(key, new Set([one]));
    else same.add(one);
    this.#pending.add(one);
    this.#pendingDigits += one.digits.length;
    for (const oldest of this.#pending) {
      // The newest stays however long it is: its message is only now on its way.
      if (oldest === one || (this.#pending.size <= mostPending && this.#pendingDigits <= mostPendingDigits)) break;
      this.#forget(oldest);
    }
  }

  #forget(one: Arrived): void {
    if (this.#pending.delete(one)) this.#pendingDigits -= one.digits.length;
    const key = keyOf(one.value);
    const same = this.#pendingByValue.get(key);
    same?.delete(one);
    if (same?.size === 0) this.#pendingByValue.delete(key);
  }
}

/** Returns a key for a map, which would take minus zero for zero. */
function keyOf(value: number): number | string {
  return Object.is(value, -0) ? '-0' : value;
}

function entryOf(value: unknown, { path, digits, value: read }: InexactNumber, direction: Direction): LedgerEntry {
  const message = Array.isArray(value) ? value[path[0] as number] : value;
  const sessionId = isObject(message) ? sessionOf(message['params']) : undefined;
  const done = `sent as ${writtenNumber(read)}`;
  return present({ kind: 'loss', rule: 'number', direction, sessionId, path: formatPath(path), lost: digits, done });
}

/** Returns the entry for a message with more such numbers than are looked at one by one. */
function restEntry(found: number, direction: Direction): LedgerEntry {
  const lost = `the digits of all but ${found} numbers`;
  return { kind: 'loss', rule: 'number', direction, path: '', lost, done: 'sent as the nearest doubles' };
}

/** Returns the object or array that contains the value at a path. */
function holderOf(value: unknown, path: readonly (string | number)[]): object {
  let holder = value;
  for (const step of path.slice(0, -1)) holder = (holder as Readonly<Record<string | number, unknown>>)[step];
  return holder as object;
}
