import type { Definition, Field, Primitive, RecordDefinition, TaggedDefinition, TypeExpression } from '../language.ts';
import { hasCommon, key, quoted } from './text.ts';

/** Emits the shape of a type: what a decoder walks to say why a value was refused. */
export function emitShape(name: string, definition: Definition, hasLenientMeta: boolean): string {
  const kind = shapeKind(definition);
  const text = `export const ${name}Shape: ${kind} = ${shapeOf(definition)};\n`;
  return hasLenientMeta ? text.replaceAll('_meta: metaField', '_meta: lenientMetaField') : text;
}

function shapeKind(definition: Definition): string {
  if (definition.is === 'tagged') return 'TaggedShape';
  return definition.is === 'record' ? 'RecordShape' : 'Shape';
}

function shapeOf(definition: Definition): string {
  switch (definition.is) {
    case 'record':
      return recordShape(definition);
    case 'alias':
      return expressionShape(definition.of);
    case 'enum':
      return `{ is: 'enum', values: [${Object.keys(definition.values).map(quoted).join(', ')}]${definition.open ? ', open: true' : ''} }`;
    case 'codes':
      return `{ is: 'integer' }`;
    case 'scalars':
      return definition.nullable ? `{ is: 'requestId' }` : `{ is: 'requestId', notNull: true }`;
    case 'keyed': {
      const by = Object.entries(definition.by).map(([by, name]) => `${key(by)}: ${name}Shape`);
      return `{ is: 'keyed', by: { ${by.join(', ')} }${definition.lists ? ', lists: true' : ''}${definition.atLeastOne ? ', atLeastOne: true' : ''} }`;
    }
    case 'tagged': {
      const variants = Object.entries(definition.variants).map(
        ([tag, body]) => `    ${key(tag)}: ${variantShape(body)},\n`,
      );
      const parts = [`  is: 'tagged',\n  tag: ${quoted(definition.tag)},\n  variants: {\n${variants.join('')}  },\n`];
      if (hasCommon(definition))
        parts.push(`  common: ${recordShape({ fields: definition.common, meta: definition.commonMeta })},\n`);
      if (definition.rest !== undefined) parts.push(`  rest: ${recordShape(definition.rest)},\n`);
      if (definition.reserved.length > 0) parts.push(`  reserved: [${definition.reserved.map(quoted).join(', ')}],\n`);
      if (definition.untagged !== undefined) parts.push(`  untagged: ${variantShape(definition.untagged)},\n`);
      if (definition.isTagOptional) parts.push('  isTagOptional: true,\n');
      return `{\n${parts.join('')}}`;
    }
  }
}

function variantShape(body: TaggedDefinition['variants'][string]): string {
  if (body === null) return `{ is: 'record', fields: {} }`;
  return typeof body === 'string' ? `${body}Shape` : recordShape(body);
}

type Parts = Pick<RecordDefinition, 'fields' | 'meta' | 'without' | 'oneOf' | 'mayFitSeveral'>;

function recordShape({ fields, meta, without, oneOf, mayFitSeveral }: Parts): string {
  const lines = fields.map((field) => `    ${key(field.name)}: ${fieldShape(field)},\n`);
  if (meta) lines.push('    _meta: metaField,\n');
  const choices = Object.entries(oneOf ?? {}).map(([name, type]) => `${key(name)}: ${type}Shape`);
  const end = `${without === undefined ? '' : `  without: ${quoted(without)},\n`}${choices.length === 0 ? '' : `  oneOf: { ${choices.join(', ')} },\n`}${mayFitSeveral === true ? '  mayFitSeveral: true,\n' : ''}`;
  if (lines.length === 0 && end === '') return `{ is: 'record', fields: {} }`;
  return `{\n  is: 'record',\n  fields: {\n${lines.join('')}  },\n${end}}`;
}

function fieldShape(field: Field): string {
  const marks = `${field.optional ? ', optional: true' : ''}${field.lenient === undefined ? '' : `, lenient: ${typeof field.lenient === 'string' ? quoted(field.lenient) : 'true'}`}`;
  const of = field.notEmpty
    ? expressionShape(field.type).replace(/ }$/, ', notEmpty: true }')
    : expressionShape(field.type);
  return `{ of: ${of}${marks} }`;
}

function expressionShape(type: TypeExpression): string {
  switch (type.is) {
    case 'name':
      return `${type.name}Shape`;
    case 'list':
      return `{ is: 'list', of: ${expressionShape(type.of)}${type.atLeastOne ? ', atLeastOne: true' : ''} }`;
    case 'map':
      return `{ is: 'map', of: ${expressionShape(type.of)} }`;
    case 'nullable':
      return `{ is: 'nullable', of: ${expressionShape(type.of)} }`;
    case 'primitive':
      return primitiveShape(type.name);
  }
}

function primitiveShape(name: Primitive): string {
  switch (name) {
    case 'id':
    case 'path':
    case 'uri':
    case 'time':
    case 'base64':
      return `{ is: 'string', must: '${name}' }`;
    case 'line':
      return `{ is: 'integer', min: 0, must: 'line' }`;
    case 'text':
      return `{ is: 'string', min: 1 }`;
    case 'fraction':
      return `{ is: 'double', min: 0, max: 1 }`;
    case 'positive':
      return `{ is: 'integer', min: 1 }`;
    case 'positive16':
      return `{ is: 'integer', min: 1, max: 65535 }`;
    case 'int64':
      return `{ is: 'integer' }`;
    case 'uint16':
      return `{ is: 'integer', min: 0, max: 65535 }`;
    case 'uint32':
    case 'uint64':
      return `{ is: 'integer', min: 0 }`;
    default:
      return `{ is: '${name}' }`;
  }
}
