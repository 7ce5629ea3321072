import type {
  Definition,
  KeyedDefinition,
  Primitive,
  RecordDefinition,
  TaggedDefinition,
  TypeExpression,
} from '../language.ts';
import { definitionOf, type Scope } from '../scope.ts';
import { doc, hasCommon, key, quoted } from './text.ts';

/** Emits the functions that check whether a value is of a type: straight-line code, because they run for every message. */
export function emitGuards(name: string, definition: Definition, scope: Scope): string {
  const head = `${doc(`Returns whether a value is a valid {@link ${name}}.`)}export function is${name}(value: unknown): value is ${name} {\n`;
  return `${knownGuard(name, definition)}${commonGuard(name, definition, scope)}${head}${body(name, definition, scope)}}\n`;
}

function body(name: string, definition: Definition, scope: Scope): string {
  switch (definition.is) {
    case 'record':
      return returns(recordChecks(definition, scope));
    case 'alias':
      return returns([check(definition.of, 'value', scope)]);
    case 'enum':
      return returns(
        definition.open ? [`typeof value === 'string'`] : [oneOf('value', Object.keys(definition.values))],
      );
    case 'codes':
      return returns(['Number.isInteger(value)']);
    case 'scalars':
      return returns(['isRequestIdValue(value)', ...(definition.nullable ? [] : ['value !== null'])]);
    case 'keyed':
      return returns([keyedCheck(definition)]);
    case 'tagged':
      return taggedBody(name, definition, scope);
  }
}

function returns(checks: readonly string[]): string {
  return `  return ${checks.join(' &&\n    ')};\n`;
}

type Parts = Pick<RecordDefinition, 'fields' | 'meta' | 'without' | 'oneOf' | 'mayFitSeveral'>;

function recordChecks({ fields, meta, without, oneOf, mayFitSeveral }: Parts, scope: Scope): string[] {
  const checks = ['isObject(value)'];
  if (without !== undefined) checks.push(`value.${key(without)} === undefined`);
  for (const field of fields) {
    const at = `value.${key(field.name)}`;
    const inner = check(field.type, at, scope);
    if (!field.optional) checks.push(...(inner.startsWith('isWritable(') ? [`${at} !== undefined`] : []), inner);
    else if (inner.startsWith('isWritable(')) checks.push(inner);
    else checks.push(`(${at} === undefined || ${unwrapped(inner)})`);
  }
  if (meta) checks.push('isMeta(value._meta)');
  if (oneOf !== undefined && mayFitSeveral === true)
    checks.push(
      `(${Object.values(oneOf)
        .map((name) => `is${name}(value)`)
        .join(' || ')})`,
    );
  else if (oneOf !== undefined)
    checks.push(
      `fitsOne(value, [${Object.values(oneOf)
        .map((name) => `is${name}`)
        .join(', ')}])`,
    );
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
      return `${type.atLeastOne ? 'isFilledListOf' : 'isListOf'}(${at}, ${itemGuard(type.of, scope)})`;
    case 'map':
      return `isMapOf(${at}, ${itemGuard(type.of, scope)})`;
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
    case 'uri':
    case 'time':
    case 'base64':
      return `typeof ${at} === 'string'`;
    case 'text':
      return `(typeof ${at} === 'string' && ${at} !== '')`;
    case 'fraction':
      return `isNumber(${at}, 0, 1)`;
    case 'positive':
      return `isInteger(${at}, 1)`;
    case 'positive16':
      return `isInteger(${at}, 1, 65535)`;
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
    case 'answer':
      return `isAnswer(${at})`;
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
  const list = definition.atLeastOne ? 'isFilledListOf' : 'isListOf';
  return Object.values(definition.by)
    .map((name) => (definition.lists ? `${list}(value, is${name})` : `is${name}(value)`))
    .join(' || ');
}

function taggedBody(name: string, definition: TaggedDefinition, scope: Scope): string {
  const common = hasCommon(definition) ? `is${name}Common(value)` : 'isObject(value)';
  const tag = `value.${key(definition.tag)}`;
  const groups = new Map<string, string[]>();
  for (const [variant, record] of Object.entries(definition.variants)) {
    const test = variantCheck(record, scope);
    groups.set(test, [...(groups.get(test) ?? []), variant]);
  }
  const untagged = definition.untagged === undefined ? undefined : variantCheck(definition.untagged, scope);
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

function variantCheck(body: TaggedDefinition['variants'][string], scope: Scope): string {
  if (body === null) return 'true';
  return typeof body === 'string' ? `is${body}(value)` : recordChecks(body, scope).slice(1).join(' && ');
}

function otherwiseCheck(definition: TaggedDefinition, tag: string, untagged: string | undefined, scope: Scope): string {
  const parts: string[] = [];
  if (definition.rest !== undefined) {
    parts.push([`typeof ${tag} === 'string'`, ...recordChecks(definition.rest, scope).slice(1)].join(' && '));
  }
  if (definition.isTagOptional) parts.push(`${tag} === undefined || ${tag} === null`);
  if (untagged !== undefined) parts.push(untagged);
  return parts.length === 0 ? 'false' : parts.join(' || ');
}

function commonGuard(name: string, definition: Definition, scope: Scope): string {
  if (definition.is !== 'tagged' || !hasCommon(definition)) return '';
  const checks = recordChecks({ fields: definition.common, meta: definition.commonMeta }, scope);
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
  const absent = definition.isTagOptional ? [`${tag} === undefined || ${tag} === null`] : [];
  const checks = [...untagged, ...absent, ...(tags.length === 0 ? [] : [oneOf(tag, tags)])].join(' || ');
  return `${doc('Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft.')}export function isKnown${name}(value: ${name}): value is Known${name} {\n${returns([checks])}}\n\n`;
}
