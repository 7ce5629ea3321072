import type {
  Definition,
  DialectDefinitions,
  Field,
  Method,
  Primitive,
  RecordDefinition,
  TaggedDefinition,
  TypeExpression,
} from '../language.ts';
import type { Scope } from '../scope.ts';
import { hasCommon } from './text.ts';

type Json = { readonly [key: string]: unknown };

/** Returns the JSON Schema (2020-12) of a dialect: every type, and at the root the messages that may be sent. */
export function jsonSchemaOf(dialect: DialectDefinitions, scope: Scope): Json {
  const { id, title, description } = dialect.schema;
  // What is only proposed is accepted, but not part of the protocol.
  const definitions = [...scope.values()].filter((placed) => placed.topic !== 'proposal');
  const sorted = definitions.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: id,
    title,
    description,
    ...root(dialect),
    $defs: Object.fromEntries(sorted.map(({ name, definition }) => [name, { ...schemaOf(definition) }])),
  };
}

function root({ methods, hasBatches }: DialectDefinitions): Json {
  const messages = [...methods.map(messageOf), extension(methods), ...responses];
  if (!hasBatches) return { anyOf: messages };
  const batch = { title: 'Batch', type: 'array', minItems: 1, items: { $ref: '#message' } };
  return { anyOf: [{ $anchor: 'message', anyOf: messages }, batch] };
}

const jsonrpc = { const: '2.0' };
const id = { $ref: '#/$defs/RequestId' };

function messageOf(method: Method): Json {
  const isRequest = method.result !== undefined;
  return {
    title: method.name,
    description: `${method.describe} Handled by ${method.handledBy === 'either' ? 'either side' : `the ${method.handledBy}`}.`,
    type: 'object',
    properties: {
      jsonrpc,
      ...(isRequest ? { id } : {}),
      method: { const: method.name },
      params: reference(method.params),
    },
    required: ['jsonrpc', ...(isRequest ? ['id'] : []), 'method', 'params'],
  };
}

function extension(methods: readonly Method[]): Json {
  return {
    title: 'Extension',
    description: 'A request or notification that the protocol does not define.',
    type: 'object',
    properties: { jsonrpc, id, method: { type: 'string', not: { enum: methods.map((method) => method.name) } } },
    required: ['jsonrpc', 'method'],
  };
}

const responses: readonly Json[] = [
  {
    title: 'Result',
    description: 'The answer to a request. Its type depends on the method of the request with this id.',
    type: 'object',
    properties: { jsonrpc, id, result: {} },
    required: ['jsonrpc', 'id', 'result'],
  },
  {
    title: 'Failure',
    description: 'The answer to a request that failed.',
    type: 'object',
    properties: { jsonrpc, id, error: { $ref: '#/$defs/Error' } },
    required: ['jsonrpc', 'id', 'error'],
  },
];

function schemaOf(definition: Definition): Json {
  const described = { description: definition.describe };
  switch (definition.is) {
    case 'record': {
      const forbidden =
        definition.without === undefined ? {} : { not: { type: 'object', required: [definition.without] } };
      return {
        ...described,
        ...objectOf(definition.fields, definition.meta),
        ...forbidden,
        ...oneOf(definition),
      };
    }
    case 'alias':
      return { ...described, ...expressionOf(definition.of) };
    case 'enum': {
      const known = Object.entries(definition.values).map(([value, describe]) => ({
        const: value,
        description: describe,
      }));
      return definition.open
        ? { ...described, anyOf: [...known, { type: 'string', description: 'Any other value.' }] }
        : { ...described, oneOf: known };
    }
    case 'codes': {
      const known = Object.values(definition.values).map(([code, describe]) => ({
        const: code,
        description: describe,
      }));
      return { ...described, anyOf: [...known, { type: 'integer', description: 'Any other code.' }] };
    }
    case 'scalars':
      return { ...described, type: [...(definition.nullable ? ['null'] : []), 'integer', 'string'] };
    case 'keyed':
      return {
        ...described,
        anyOf: Object.values(definition.by).map((name) =>
          definition.lists
            ? { type: 'array', ...(definition.atLeastOne ? { minItems: 1 } : {}), items: reference(name) }
            : reference(name),
        ),
      };
    case 'tagged':
      return { ...described, ...taggedOf(definition) };
  }
}

function taggedOf(definition: TaggedDefinition): Json {
  const common = hasCommon(definition) ? objectOf(definition.common, definition.commonMeta) : { type: 'object' };
  const variants: Json[] = Object.entries(definition.variants).map(([tag, body]) => ({
    properties: { [definition.tag]: { const: tag } },
    required: [definition.tag],
    ...(body === null
      ? {}
      : { allOf: [typeof body === 'string' ? reference(body) : objectOf(body.fields, body.meta)] }),
  }));
  const { untagged } = definition;
  if (untagged !== undefined)
    variants.push(typeof untagged === 'string' ? reference(untagged) : objectOf(untagged.fields, untagged.meta));
  if (definition.rest !== undefined) variants.push(restOf(definition, definition.rest));
  if (definition.isTagOptional) variants.push({ properties: { [definition.tag]: { type: 'null' } } });
  return { ...common, anyOf: variants };
}

function oneOf({ oneOf: types, mayFitSeveral }: Pick<RecordDefinition, 'oneOf' | 'mayFitSeveral'>): Json {
  if (types === undefined) return {};
  return { [mayFitSeveral === true ? 'anyOf' : 'oneOf']: Object.values(types).map(reference) };
}

function restOf(definition: TaggedDefinition, rest: NonNullable<TaggedDefinition['rest']>): Json {
  const taken = [...Object.keys(definition.variants), ...definition.reserved];
  const free = taken.length === 0 ? { type: 'string' } : { type: 'string', not: { enum: taken } };
  const body = objectOf(rest.fields, rest.meta);
  return {
    description: 'Any other variant; a tag that begins with `_` is an extension.',
    properties: { [definition.tag]: free, ...(body['properties'] as Json | undefined) },
    required: [definition.tag, ...((body['required'] as readonly string[] | undefined) ?? [])],
    ...oneOf(rest),
  };
}

function objectOf(fields: readonly Field[], meta: boolean): Json {
  const properties: Record<string, unknown> = {};
  for (const field of fields) {
    properties[field.name] = {
      ...expressionOf(field.type),
      description: field.describe,
      ...('default' in field ? { default: field.default } : {}),
    };
  }
  if (meta) properties['_meta'] = { type: ['object', 'null'], description: 'Free-form data of the sender.' };
  const required = fields.filter((field) => !field.optional).map((field) => field.name);
  return {
    type: 'object',
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function expressionOf(type: TypeExpression): Json {
  switch (type.is) {
    case 'name':
      return reference(type.name);
    case 'list':
      return { type: 'array', ...(type.atLeastOne ? { minItems: 1 } : {}), items: expressionOf(type.of) };
    case 'map':
      return { type: 'object', additionalProperties: expressionOf(type.of) };
    case 'nullable': {
      const of = expressionOf(type.of);
      return typeof of['type'] === 'string' ? { ...of, type: [of['type'], 'null'] } : { anyOf: [of, { type: 'null' }] };
    }
    case 'primitive':
      return primitiveOf(type.name);
  }
}

function primitiveOf(name: Primitive): Json {
  switch (name) {
    case 'string':
    case 'id':
    case 'path':
      return { type: 'string' };
    case 'uri':
      return { type: 'string', format: 'uri' };
    case 'time':
      return { type: 'string', format: 'date-time' };
    case 'base64':
      return { type: 'string', contentEncoding: 'base64' };
    case 'text':
      return { type: 'string', minLength: 1 };
    case 'boolean':
      return { type: 'boolean' };
    case 'double':
      return { type: 'number' };
    case 'fraction':
      return { type: 'number', minimum: 0, maximum: 1 };
    case 'positive':
      return { type: 'integer', minimum: 1 };
    case 'positive16':
      return { type: 'integer', minimum: 1, maximum: 65535 };
    case 'int64':
      return { type: 'integer' };
    case 'uint16':
      return { type: 'integer', minimum: 0, maximum: 65535 };
    case 'uint32':
    case 'uint64':
    case 'line':
      return { type: 'integer', minimum: 0 };
    case 'object':
      return { type: 'object' };
    case 'answer':
      return { anyOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'array', items: { type: 'string' } }] };
    case 'any':
      return {};
  }
}

function reference(name: string): Json {
  return { $ref: `#/$defs/${name}` };
}
