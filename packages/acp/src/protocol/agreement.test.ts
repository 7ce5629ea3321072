import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { TypeReader } from './reading/method.ts';
import { Walk } from './reading/walk.ts';
import { mutated, mutations } from './test-support/mutation.ts';
import { officialSchema, ownSchema, type SchemaDocument } from './test-support/official-schemas.ts';
import { readersOf } from './test-support/readers.ts';
import { SchemaValues } from './test-support/schema-values.ts';

/** The message envelopes accept any extension, so that comparing verdicts on them says nothing. */
const envelopes = new Set(
  ['Agent', 'Client'].flatMap((side) => [`${side}Request`, `${side}Response`, `${side}Notification`]),
);

const verdicts = counts({ short: 20_000, long: 200_000, oracle: 1_000_000 });
const share = verdicts / 2;

for (const version of [1, 2] as const) {
  const { schema, isOfficial } = officialSchema(version);
  const own = ownSchema(version);
  const readers = readersOf(version);
  const names = Object.keys(schema.$defs).filter((name) => !envelopes.has(name));

  describe(`v${version}, ${isOfficial ? 'official schema' : 'our own schema'}`, () => {
    test('every type of the schema is defined, and no other', () => {
      const defined = [...readers.keys()].filter(
        (name) => !['MessageClear', 'ReceivedSessionUpdate', 'ReceivedSessionNotification'].includes(name),
      );
      expect(defined.sort()).toEqual([...names].sort());
      expect(Object.keys(own.$defs).sort()).toEqual([...names].sort());
    });

    test(`${share} verdicts agree with ajv, strict`, () => {
      const values = new SchemaValues(schema);
      const official = compileAll(schema, names);
      const exported = compileAll(own, names);
      const runs = Math.ceil(share / names.length);
      let accepted = 0;
      let compared = 0;
      for (const name of names) {
        const reader = readers.get(name) as TypeReader;
        fc.assert(
          fc.property(values.named(name), mutations, (valid, changes) => {
            const value = mutated(valid, changes);
            const verdict = official.get(name)?.(value) === true;
            compared++;
            if (verdict) accepted++;
            expect({ name, ...ours(reader, value), exported: exported.get(name)?.(value) === true }).toEqual({
              name,
              guard: verdict,
              decoder: verdict,
              walk: verdict,
              exported: verdict,
            });
          }),
          { numRuns: runs },
        );
      }
      expect(compared).toBeGreaterThanOrEqual(share);
      // A generator that only makes good or only makes bad values would prove nothing.
      expect(accepted / compared).toBeGreaterThan(0.2);
      expect(accepted / compared).toBeLessThan(0.9);
    }, 900_000);
  });
}

function ours(reader: TypeReader, value: unknown): { guard: boolean; decoder: boolean; walk: boolean } {
  const walk = new Walk('strict');
  walk.read(reader.shape, value);
  const decoded = reader.decode(value);
  if (decoded.ok) expect(decoded.value).toBe(value);
  return { guard: reader.is(value), decoder: decoded.ok, walk: walk.issues.length === 0 };
}

function compileAll(schema: SchemaDocument, names: readonly string[]): Map<string, ValidateFunction> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { $id: _, ...document } = schema;
  ajv.addSchema(document, 'acp');
  return new Map(names.map((name) => [name, ajv.compile({ $ref: `acp#/$defs/${name}` })]));
}
