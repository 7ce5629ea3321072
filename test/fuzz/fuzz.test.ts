import { describe, expect, test } from 'vitest';
import { Chance } from '../../soak/chance.ts';
import { counts } from '../support/counts.ts';
import { bridge } from './bridge.ts';
import { keepFailure, pastFailures } from './corpus.ts';
import { decoders } from './decoders.ts';
import { framing } from './framing.ts';
import { mutated } from './mutation.ts';
import { reducer } from './reducer.ts';
import { shrunk } from './shrink.ts';
import { type FuzzTarget, must } from './target.ts';

const targets = [decoders, framing, reducer, bridge] as readonly FuzzTarget<unknown>[];

// A second each in `npm test`, and together a minute in the long run; EMEND_FUZZ_SECONDS asks for more, EMEND_FUZZ_SEED for the same.
const seconds = Number(process.env['EMEND_FUZZ_SECONDS'] ?? counts({ short: 4, long: 60 })) / targets.length;
const seed = Number(process.env['EMEND_FUZZ_SEED'] ?? Math.floor(Math.random() * 4294967296));

function failureOf(target: FuzzTarget<unknown>, input: unknown): Error | undefined {
  try {
    target.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const wayOf = (failure: Error | undefined) => failure && `${failure.name} ${failure.message.split(':')[0]}`;

/** Tries inputs until the time is over; a failure is made small, and kept for good. */
function fuzz(target: FuzzTarget<unknown>): number {
  const chance = new Chance(seed);
  const end = performance.now() + seconds * 1000;
  let tried = 0;
  for (; performance.now() < end; tried++) {
    // What is kept is JSON, so what is tried has to be.
    const input: unknown = JSON.parse(JSON.stringify(target.make(chance.fork())));
    const failure = failureOf(target, input);
    if (failure === undefined) continue;
    // Only what fails in the same way is the same failure.
    const small = shrunk(input, (less) => wayOf(failureOf(target, less)) === wayOf(failure));
    keepFailure(target.name, small);
    const cause = failureOf(target, small);
    throw new Error(`${target.name}, seed ${seed}, case ${tried}: ${cause?.message}\n${JSON.stringify(small)}`, {
      cause,
    });
  }
  return tried;
}

describe.each(targets)('$name', (target) => {
  test('stand what they once failed on', () => {
    const failures = pastFailures(target.name).flatMap((input) => failureOf(target, input)?.message ?? []);
    expect(failures).toEqual([]);
  });

  test('stand random and changed input', { timeout: seconds * 1000 + 60_000 }, () => {
    expect(fuzz(target)).toBeGreaterThan(50);
  });
});

test('a failure is made small', () => {
  const fails = (value: unknown) => JSON.stringify(value)?.includes('"bad"') ?? false;
  const value = [{ a: [1, 2, 'bad'], b: 'x'.repeat(100) }, { c: {} }, 7];
  expect(shrunk(value as unknown, fails)).toEqual([{ a: ['bad'] }]);
});

test('changes reach everything, and a broken promise is noticed', () => {
  const chance = new Chance(1);
  const value = { type: 'text', text: 'a', list: [1, { deep: true }] };
  const seen = new Set(Array.from({ length: 5_000 }, () => JSON.stringify(mutated(value, chance, [value]))));
  expect(seen.size).toBeGreaterThan(100);
  expect([...seen].some((text) => text?.includes('"deep":null'))).toBe(true);
  const broken: FuzzTarget<unknown> = {
    name: 'x',
    make: () => 1,
    run: (input) => must(input !== 1, 'one is refused', input),
  };
  expect(failureOf(broken, 1)?.message).toBe('one is refused: 1');
});
