import { InvalidArgumentError } from 'commander';

/** Reads a number of milliseconds. */
export function milliseconds(text: string): number {
  return readNumber(text, 'a number of milliseconds', (value) => value >= 0);
}

/** Reads a number of seconds and returns it in milliseconds. */
export function seconds(text: string): number {
  return readNumber(text, 'a number of seconds', (value) => value > 0) * 1000;
}

function readNumber(text: string, what: string, isAllowed: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || !isAllowed(value))
    throw new InvalidArgumentError(`It must be ${what}.`);
  return value;
}
