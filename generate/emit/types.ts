import type {
  Definition,
  EnumDefinition,
  Field,
  KeyedDefinition,
  RecordDefinition,
  TaggedDefinition,
  TypeExpression,
} from '../language.ts';
import { doc, hasCommon, key, quoted } from './text.ts';

/** Emits the TypeScript type of a definition, with doc comments. */
export function emitType(name: string, definition: Definition): string {
  switch (definition.is) {
    case 'record':
      if (definition.oneOf !== undefined) return emitChoice(name, definition, definition.oneOf);
      return `${doc(definition.describe)}export interface ${name} {\n${members(definition.fields, definition.meta)}}\n`;
    case 'alias':
      return `${doc(definition.describe)}export type ${name} = ${typeText(definition.of)};\n`;
    case 'enum':
      return emitEnum(name, definition);
    case 'codes':
      return `${doc(definition.describe)}export type ${name} = number;\n`;
    case 'tagged':
      return emitTagged(name, definition);
    case 'keyed':
      return `${doc(definition.describe)}export type ${name} =${alternatives(keyedTypes(definition))};\n`;
    case 'scalars':
      return `${doc(definition.describe)}export type ${name} = ${definition.nullable ? 'null | ' : ''}number | string;\n`;
  }
}

function members(fields: readonly Field[], meta: boolean): string {
  const lines = fields.map(
    (field) =>
      `${doc(field.describe, '  ')}  readonly ${key(field.name)}${field.optional ? '?' : ''}: ${typeText(field.type)};\n`,
  );
  if (meta)
    lines.push(
      `${doc('Free-form data of the sender. The protocol gives it no meaning.', '  ')}  readonly _meta?: Meta | null;\n`,
    );
  return lines.join('');
}

/** Returns a type expression in TypeScript. */
function typeText(type: TypeExpression): string {
  switch (type.is) {
    case 'name':
      return type.name;
    case 'list':
      return `readonly ${typeText(type.of)}[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(type.of)} }`;
    case 'nullable':
      return `${typeText(type.of)} | null`;
    case 'primitive':
      return primitiveText(type.name);
  }
}

function primitiveText(name: string): string {
  if (name === 'answer') return 'string | number | boolean | readonly string[]';
  if (['string', 'id', 'path', 'uri', 'time', 'base64', 'text'].includes(name)) return 'string';
  if (name === 'boolean') return 'boolean';
  if (name === 'any') return 'unknown';
  return name === 'object' ? 'Meta' : 'number';
}

function emitEnum(name: string, definition: EnumDefinition): string {
  const known = definition.open ? `Known${name}` : name;
  const listed = Object.entries(definition.values)
    .map(([value, describe]) => `\n${doc(describe, '  ')}  | ${quoted(value)}`)
    .join('');
  const text = `${doc(definition.describe)}export type ${known} =${listed};\n`;
  if (!definition.open) return text;
  return [
    text.replace(doc(definition.describe), doc(`The values of {@link ${name}} that the protocol defines.`)),
    doc(
      `Any other value of {@link ${name}}: an extension if it begins with \`_\`, otherwise a value of a later draft.`,
    ),
    `export type Unknown${name} = string & Record<never, never>;\n\n`,
    doc(definition.describe),
    `export type ${name} = Known${name} | Unknown${name};\n`,
  ].join('');
}

function emitTagged(name: string, definition: TaggedDefinition): string {
  const common = hasCommon(definition) ? `${name}Common & ` : '';
  const known = Object.entries(definition.variants).map(
    ([tag, body]) => `(${common}{ readonly ${key(definition.tag)}: ${quoted(tag)} }${variantText(body)})`,
  );
  if (typeof definition.untagged === 'string') known.push(definition.untagged);
  else if (definition.untagged !== undefined)
    known.push(`(${common}{ readonly ${key(definition.tag)}?: unknown }${variantText(definition.untagged)})`);
  if (definition.isTagOptional) known.push(`(${common}{ readonly ${key(definition.tag)}?: null })`);
  const parts: string[] = [];
  if (common !== '') {
    parts.push(
      `${doc(`Fields that every {@link ${name}} has.`)}export interface ${name}Common {\n${members(definition.common, definition.commonMeta)}}\n`,
    );
  }
  if (definition.rest === undefined) {
    parts.push(`${doc(definition.describe)}export type ${name} =${alternatives(known)};\n`);
    return parts.join('\n');
  }
  parts.push(
    `${doc(`The variants of {@link ${name}} that the protocol defines.`)}export type Known${name} =${alternatives(known)};\n`,
  );
  const { fields, meta, anyTag, oneOf } = definition.rest;
  const choice = oneOf === undefined ? '' : `(${Object.values(oneOf).join(' | ')}) & `;
  const withTag = (type: string) =>
    `{\n  readonly ${key(definition.tag)}: ${type};\n${members(fields, meta)}  readonly [key: string]: unknown;\n}`;
  parts.push(
    doc(
      `Any other variant of {@link ${name}}: an extension if its tag begins with \`_\`, otherwise a variant of a later draft.`,
    ) +
      (anyTag
        ? `export interface Unknown${name} ${withTag('string')}\n`
        : `export type Unknown${name} =${alternatives([
            indented(`(${common}${choice}${withTag('`_${string}`')})`),
            indented(`(${common}${choice}OfLaterDraft & ${withTag('string')})`),
          ])};\n`),
  );
  parts.push(`${doc(definition.describe)}export type ${name} = Known${name} | Unknown${name};\n`);
  return parts.join('\n');
}

function emitChoice(name: string, definition: RecordDefinition, oneOf: Readonly<Record<string, string>>): string {
  const common = `${doc(`Fields that every {@link ${name}} has.`)}export interface ${name}Common {\n${members(definition.fields, definition.meta)}}\n`;
  return `${common}\n${doc(definition.describe)}export type ${name} = ${name}Common & (${Object.values(oneOf).join(' | ')});\n`;
}

function variantText(body: TaggedDefinition['variants'][string]): string {
  if (body === null) return '';
  return typeof body === 'string' ? ` & ${body}` : ` & {\n${members(body.fields, body.meta)}}`;
}

function keyedTypes(definition: KeyedDefinition): readonly string[] {
  return Object.values(definition.by).map((name) => (definition.lists ? `readonly ${name}[]` : name));
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n    ');
}

function alternatives(types: readonly string[]): string {
  return types.map((type) => `\n  | ${type}`).join('');
}
