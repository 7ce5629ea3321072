import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { readExactly } from '../jsonrpc/exact-id.ts';
import { comesBack, jsonTexts } from '../jsonrpc/test-support/json-texts.ts';
import { CarriedNumbers } from './carried-numbers.ts';

/** The value, in which every object and array that the coin picks is a copy: as a converter takes over what it changes. */
function takenOver(value: unknown, coin: () => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, takenOver(part, coin)] as const);
  const isSame = parts.every(([key, part]) => Object.is(part, (value as Record<string, unknown>)[key]));
  if (isSame && !coin()) return value;
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** The numbers of a JSON text that are not what they were once they are read and written, in no order. */
function lostIn(text: string): string[] {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return (plain.match(/-?\d[\d.eE+-]*/g) ?? []).filter((digits) => !comesBack(digits)).sort();
}

test('[BR81] whatever is taken over, each number goes on with its digits or is told', () => {
  fc.assert(
    fc.property(jsonTexts, fc.infiniteStream(fc.boolean()), ({ text, numbers }, flips) => {
      const frame = `{"jsonrpc":"2.0","method":"x","params":[${text}]}`;
      const told: unknown[] = [];
      const carried = new CarriedNumbers(({ lost }) => told.push(lost));
      const exact = readExactly(frame, JSON.parse(frame));
      if (exact !== undefined) carried.arrived(exact, '1to2');
      const value = exact?.value ?? JSON.parse(frame);
      const sent = carried.text(takenOver(value, () => flips.next().value) as object);
      const lost = numbers.map(({ digits }) => digits).filter((digits) => !comesBack(digits));
      expect([...lostIn(sent), ...told].sort()).toEqual(lost.sort());
      expect(JSON.stringify(JSON.parse(sent))).toBe(JSON.stringify(JSON.parse(frame)));
    }),
    { numRuns: counts({ short: 1_000, long: 40_000 }) },
  );
});

test('[BR81] long numbers that wait to be sent are bounded by their size, and the newest is still told', () => {
  const told: unknown[] = [];
  const carried = new CarriedNumbers(({ lost }) => told.push(lost));
  const long = (first: number) => `0.${first}${'1'.repeat(300_000)}`;
  const arrived = [1, 2, 3, 4, 5].map((first) => {
    const frame = `{"jsonrpc":"2.0","method":"x","params":[${long(first)}]}`;
    const exact = readExactly(frame, JSON.parse(frame));
    if (exact !== undefined) carried.arrived(exact, '1to2');
    return exact?.value;
  });
  // Each is sent as a copy, which has the doubles only.
  for (const value of arrived) carried.text(structuredClone(value) as object);
  expect(told.map((digits) => String(digits).slice(0, 4))).toEqual(['0.31', '0.41', '0.51']);
});
