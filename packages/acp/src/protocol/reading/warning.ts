import { isObject, type JsonObject } from './guard.ts';
import { formatPath, type PathStep } from './issue.ts';
import { originOf } from './origin.ts';
import type { ListShape, ScalarShape, Shape, TaggedShape } from './shape.ts';

/** Something that the schema lets pass and the text of the protocol does not. */
export interface Warning {
  readonly path: readonly PathStep[];
  /** The requirement that speaks against it, such as `B3`. */
  readonly requirement: string;
  readonly message: string;
}

const mostWarnings = 100;

/** Updates of v1 that v2 has under another name; a v2 reader takes them for variants yet to come (T1). */
const onlyInV1: ReadonlySet<string> = new Set(['tool_call', 'plan', 'current_mode_update']);

/** What is doubtful about a value that its decoder accepts. */
export function findWarnings(shape: Shape, value: unknown): readonly Warning[] {
  const warnings: Warning[] = [];
  visit(shape, value, [], warnings);
  return warnings;
}

/** The warning in one line. */
export function formatWarning(warning: Warning): string {
  const place = formatPath(warning.path);
  return `${place === '' ? '' : `${place}: `}${warning.message} (${warning.requirement})`;
}

function visit(shape: Shape, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (value === undefined || value === null || warnings.length >= mostWarnings) return;
  switch (shape.is) {
    case 'nullable':
      return visit(shape.of, value, path, warnings);
    case 'list':
      return visitList(shape, value, path, warnings);
    case 'record':
      if (!isObject(value)) return;
      for (const [key, field] of Object.entries(shape.fields)) visit(field.of, value[key], [...path, key], warnings);
      return;
    case 'tagged':
      if (isObject(value)) visitTagged(shape, value, path, warnings);
      return;
    case 'keyed':
      if (Array.isArray(value))
        for (const [index, item] of value.entries()) visitKeyed(shape.by, item, [...path, index], warnings);
      else visitKeyed(shape.by, value, path, warnings);
      return;
    case 'enum':
      if (shape.open === true && typeof value === 'string' && !shape.values.includes(value))
        warnOfUnknown(value, path, warnings);
      return;
    default:
      visitScalar(shape, value, path, warnings);
  }
}

function visitList(shape: ListShape, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (!Array.isArray(value)) return;
  if (shape.notEmpty === true && value.length === 0) {
    warnings.push({ path, requirement: 'T5', message: 'there is nothing to choose from' });
  }
  for (const [index, item] of value.entries()) {
    if (warnings.length >= mostWarnings) return;
    visit(shape.of, item, [...path, index], warnings);
  }
}

function visitTagged(shape: TaggedShape, value: JsonObject, path: readonly PathStep[], warnings: Warning[]): void {
  if (shape.common !== undefined) visit(shape.common, value, path, warnings);
  const tag = value[shape.tag];
  const known = typeof tag === 'string' && Object.hasOwn(shape.variants, tag) ? shape.variants[tag] : undefined;
  if (known !== undefined) visit(known, value, path, warnings);
  else if (shape.untagged !== undefined && (tag === undefined || shape.rest === undefined))
    visit(shape.untagged, value, path, warnings);
  else if (shape.rest !== undefined && typeof tag === 'string') {
    warnOfUnknown(tag, [...path, shape.tag], warnings);
    visit(shape.rest, value, path, warnings);
  }
}

function visitKeyed(
  by: Readonly<Record<string, Shape>>,
  value: unknown,
  path: readonly PathStep[],
  warnings: Warning[],
): void {
  if (!isObject(value)) return;
  const chosen = Object.entries(by).find(([key]) => value[key] !== undefined);
  if (chosen !== undefined) visit(chosen[1], value, path, warnings);
}

function visitScalar(shape: ScalarShape, value: unknown, path: readonly PathStep[], warnings: Warning[]): void {
  if (shape.must === 'id' && value === '') {
    warnings.push({ path, requirement: 'T5', message: 'an empty id names nothing' });
  } else if (shape.must === 'path' && typeof value === 'string' && !isAbsolute(value)) {
    warnings.push({ path, requirement: 'B3', message: `a path must be absolute, "${value.slice(0, 80)}" is not` });
  } else if (shape.must === 'line' && value === 0) {
    warnings.push({ path, requirement: 'B3', message: 'lines are counted from 1' });
  }
}

function warnOfUnknown(value: string, path: readonly PathStep[], warnings: Warning[]): void {
  if (originOf(value) === 'extension') return;
  const shown = value.slice(0, 80);
  warnings.push(
    path.at(-1) === 'sessionUpdate' && onlyInV1.has(value)
      ? { path, requirement: 'T1', message: `"${shown}" is an update of v1; the peer seems to speak v1` }
      : { path, requirement: 'B13', message: `"${shown}" is not known; a value of one's own begins with "_"` },
  );
}

/** A POSIX path, a Windows path with a drive, or a UNC path. */
function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}
