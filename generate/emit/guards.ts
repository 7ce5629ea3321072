import type { Definition, Field, KeyedDefinition, Primitive, TaggedDefinition, TypeExpression } from '../language.ts';
import { definitionOf, type Scope } from '../scope.ts';
import { doc, key, quoted } from './text.ts';

/** Emits the functions that check whether a value is of a type: straight-line code, because they run for every message. */
export function emitGuards(name: string, definition: Definition, scope: Scope): string {
  const head = `${doc(`Returns whether a value is a valid {@link ${name}}.`)}export function is${name}(value: unknown): value is ${name} {\n`;
  return `${knownGuard(name, definition)}${commonGuard(name, definition, scope)}${head}${body(name, definition, scope)}}\n`;
}

function body(name: string, definition: Definition, scope: Scope): string {
  switch (definition.is) {
    case 'record':
      return returns(recordChecks(definition.fields, definition.meta, definition.without, scope));
    case 'alias':
      return returns([check(definition.of, 'value', scope)]);
    case 'enum':
      return returns(
        definition.open ? [`typeof value === 'string'`] : [oneOf('value', Object.keys(definition.values))],
      );
    case 'codes':
      return returns(['Number.isInteger(value)']);
    case 'scalars':
      return returns(['isRequestIdValue(value)']);
    case 'keyed':
      return returns([keyedCheck(definition)]);
    case 'tagged':
      return taggedBody(name, definition, scope);
  }
}

function returns(checks: readonly string[]): string {
  return `  return ${checks.join(' &&\n    ')};\n`;
}

function recordChecks(fields: readonly Field[], meta: boolean, without: string | undefined, scope: Scope): string[] {
  const checks = ['isObject(value)'];
  if (without !== undefined) checks.push(`value.${key(without)} === undefined`);
  for (const field of fields) {
    const at = `value.${key(field.name)}`;
    const inner = check(field.type, at, scope);
    if (!field.optional) checks.push(inner);
    else if (inner.startsWith('isWritable(')) checks.push(inner);
    else checks.push(`(${at} === undefined || ${unwrapped(inner)})`);
  }
  if (meta) checks.push('isMeta(value._meta)');
  return checks;
}

function unwrapped(text: string): string {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : text;
}

function check(type: TypeExpression, at: string, scope: Scope): string {
  switch (type.is) {
    case 'primitive':
      return primitiveCheck(type.name, at);
    case 'list':
      return `isListOf(${at}, ${itemGuard(type.of, scope)})`;
    case 'nullable':
      return `(${at} === null || ${check(type.of, at, scope)})`;
    case 'name': {
      const definition = definitionOf(type.name, scope);
      if (definition.is === 'alias' && definition.of.is === 'primitive') return primitiveCheck(definition.of.name, at);
      if (definition.is === 'enum' && definition.open) return primitiveCheck('string', at);
      return `is${type.name}(${at})`;
    }
  }
}

function primitiveCheck(name: Primitive, at: string): string {
  switch (name) {
    case 'string':
    case 'id':
    case 'path':
      return `typeof ${at} === 'string'`;
    case 'boolean':
      return `typeof ${at} === 'boolean'`;
    case 'double':
      return `typeof ${at} === 'number'`;
    case 'int64':
      return `Number.isInteger(${at})`;
    case 'uint16':
      return `isInteger(${at}, 0, 65535)`;
    case 'uint32':
    case 'uint64':
    case 'line':
      return `isInteger(${at}, 0)`;
    case 'any':
      return `isWritable(${at})`;
    case 'object':
      return `isFreeObject(${at})`;
  }
}

function itemGuard(type: TypeExpression, scope: Scope): string {
  if (type.is === 'name') return `is${type.name}`;
  if (type.is === 'primitive' && ['string', 'id', 'path'].includes(type.name)) return 'isString';
  return `(item) => ${check(type, 'item', scope)}`;
}

function oneOf(at: string, values: readonly string[]): string {
  return values.map((value) => `${at} === ${quoted(value)}`).join(' || ');
}

function keyedCheck(definition: KeyedDefinition): string {
  return Object.values(definition.by)
    .map((name) => (definition.lists ? `isListOf(value, is${name})` : `is${name}(value)`))
    .join(' || ');
}

function taggedBody(name: string, definition: TaggedDefinition, scope: Scope): string {
  const common = definition.common.length === 0 ? 'isObject(value)' : `is${name}Common(value)`;
  const tag = `value.${key(definition.tag)}`;
  const groups = new Map<string, string[]>();
  for (const [variant, record] of Object.entries(definition.variants)) {
    const test = record === null ? 'true' : `is${record}(value)`;
    groups.set(test, [...(groups.get(test) ?? []), variant]);
  }
  const untagged = definition.untagged === undefined ? undefined : `is${definition.untagged}(value)`;
  const otherwise = otherwiseCheck(definition, tag, untagged, scope);
  if (groups.size === 0) return returns([common, `(${otherwise})`]);
  const cases = [...groups].map(([test, variants]) => {
    const labels = variants.map((variant) => `    case ${quoted(variant)}:\n`).join('');
    return `${labels}      return ${untagged === undefined ? test : `${test} || ${untagged}`};\n`;
  });
  const reserved = definition.reserved.map((tagName) => `    case ${quoted(tagName)}:\n`).join('');
  const refused = reserved === '' ? '' : `${reserved}      return false;\n`;
  return `  if (!${common}) return false;\n  switch (${tag}) {\n${cases.join('')}${refused}    default:\n      return ${otherwise};\n  }\n`;
}

function otherwiseCheck(definition: TaggedDefinition, tag: string, untagged: string | undefined, scope: Scope): string {
  const parts: string[] = [];
  if (definition.rest !== undefined) {
    const { fields, meta } = definition.rest;
    parts.push([`typeof ${tag} === 'string'`, ...recordChecks(fields, meta, undefined, scope).slice(1)].join(' && '));
  }
  if (untagged !== undefined) parts.push(untagged);
  return parts.length === 0 ? 'false' : parts.join(' || ');
}

function commonGuard(name: string, definition: Definition, scope: Scope): string {
  if (definition.is !== 'tagged' || definition.common.length === 0) return '';
  const checks = recordChecks(definition.common, definition.commonMeta, undefined, scope);
  return `function is${name}Common(value: unknown): value is JsonObject {\n${returns(checks)}}\n\n`;
}

/** Emits the function that tells known values or variants from others, for values that were accepted already. */
function knownGuard(name: string, definition: Definition): string {
  if (definition.is === 'enum' && definition.open) {
    const checks = oneOf('value', Object.keys(definition.values));
    return `${doc('Returns whether the protocol defines this value.')}export function isKnown${name}(value: ${name}): value is Known${name} {\n${returns([checks])}}\n\n`;
  }
  if (definition.is !== 'tagged' || definition.rest === undefined) return '';
  const tags = Object.keys(definition.variants);
  const tag = `value.${key(definition.tag)}`;
  const untagged = definition.untagged === undefined ? [] : [`!(${quoted(definition.tag)} in value)`];
  const checks = [...(tags.length === 0 ? [] : [oneOf(tag, tags)]), ...untagged].join(' || ');
  return `${doc('Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft.')}export function isKnown${name}(value: ${name}): value is Known${name} {\n${returns([checks])}}\n\n`;
}
