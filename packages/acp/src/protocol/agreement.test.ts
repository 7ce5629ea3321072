import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import type { TypeReader } from './reading/method.ts';
import type { Shape } from './reading/shape.ts';
import { Walk } from './reading/walk.ts';
import { mutated, mutations } from './test-support/mutation.ts';
import { type JsonSchema, officialSchema, ownSchema, type SchemaDocument } from './test-support/official-schemas.ts';
import { generatedDialects, readersOf } from './test-support/readers.ts';
import { SchemaValues } from './test-support/schema-values.ts';

/** The message envelopes accept any extension, so that comparing verdicts on them says nothing. */
const envelopes = new Set(
  ['Agent', 'Client'].flatMap((side) => [`${side}Request`, `${side}Response`, `${side}Notification`]),
);

const verdicts = counts({ short: 1_500, long: 30_000, oracle: 500_000 });

for (const dialect of generatedDialects) {
  const { schema, isOfficial } = officialSchema(dialect);
  const own = ownSchema(dialect);
  const readers = readersOf(dialect);
  const names = Object.keys(schema.$defs).filter((name) => !envelopes.has(name));

  describe(`${dialect}, ${isOfficial ? 'official schema' : 'our own schema'}`, () => {
    test('every type of the schema is defined, and no other', () => {
      const defined = [...readers.keys()].filter(
        (name) => !['MessageClear', 'ReceivedSessionUpdate', 'ReceivedSessionNotification'].includes(name),
      );
      expect(defined.sort()).toEqual([...names].sort());
      expect(Object.keys(own.$defs).sort()).toEqual([...names].sort());
    });

    test.runIf(isOfficial)('a lenient reading follows the marks of the schema', () => {
      const marked = names.filter((name) => typeof schema.$defs[name]?.['properties'] === 'object');
      expect(
        Object.fromEntries(marked.map((name) => [name, lenienciesOf((readers.get(name) as TypeReader).shape)])),
      ).toEqual(Object.fromEntries(marked.map((name) => [name, marksOf(schema.$defs[name] as JsonSchema)])));
    });

    test(`${verdicts} verdicts agree with ajv, strict`, () => {
      const values = new SchemaValues(schema);
      const official = compileAll(schema, names);
      const exported = compileAll(own, names);
      const runs = Math.ceil(verdicts / names.length);
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
      expect(compared).toBeGreaterThanOrEqual(verdicts);
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

/** The fields of a type with a leniency. */
function lenienciesOf(shape: Shape): Readonly<Record<string, unknown>> {
  const fields = shape.is === 'record' ? shape.fields : shape.is === 'tagged' ? (shape.common?.fields ?? {}) : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { lenient }]) => (lenient === undefined ? [] : [[name, lenient]])),
  );
}

/** The same, as the marks of the official schema have it. */
function marksOf(definition: JsonSchema): Readonly<Record<string, unknown>> {
  const properties = definition['properties'] as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const isList = [property['type']].flat().includes('array');
      const skips = property['x-deserialize-skip-invalid-items'] === true;
      if (property['x-deserialize-default-on-error'] === true) return [[name, isList && !skips ? 'whole' : true]];
      if (skips) return [[name, 'items']];
      return property['x-deserialize-default-on-null'] === true ? [[name, 'null']] : [];
    }),
  );
}

function compileAll(schema: SchemaDocument, names: readonly string[]): Map<string, ValidateFunction> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { $id: _, ...document } = schema;
  ajv.addSchema(document, 'acp');
  return new Map(names.map((name) => [name, ajv.compile({ $ref: `acp#/$defs/${name}` })]));
}
