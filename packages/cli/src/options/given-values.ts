import { existsSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';

/** Returns a parser that collects the values of an option given several times. */
export function collected<T>(read: (text: string) => T): (text: string, before: readonly T[]) => readonly T[] {
  return (text, before) => [...before, read(text)];
}

/** Reads the name of a directory and returns its absolute path. */
export function directory(text: string): string {
  const path = isAbsolute(text) ? text : resolve(text);
  if (!existsSync(path)) throw new InvalidArgumentError(`There is no directory ${text}.`);
  if (!statSync(path).isDirectory()) throw new InvalidArgumentError(`${text} is not a directory.`);
  return path;
}
