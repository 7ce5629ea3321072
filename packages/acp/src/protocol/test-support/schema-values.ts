import fc from 'fast-check';
import type { JsonSchema, SchemaDocument } from './official-schemas.ts';

const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  42,
  1.5,
  65535,
  65536,
  1e300,
  '',
  'x',
  '_own',
  'later',
  [],
  {},
  [null],
  { a: 1 },
];

/** JSON values of any kind, small. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...junk) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

/** Values that follow a JSON Schema most of the time: what `not` forbids is left to chance. */
export class SchemaValues {
  readonly #document: SchemaDocument;
  readonly #byName = new Map<string, fc.Arbitrary<unknown>>();

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  /** Values of one named type. */
  named(name: string): fc.Arbitrary<unknown> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const made = this.#of(this.#document.$defs[name] ?? {});
    this.#byName.set(name, made);
    return made;
  }

  #of(schema: JsonSchema): fc.Arbitrary<unknown> {
    const own = this.#own(schema);
    const parts = [...((schema['allOf'] as JsonSchema[] | undefined) ?? []).map((part) => this.#of(part))];
    const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
    if (choices !== undefined) parts.push(fc.oneof(...choices.map((choice) => this.#of(choice))));
    if (parts.length === 0) return own;
    return fc.tuple(own, ...parts).map(([first, ...rest]) => rest.reduce(merged, first));
  }

  #own(schema: JsonSchema): fc.Arbitrary<unknown> {
    if (typeof schema['$ref'] === 'string') return this.named(schema['$ref'].replace('#/$defs/', ''));
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
    const types = Array.isArray(schema['type']) ? (schema['type'] as string[]) : [schema['type'] as string | undefined];
    return fc.oneof(...types.map((type) => this.#typed(type, schema)));
  }

  #typed(type: string | undefined, schema: JsonSchema): fc.Arbitrary<unknown> {
    switch (type) {
      case 'object':
        return this.#object(schema);
      case 'array':
        return fc.array(this.#of((schema['items'] ?? {}) as JsonSchema), {
          minLength: (schema['minItems'] as number | undefined) ?? 0,
          maxLength: 3,
        });
      case 'string':
        return fc.oneof(fc.constantFrom('', 'a', '/a/b', '_x', 'text', 'https://a.b'), fc.string({ maxLength: 6 }));
      case 'integer':
        return fc.constantFrom(...within(schema, [-5, 0, 1, 7, 65535, 4294967295]));
      case 'number':
        return fc.constantFrom(...within(schema, [0, 0.5, 1, -3.25]));
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        // No type: anything goes, or the choices beside it decide.
        return schema['anyOf'] !== undefined || schema['oneOf'] !== undefined || schema['allOf'] !== undefined
          ? fc.constant(undefined)
          : anyJson;
    }
  }

  #object(schema: JsonSchema): fc.Arbitrary<unknown> {
    const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
    const required = (schema['required'] ?? []) as string[];
    const values = Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, this.#of(property)]));
    const known = fc.record(values, { requiredKeys: required.filter((key) => key in properties) });
    if (typeof schema['additionalProperties'] !== 'object') return known;
    return fc.dictionary(
      fc.constantFrom('a', 'b', '__proto__'),
      this.#of(schema['additionalProperties'] as JsonSchema),
    );
  }
}

function within({ minimum = -Infinity, maximum = Infinity }: JsonSchema, numbers: readonly number[]): number[] {
  return numbers.filter((number) => number >= Number(minimum) && number <= Number(maximum));
}

function merged(first: unknown, second: unknown): unknown {
  const both = [first, second];
  if (both.every((value) => typeof value === 'object' && value !== null && !Array.isArray(value))) {
    return { ...(second as object), ...(first as object) };
  }
  return first === undefined ? second : second === undefined ? first : second;
}
