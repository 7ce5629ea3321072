import type { RecordShape, ScalarShape, Shape, TaggedShape } from '@emend/acp/protocol';
import { z } from 'zod';

/** The zod schema that somebody would write for a shape: loose objects, a discriminated union, and a fallback for unknown tags. */
export function zodSchemaOf(shape: Shape): z.ZodType {
  switch (shape.is) {
    case 'nullable':
      return zodSchemaOf(shape.of).nullable();
    case 'list':
      return z.array(zodSchemaOf(shape.of));
    case 'map':
      return z.record(z.string(), zodSchemaOf(shape.of));
    case 'record':
      return recordOf(shape);
    case 'tagged':
      return taggedOf(shape);
    case 'keyed': {
      const choices = Object.values(shape.by).map((record) =>
        shape.lists === true ? z.array(recordOf(record)) : recordOf(record),
      );
      return z.union(choices);
    }
    case 'enum':
      return shape.open === true ? z.string() : z.enum([...shape.values]);
    default:
      return scalarOf(shape);
  }
}

function scalarOf(shape: ScalarShape): z.ZodType {
  switch (shape.is) {
    case 'string':
      return z.string();
    case 'boolean':
      return z.boolean();
    case 'double':
      return z.number();
    case 'integer':
      return z.int().min(shape.min ?? Number.MIN_SAFE_INTEGER);
    case 'object':
      return z.record(z.string(), z.unknown());
    case 'requestId':
      return z.union([z.null(), z.int(), z.string()]);
    case 'answer':
      return z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
    case 'any':
      return z.unknown();
  }
}

function recordOf(shape: RecordShape, tag: Record<string, z.ZodType> = {}): z.ZodObject {
  const entries = Object.entries(shape.fields).map(([key, field]) => {
    const schema = zodSchemaOf(field.of);
    return [key, field.optional === true ? schema.optional() : schema] as const;
  });
  return z.looseObject({ ...tag, ...Object.fromEntries(entries) });
}

/** The fields of a variant; of one that is a union itself, those that all of them have. */
function fieldsOf(variant: RecordShape | TaggedShape): RecordShape['fields'] {
  return variant.is === 'record' ? variant.fields : (variant.common?.fields ?? {});
}

function taggedOf(shape: TaggedShape): z.ZodType {
  const choices: z.ZodType[] = [];
  const variants = Object.entries(shape.variants).map(([tag, record]) =>
    recordOf(
      { is: 'record', fields: { ...shape.common?.fields, ...fieldsOf(record) } },
      { [shape.tag]: z.literal(tag) },
    ),
  );
  const [first, ...others] = variants;
  if (first !== undefined) choices.push(z.discriminatedUnion(shape.tag, [first, ...others]));
  if (shape.untagged !== undefined) choices.push(recordOf(shape.untagged));
  if (shape.rest !== undefined) {
    const isFree = (tag: string): boolean =>
      !Object.hasOwn(shape.variants, tag) && shape.reserved?.includes(tag) !== true;
    const fields = { ...shape.common?.fields, ...shape.rest.fields };
    choices.push(recordOf({ is: 'record', fields }, { [shape.tag]: z.string().refine(isFree) }));
  }
  return z.union(choices);
}
