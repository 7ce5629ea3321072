import type { KeyedShape, ScalarShape, Shape } from './shape.ts';

/** Describes in words what a shape expects. */
export function describeExpected(shape: Shape): string {
  switch (shape.is) {
    case 'nullable':
      return `${describeExpected(shape.of)} or null`;
    case 'list':
      return shape.atLeastOne === true ? 'array with at least one item' : 'array';
    case 'map':
    case 'record':
    case 'tagged':
      return 'object';
    case 'keyed':
      if (shape.atLeastOne === true) return 'array with at least one item';
      return shape.lists === true ? 'array' : `object with ${keysOf(shape)}`;
    case 'enum':
      return shape.open === true ? 'string' : oneOf(shape.values);
    default:
      return describeScalar(shape);
  }
}

/** Describes in words a choice of strings. */
export function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `"${values[0]}"` : `one of ${values.map((value) => `"${value}"`).join(', ')}`;
}

function keysOf(shape: KeyedShape): string {
  return Object.keys(shape.by)
    .map((key) => `"${key}"`)
    .join(' or ');
}

function describeScalar(shape: ScalarShape): string {
  switch (shape.is) {
    case 'double':
      return shape.max === undefined ? 'number' : `number from ${shape.min ?? 0} to ${shape.max}`;
    case 'string':
      return shape.min === undefined ? 'string' : 'string that is not empty';
    case 'answer':
      return 'string, number, boolean or array of strings';
    case 'any':
      return 'any value';
    case 'requestId':
      return shape.notNull === true ? 'string or integer' : 'string, integer or null';
    case 'integer':
      if (shape.max !== undefined) return `integer from ${shape.min ?? 0} to ${shape.max}`;
      return shape.min === undefined ? 'integer' : `integer of at least ${shape.min}`;
    default:
      return shape.is;
  }
}
