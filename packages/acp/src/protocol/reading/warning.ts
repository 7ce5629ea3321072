import { decodeBase64 } from '../base64.ts';
import { updatesOnlyInV1 } from '../v1/signs.ts';
import { isObject } from './guard.ts';
import { formatPath, type PathStep } from './issue.ts';
import { originOf } from './origin.ts';
import type { ScalarShape, Shape } from './shape.ts';
import { isAbsoluteUri, isDateTime } from './text-format.ts';

/** Something that the schema allows and the text of the protocol does not. */
export interface Warning {
  readonly path: readonly PathStep[];
  readonly message: string;
}

type Of<Is extends Shape['is']> = Extract<Shape, { readonly is: Is }>;

const mostWarnings = 100;

/** Returns the warnings about a value that its decoder accepts. */
export function findWarnings(shape: Shape, value: unknown): readonly Warning[] {
  const warnings: Warning[] = [];
  visit(shape, value, [], warnings);
  return warnings;
}

/** Formats a warning in one line. */
export function formatWarning(warning: Warning): string {
  const place = formatPath(warning.path);
  return `${place === '' ? '' : `${place}: `}${warning.message}`;
}

function visit(shape: Shape, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (value === undefined || value === null || warnings.length >= mostWarnings) return;
  if (shape.is === 'nullable') visit(shape.of, value, path, warnings);
  else if (shape.is === 'list') visitList(shape, value, path, warnings);
  else if (shape.is === 'map') visitMap(shape, value, path, warnings);
  else if (shape.is === 'record') visitRecord(shape, value, path, warnings);
  else if (shape.is === 'tagged') visitTagged(shape, value, path, warnings);
  else if (shape.is === 'keyed') visitKeyed(shape, value, path, warnings);
  else if (shape.is === 'enum') visitEnum(shape, value, path, warnings);
  else visitScalar(shape, value, path, warnings);
}

function visitList(shape: Of<'list'>, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (!Array.isArray(value)) return;
  if (shape.notEmpty === true && value.length === 0) {
    warnings.push({ path, message: 'the list is empty, so there is nothing to choose from' });
  }
  for (const [index, item] of value.entries()) {
    if (warnings.length >= mostWarnings) return;
    visit(shape.of, item, [...path, index], warnings);
  }
}

function visitMap(shape: Of<'map'>, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (isObject(value)) for (const [key, item] of Object.entries(value)) visit(shape.of, item, [...path, key], warnings);
}

function visitRecord(shape: Of<'record'>, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (!isObject(value)) return;
  for (const [key, field] of fieldsOf(shape)) {
    // Most fields are absent in most messages; a path is built only for those that are there.
    if (value[key] !== undefined) visit(field, value[key], [...path, key], warnings);
  }
  if (shape.oneOf === undefined) return;
  for (const [key, choice] of Object.entries(shape.oneOf))
    if (value[key] !== undefined) visit(choice, value, path, warnings);
}

/** The fields of each record that there can be a warning about, which are few. */
const warnedFields: WeakMap<Of<'record'>, readonly (readonly [string, Shape])[]> = new WeakMap();

function fieldsOf(shape: Of<'record'>): readonly (readonly [string, Shape])[] {
  const known = warnedFields.get(shape);
  if (known !== undefined) return known;
  const fields = Object.entries(shape.fields).flatMap(([key, { of }]) => (canWarn(of) ? [[key, of] as const] : []));
  warnedFields.set(shape, fields);
  return fields;
}

function canWarn(shape: Shape): boolean {
  switch (shape.is) {
    case 'nullable':
    case 'map':
      return canWarn(shape.of);
    case 'list':
      return shape.notEmpty === true || canWarn(shape.of);
    case 'record':
    case 'tagged':
    case 'keyed':
      return true;
    case 'enum':
      return shape.open === true;
    default:
      return shape.must !== undefined;
  }
}

function visitTagged(shape: Of<'tagged'>, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (!isObject(value)) return;
  if (shape.common !== undefined) visit(shape.common, value, path, warnings);
  const tag = value[shape.tag];
  const known = typeof tag === 'string' && Object.hasOwn(shape.variants, tag) ? shape.variants[tag] : undefined;
  if (known !== undefined) visit(known, value, path, warnings);
  else if (shape.untagged !== undefined && (tag === undefined || shape.rest === undefined)) {
    visit(shape.untagged, value, path, warnings);
  } else if (shape.rest !== undefined && typeof tag === 'string') {
    warnOfUnknown(tag, [...path, shape.tag], warnings);
    visit(shape.rest, value, path, warnings);
  }
}

function visitKeyed(shape: Of<'keyed'>, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  const items = Array.isArray(value) ? value.entries() : [[undefined, value] as const];
  for (const [index, item] of items) {
    if (!isObject(item)) continue;
    const chosen = Object.entries(shape.by).find(([key]) => item[key] !== undefined);
    if (chosen !== undefined) visit(chosen[1], item, index === undefined ? path : [...path, index], warnings);
  }
}

function visitEnum(shape: Of<'enum'>, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  const isUnknown = shape.open === true && typeof value === 'string' && !shape.values.includes(value);
  if (isUnknown) warnOfUnknown(value, path, warnings);
}

function visitScalar(shape: ScalarShape, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (shape.must === 'id' && value === '') {
    warnings.push({ path, message: 'the id is empty' });
  } else if (shape.must === 'path' && typeof value === 'string' && !isAbsolute(value)) {
    warnings.push({ path, message: `the path must be absolute, but is "${value.slice(0, 80)}"` });
  } else if (shape.must === 'line' && value === 0) {
    warnings.push({ path, message: 'the line is 0, but lines are counted from 1' });
  } else if (typeof value === 'string' && shape.must !== undefined && formats[shape.must]?.isValid(value) === false) {
    warnings.push({ path, message: `expected ${formats[shape.must]?.words}, found "${value.slice(0, 80)}"` });
  }
}

/** The formats of texts, which the schema names and does not check. */
const formats: { readonly [Must in NonNullable<ScalarShape['must']>]?: TextFormat } = {
  uri: { words: 'an absolute URI', isValid: isAbsoluteUri },
  time: { words: 'a date and time of RFC 3339', isValid: isDateTime },
  base64: { words: 'base64', isValid: (text) => decodeBase64(text) !== undefined },
};

interface TextFormat {
  readonly words: string;
  readonly isValid: (text: string) => boolean;
}

function warnOfUnknown(value: string, path: readonly PathStep[], warnings: Warning[]): void {
  if (originOf(value) === 'extension') return;
  const shown = value.slice(0, 80);
  warnings.push(
    path.at(-1) === 'sessionUpdate' && updatesOnlyInV1.has(value)
      ? { path, message: `"${shown}" is an update of v1; the peer seems to speak v1` }
      : { path, message: `"${shown}" is unknown; values of extensions begin with "_"` },
  );
}

/** A POSIX path, a Windows path with a drive, or a UNC path. */
function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}
