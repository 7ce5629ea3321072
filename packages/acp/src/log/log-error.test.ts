import { expect, test } from 'vitest';
import { LogError } from './log-error.ts';

/** The class as another copy of this package has it: the one beside which a program has bundled its own. */
const copy = class LogError extends Error {
  override readonly name = 'LogError';
  readonly failure = 'not_owner';
};

test('[LG30] an error of another copy of the package is recognised, and nothing else is', () => {
  expect(new LogError('full', 'Full.')).toBeInstanceOf(LogError);
  expect(new copy('Lost.')).toBeInstanceOf(LogError);
  const others = [new Error('Lost.'), { name: 'LogError', failure: 'full' }, undefined, null, 'LogError'];
  expect(others.filter((other) => other instanceof LogError)).toEqual([]);
});
