import { describe, expect, test } from 'vitest';
import { Chance } from '../../soak/chance.ts';
import { counts } from '../support/counts.ts';
import { seed, seededChance } from '../support/seed.ts';
import { bridge } from './bridge.ts';
import { keepFailure, pastFailures } from './corpus.ts';
import { decoders, readers } from './decoders.ts';
import { framing } from './framing.ts';
import { mutated } from './mutation.ts';
import { patches } from './patches.ts';
import { reducer } from './reducer.ts';
import { valueShaped } from './shape-values.ts';
import { shrunk } from './shrink.ts';
import { type FuzzTarget, must } from './target.ts';

const targets = [decoders, framing, reducer, bridge, patches] as readonly FuzzTarget<unknown>[];

// The same cases in every run, so many that each target takes about a second; EMEND_FUZZ_SECONDS asks for a time instead.
const seconds = Number(process.env['EMEND_FUZZ_SECONDS'] ?? 0) / targets.length;
const times = counts({ short: 1, long: 10 });

function failureOf(target: FuzzTarget<unknown>, input: unknown): Error | undefined {
  try {
    target.run(input);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const wayOf = (failure: Error | undefined) => failure && `${failure.name} ${failure.message.split(':')[0]}`;

/** Tries as many inputs as a target asks for, or for as long as was asked for; a failure is made small, and kept for good. */
function fuzz(target: FuzzTarget<unknown>): void {
  const chance = seededChance();
  const end = performance.now() + seconds * 1000;
  const isOver = (tried: number) => (seconds > 0 ? performance.now() > end : tried === target.cases * times);
  for (let tried = 0; !isOver(tried); tried++) {
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
}

describe.each(targets)('$name', (target) => {
  test('stand what they once failed on', () => {
    const failures = pastFailures(target.name).flatMap((input) => failureOf(target, input)?.message ?? []);
    expect(failures).toEqual([]);
  });

  test('stand random and changed input', {
    timeout: seconds * 1000 + 900_000,
  }, () => {
    fuzz(target);
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
    cases: 1,
    make: () => 1,
    run: (input) => must(input !== 1, 'one is refused', input),
  };
  expect(failureOf(broken, 1)?.message).toBe('one is refused: 1');
});

test('values made of a shape are read, and changes to them are refused deep inside as well', () => {
  const chance = seededChance();
  const refused = readers.filter(({ shape, is }) =>
    Array.from({ length: 20 }, () => valueShaped(shape, chance)).some((value) => !is(value)),
  );
  expect(refused.map(({ name }) => name)).toEqual([]);
  const depths = Array.from({ length: 2_000 }, () => {
    const { reader, value } = decoders.make(chance);
    const read = readers[reader]?.decode(value);
    return read === undefined || read.ok ? 0 : Math.max(...read.issues.map(({ path }) => path.length));
  });
  expect(depths.filter((depth) => depth > 1).length).toBeGreaterThan(100);
});
