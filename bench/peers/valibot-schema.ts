import type { RecordShape, ScalarShape, Shape, TaggedShape } from '@emend/acp/protocol';
import * as v from 'valibot';

type Schema = v.GenericSchema;

/** The valibot schema that somebody would write for a shape: loose objects, a variant, and a fallback for unknown tags. */
export function valibotSchemaOf(shape: Shape): Schema {
  switch (shape.is) {
    case 'nullable':
      return v.nullable(valibotSchemaOf(shape.of));
    case 'list':
      return v.array(valibotSchemaOf(shape.of));
    case 'map':
      return v.record(v.string(), valibotSchemaOf(shape.of));
    case 'record':
      return recordOf(shape);
    case 'tagged':
      return taggedOf(shape);
    case 'keyed':
      return v.union(
        Object.values(shape.by).map((record) => (shape.lists === true ? v.array(recordOf(record)) : recordOf(record))),
      );
    case 'enum':
      return shape.open === true ? v.string() : v.picklist([...shape.values]);
    default:
      return scalarOf(shape);
  }
}

function scalarOf(shape: ScalarShape): Schema {
  switch (shape.is) {
    case 'string':
      return v.string();
    case 'boolean':
      return v.boolean();
    case 'double':
      return v.number();
    case 'integer':
      return v.pipe(v.number(), v.integer(), v.minValue(shape.min ?? Number.MIN_SAFE_INTEGER));
    case 'object':
      return v.record(v.string(), v.unknown());
    case 'requestId':
      return v.union([v.null(), v.pipe(v.number(), v.integer()), v.string()]);
    case 'answer':
      return v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]);
    case 'any':
      return v.unknown();
  }
}

function recordOf(
  shape: RecordShape,
  tag: Record<string, Schema> = {},
): v.LooseObjectSchema<v.ObjectEntries, undefined> {
  const entries = Object.entries(shape.fields).map(([key, field]) => {
    const schema = valibotSchemaOf(field.of);
    return [key, field.optional === true ? v.optional(schema) : schema] as const;
  });
  return v.looseObject({ ...tag, ...Object.fromEntries(entries) });
}

/** The fields of a variant; of one that is a union itself, those that all of them have. */
function fieldsOf(variant: RecordShape | TaggedShape): RecordShape['fields'] {
  return variant.is === 'record' ? variant.fields : (variant.common?.fields ?? {});
}

function taggedOf(shape: TaggedShape): Schema {
  const choices: Schema[] = [];
  const variants = Object.entries(shape.variants).map(([tag, record]) =>
    recordOf(
      { is: 'record', fields: { ...shape.common?.fields, ...fieldsOf(record) } },
      { [shape.tag]: v.literal(tag) },
    ),
  );
  if (variants.length > 0) choices.push(v.variant(shape.tag, variants) as Schema);
  if (shape.untagged !== undefined) choices.push(recordOf(shape.untagged));
  if (shape.rest !== undefined) {
    const isFree = (tag: string): boolean =>
      !Object.hasOwn(shape.variants, tag) && shape.reserved?.includes(tag) !== true;
    const fields = { ...shape.common?.fields, ...shape.rest.fields };
    choices.push(recordOf({ is: 'record', fields }, { [shape.tag]: v.pipe(v.string(), v.check(isFree)) }));
  }
  return v.union(choices);
}
