import { InvalidArgumentError } from 'commander';

/** Reads a number of milliseconds. */
export function milliseconds(text: string): number {
  return readNumber(text, 'a number of milliseconds', (value) => value >= 0, 'from 0 on');
}

/** Reads a number of seconds and returns it in milliseconds. */
export function seconds(text: string): number {
  return readNumber(text, 'a number of seconds', (value) => value > 0, 'greater than 0') * 1000;
}

function readNumber(text: string, what: string, isAllowed: (value: number) => boolean, allowed: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError(`It must be ${what}.`);
  if (!isAllowed(value)) throw new InvalidArgumentError(`It must be ${what} ${allowed}.`);
  return value;
}
