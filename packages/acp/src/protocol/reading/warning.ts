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

/** The warnings found so far, and the place of the value that is looked at. */
interface Search {
  readonly path: PathStep[];
  readonly warnings: Warning[];
}

/** Looks for warnings in a value, which is not null. */
type Visit = (value: unknown, search: Search) => void;

/** Returns the warnings about a value that its decoder accepts. */
export function findWarnings(shape: Shape, value: unknown): readonly Warning[] {
  const search: Search = { path: [], warnings: [] };
  if (value !== undefined && value !== null) visitOf(shape)?.(value, search);
  return search.warnings;
}

/** Formats a warning in one line. */
export function formatWarning(warning: Warning): string {
  const place = formatPath(warning.path);
  return `${place === '' ? '' : `${place}: `}${warning.message}`;
}

function warn({ path, warnings }: Search, message: string): void {
  if (warnings.length < mostWarnings) warnings.push({ path: [...path], message });
}

/** Visits a part of a value; the path is that of the part meanwhile. */
function visitAt(step: PathStep, visit: Visit, part: unknown, search: Search): void {
  if (part === undefined || part === null) return;
  search.path.push(step);
  visit(part, search);
  search.path.pop();
}

/** What was made of each shape: most of a shape cannot be warned of, and this runs for every message that is checked. */
const visits: WeakMap<Shape, { readonly visit: Visit | undefined }> = new WeakMap();

/** Returns how values of a shape are visited; `undefined` if there can be no warning about them. */
function visitOf(shape: Shape): Visit | undefined {
  const known = visits.get(shape);
  if (known !== undefined) return known.visit;
  const visit = newVisit(shape);
  visits.set(shape, { visit });
  return visit;
}

function newVisit(shape: Shape): Visit | undefined {
  switch (shape.is) {
    case 'nullable':
      return visitOf(shape.of);
    case 'list':
      return listVisit(shape);
    case 'map':
      return mapVisit(shape);
    case 'record':
      return recordVisit(shape);
    case 'tagged':
      return taggedVisit(shape);
    case 'keyed':
      return keyedVisit(shape);
    case 'enum':
      return enumVisit(shape);
    default:
      return shape.must === undefined ? undefined : scalarVisit(shape.must);
  }
}

function listVisit({ of, notEmpty }: Of<'list'>): Visit | undefined {
  const visit = visitOf(of);
  if (visit === undefined && notEmpty !== true) return undefined;
  return (value, search) => {
    if (!Array.isArray(value)) return;
    if (notEmpty === true && value.length === 0) warn(search, 'the list is empty, so there is nothing to choose from');
    if (visit === undefined) return;
    for (let index = 0; index < value.length && search.warnings.length < mostWarnings; index++) {
      visitAt(index, visit, value[index], search);
    }
  };
}

function mapVisit({ of }: Of<'map'>): Visit | undefined {
  const visit = visitOf(of);
  if (visit === undefined) return undefined;
  return (value, search) => {
    if (isObject(value)) for (const [key, item] of Object.entries(value)) visitAt(key, visit, item, search);
  };
}

/** Returns the visits of shapes by their keys, without those that there can be no warning about. */
function visitsBy(shapes: Readonly<Record<string, Shape>>): readonly { readonly key: string; readonly visit: Visit }[] {
  return Object.entries(shapes).flatMap(([key, shape]) => {
    const visit = visitOf(shape);
    return visit === undefined ? [] : [{ key, visit }];
  });
}

function recordVisit({ fields, oneOf = {} }: Of<'record'>): Visit | undefined {
  const inner = visitsBy(Object.fromEntries(Object.entries(fields).map(([key, { of }]) => [key, of])));
  const choices = visitsBy(oneOf);
  if (inner.length + choices.length === 0) return undefined;
  return (value, search) => {
    if (!isObject(value)) return;
    for (const { key, visit } of inner) visitAt(key, visit, value[key], search);
    for (const { key, visit } of choices) if (value[key] !== undefined) visit(value, search);
  };
}

function taggedVisit({ tag: name, variants, common, rest, untagged }: Of<'tagged'>): Visit {
  const known = new Map(Object.entries(variants).map(([tag, shape]) => [tag, { visit: visitOf(shape) }]));
  const visitCommon = common && visitOf(common);
  const visitRest = rest && visitOf(rest);
  const visitUntagged = untagged && visitOf(untagged);
  return (value, search) => {
    if (!isObject(value)) return;
    visitCommon?.(value, search);
    const tag = value[name];
    const variant = typeof tag === 'string' ? known.get(tag) : undefined;
    if (variant !== undefined) variant.visit?.(value, search);
    else if (untagged !== undefined && (tag === undefined || rest === undefined)) visitUntagged?.(value, search);
    else if (rest !== undefined && typeof tag === 'string') {
      visitAt(name, warnOfUnknown, tag, search);
      visitRest?.(value, search);
    }
  };
}

function keyedVisit({ by }: Of<'keyed'>): Visit {
  const known = Object.entries(by).map(([key, shape]) => ({ key, visit: visitOf(shape) }));
  const visit: Visit = (value, search) => {
    if (isObject(value)) known.find(({ key }) => value[key] !== undefined)?.visit?.(value, search);
  };
  return (value, search) => {
    if (!Array.isArray(value)) visit(value, search);
    else for (const [index, item] of value.entries()) visitAt(index, visit, item, search);
  };
}

function enumVisit({ values, open }: Of<'enum'>): Visit | undefined {
  if (open !== true) return undefined;
  return (value, search) => {
    if (typeof value === 'string' && !values.includes(value)) warnOfUnknown(value, search);
  };
}

function scalarVisit(must: NonNullable<ScalarShape['must']>): Visit {
  const format = formats[must];
  return (value, search) => {
    if (must === 'id' && value === '') warn(search, 'the id is empty');
    else if (must === 'path' && typeof value === 'string' && !isAbsolute(value)) {
      warn(search, `the path must be absolute, but is "${value.slice(0, 80)}"`);
    } else if (must === 'line' && value === 0) warn(search, 'the line is 0, but lines are counted from 1');
    else if (typeof value === 'string' && format?.isValid(value) === false) {
      warn(search, `expected ${format.words}, found "${value.slice(0, 80)}"`);
    }
  };
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

function warnOfUnknown(value: unknown, search: Search): void {
  if (typeof value !== 'string' || originOf(value) === 'extension') return;
  const shown = value.slice(0, 80);
  const isOfV1 = search.path.at(-1) === 'sessionUpdate' && updatesOnlyInV1.has(value);
  warn(
    search,
    isOfV1
      ? `"${shown}" is an update of v1; the peer seems to speak v1`
      : `"${shown}" is unknown; values of extensions begin with "_"`,
  );
}

/** A POSIX path, a Windows path with a drive, or a UNC path. */
function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}
