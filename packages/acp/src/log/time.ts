import { LogError } from './log-error.ts';

/** The furthest time from 1970 that a `Date` can hold, in milliseconds. */
const furthest = 8.64e15;

/** Whether a time is one that every store keeps exactly: a whole number of milliseconds that a `Date` can hold. */
export function isTime(at: number): boolean {
  return Number.isInteger(at) && Math.abs(at) <= furthest;
}

/** Throws `invalid_time` unless a time is one that every store keeps exactly. */
export function checkTime(at: number): void {
  if (isTime(at)) return;
  const rule = 'A log keeps times as whole milliseconds since 1970 that a Date can hold';
  throw new LogError('invalid_time', `${rule}, and ${String(at)} is none. Give it Date.now() or Math.floor(time).`);
}
