import { describeExpected, oneOf } from './expected.ts';
import { describeFound } from './found.ts';
import { isAnswer, isInteger, isNumber, isObject, isRequestIdValue, type JsonObject } from './guard.ts';
import type { Issue, PathStep, Repair } from './issue.ts';
import { deepestNesting, isWritable } from './nesting.ts';
import type {
  FieldShape,
  KeyedShape,
  ListShape,
  MapShape,
  RecordShape,
  ScalarShape,
  Shape,
  TaggedShape,
} from './shape.ts';

/** The result for a value that could not be read. */
const unreadable: unique symbol = Symbol('unreadable');

/** At most this many issues are kept and the rest counted, so that a hostile value cannot make the report huge. */
const mostIssues = 100;

/**
 * Reads a value by its shape and collects what is wrong with it.
 *
 * A lenient walk repairs what the schema marks as lenient: a malformed value reads as absent, malformed items are skipped. It copies
 * only the objects on the path to a repair and never changes the received value.
 */
export class Walk {
  readonly #issues: Issue[] = [];
  readonly #repairs: Repair[] = [];
  #moreIssues = 0;
  #moreRepairs = 0;
  readonly #path: PathStep[] = [];
  readonly #lenient: boolean;

  constructor(reading: 'strict' | 'lenient') {
    this.#lenient = reading === 'lenient';
  }

  /** What is wrong, in the order of the walk. If there are too many issues, the last entry says how many more there are. */
  get issues(): readonly Issue[] {
    return this.#moreIssues === 0 ? this.#issues : [...this.#issues, more(this.#moreIssues)];
  }

  /** What was repaired. If there are too many repairs, the last entry says how many more there are. */
  get repairs(): readonly Repair[] {
    return this.#moreRepairs === 0
      ? this.#repairs
      : [...this.#repairs, { ...more(this.#moreRepairs), repair: 'skipped' }];
  }

  /** Returns the value as it was read, or `undefined` with at least one issue. */
  read(shape: Shape, value: unknown): unknown {
    const read = this.#read(shape, value);
    return read === unreadable ? undefined : read;
  }

  #read(shape: Shape, value: unknown): unknown {
    switch (shape.is) {
      case 'nullable':
        if (value === null) return null;
        return isOfKind(shape.of, value) ? this.#read(shape.of, value) : this.#fail(describeExpected(shape), value);
      case 'list':
        return Array.isArray(value) ? this.#list(shape, value, false) : this.#fail(describeExpected(shape), value);
      case 'map':
        return isObject(value) ? this.#map(shape, value) : this.#fail('object', value);
      case 'record':
        return isObject(value) ? this.#record(shape, value) : this.#fail('object', value);
      case 'tagged':
        return isObject(value) ? this.#tagged(shape, value) : this.#fail('object', value);
      case 'keyed':
        return this.#keyed(shape, value);
      case 'enum': {
        const fits = typeof value === 'string' && (shape.open === true || shape.values.includes(value));
        return fits ? value : this.#fail(describeExpected(shape), value);
      }
      default:
        return this.#scalar(shape, value);
    }
  }

  #scalar(shape: ScalarShape, value: unknown): unknown {
    if (!isScalar(shape, value)) return this.#fail(describeExpected(shape), value);
    if ((shape.is === 'any' || shape.is === 'object') && !isWritable(value)) {
      return this.#failWith(
        `value nested at most ${deepestNesting} levels deep`,
        'deeper nesting, which could not be written again',
      );
    }
    return value;
  }

  #record(shape: RecordShape, value: JsonObject): unknown {
    let result: JsonObject | typeof unreadable = value;
    if (shape.without !== undefined && value[shape.without] !== undefined) {
      this.#at(shape.without, () => this.#failWith('no such key', describeFound(value[shape.without as string])));
      result = unreadable;
    }
    for (const [key, field] of Object.entries(shape.fields)) {
      const given = value[key];
      if (given === undefined && field.optional === true) continue;
      const read = this.#at(key, () => this.#field(field, given));
      if (read === unreadable) result = unreadable;
      else if (read !== given && result !== unreadable) result = withKey(result, key, read);
    }
    if (shape.oneOf === undefined) return result;
    const chosen = this.#oneOf(shape, shape.oneOf, result === unreadable ? value : result);
    return result === unreadable ? unreadable : chosen;
  }

  /** Reads an object that must have exactly one of several shapes. */
  #oneOf({ mayFitSeveral }: RecordShape, shapes: Readonly<Record<string, RecordShape>>, value: JsonObject): unknown {
    const fitting = Object.values(shapes).filter((shape) => fits(shape, value));
    if (fitting.length === 1 || (mayFitSeveral === true && fitting.length > 1)) return value;
    const named = Object.entries(shapes).find(([key]) => value[key] !== undefined)?.[1];
    const keys = Object.keys(shapes)
      .map((key) => `"${key}"`)
      .join(' or ');
    return fitting.length > 1 || named === undefined
      ? this.#fail(`object with either ${keys}`, value)
      : this.#record(named, value);
  }

  #map(shape: MapShape, value: JsonObject): unknown {
    let result: JsonObject | typeof unreadable = value;
    for (const [key, given] of Object.entries(value)) {
      const read = this.#at(key, () => this.#read(shape.of, given));
      if (read === unreadable) result = unreadable;
      else if (read !== given && result !== unreadable) result = withKey(result, key, read);
    }
    return result;
  }

  #field(field: FieldShape, given: unknown): unknown {
    const { of, lenient, optional } = field;
    if (!this.#lenient || lenient === undefined || given === undefined) return this.#read(of, given);
    if (lenient === 'null' && given !== null) return this.#read(of, given);
    const list = listIn(of);
    if (lenient !== 'whole' && list !== undefined && Array.isArray(given)) return this.#list(list, given, true);
    // An empty list would be no repair where an item is required.
    if (lenient === 'items' || (list?.atLeastOne === true && optional !== true)) return this.#read(of, given);
    return this.#repairing(optional === true ? 'absent' : 'empty', (inside) => inside.#read(of, given));
  }

  #list(shape: ListShape, values: readonly unknown[], skipping: boolean): unknown {
    const item = shape.of;
    const kept: unknown[] = [];
    let changed = false;
    let failed = false;
    for (const [index, value] of values.entries()) {
      const read = this.#at(index, () =>
        skipping ? this.#repairing('skipped', (inside) => inside.#read(item, value)) : this.#read(item, value),
      );
      if (read === unreadable) failed = true;
      if (read !== value) changed = true;
      if (read !== undefined) kept.push(read);
    }
    if (failed) return unreadable;
    if (shape.atLeastOne === true && kept.length === 0) return this.#fail(describeExpected(shape), values);
    return changed ? kept : values;
  }

  #tagged(shape: TaggedShape, value: JsonObject): unknown {
    const common = shape.common === undefined ? value : this.#record(shape.common, value);
    const body = this.#variant(shape, common === unreadable ? value : (common as JsonObject));
    return common === unreadable ? unreadable : body;
  }

  #variant(shape: TaggedShape, value: JsonObject): unknown {
    // v1: a server tagged `http` whose body is that of a stdio server is valid.
    if (shape.untagged !== undefined && fits(shape.untagged, value)) return value;
    const tag = value[shape.tag];
    // The common fields have the tag as well, and say what is wrong with it.
    if (shape.isTagOptional === true && typeof tag !== 'string') return value;
    const known = typeof tag === 'string' && Object.hasOwn(shape.variants, tag) ? shape.variants[tag] : undefined;
    if (known !== undefined) return this.#read(known, value);
    if (shape.untagged !== undefined && (tag === undefined || shape.rest === undefined)) {
      return this.#record(shape.untagged, value);
    }
    const isFree = typeof tag === 'string' && shape.reserved?.includes(tag) !== true;
    if (shape.rest !== undefined && isFree) return this.#record(shape.rest, value);
    return this.#at(shape.tag, () => this.#fail(expectedTag(shape, tag), tag));
  }

  #keyed(shape: KeyedShape, value: unknown): unknown {
    if (shape.lists !== true) {
      const chosen = isObject(value) ? chooseByKey(shape, value) : undefined;
      return chosen === undefined
        ? this.#fail(describeExpected(shape), value)
        : this.#record(chosen, value as JsonObject);
    }
    if (!Array.isArray(value)) return this.#fail(describeExpected(shape), value);
    const { atLeastOne } = shape;
    const of = chooseForList(shape, value);
    return this.#list({ is: 'list', of, ...(atLeastOne === true ? { atLeastOne } : {}) }, value, false);
  }

  /** Reads a value. What is wrong with it becomes a repair instead of an issue. */
  #repairing(repair: Repair['repair'], read: (inside: Walk) => unknown): unknown {
    const inside = new Walk('lenient');
    inside.#path.push(...this.#path);
    const result = read(inside);
    for (const kept of inside.#repairs) this.#keepRepair(kept);
    this.#moreRepairs += inside.#moreRepairs;
    if (result !== unreadable) return result;
    for (const issue of inside.#issues) this.#keepRepair({ ...issue, repair });
    this.#moreRepairs += inside.#moreIssues;
    return repair === 'empty' ? [] : undefined;
  }

  #at<T>(step: PathStep, read: () => T): T {
    this.#path.push(step);
    const result = read();
    this.#path.pop();
    return result;
  }

  #fail(expected: string, found: unknown): typeof unreadable {
    return this.#failWith(expected, describeFound(found));
  }

  #failWith(expected: string, found: string): typeof unreadable {
    if (this.#issues.length < mostIssues) this.#issues.push({ path: [...this.#path], expected, found });
    else this.#moreIssues++;
    return unreadable;
  }

  #keepRepair(repair: Repair): void {
    if (this.#repairs.length < mostIssues) this.#repairs.push(repair);
    else this.#moreRepairs++;
  }
}

function more(count: number): Issue {
  return { path: [], expected: `at most ${mostIssues} malformed parts`, found: `${count} more` };
}

function isScalar(shape: ScalarShape, value: unknown): boolean {
  switch (shape.is) {
    case 'any':
      return value !== undefined;
    case 'object':
      return isObject(value);
    case 'integer':
      return isInteger(value, shape.min, shape.max);
    case 'double':
      return isNumber(value, shape.min, shape.max);
    case 'string':
      return typeof value === 'string' && value.length >= (shape.min ?? 0);
    case 'answer':
      return isAnswer(value);
    case 'requestId':
      return isRequestIdValue(value) && (shape.notNull !== true || value !== null);
    default:
      return typeof value === shape.is;
  }
}

/** Returns whether a value has the JSON type of a shape: then an issue inside it says more than that null is allowed too. */
function isOfKind(shape: Shape, value: unknown): boolean {
  switch (shape.is) {
    case 'nullable':
      return value === null || isOfKind(shape.of, value);
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'record':
    case 'tagged':
      return isObject(value);
    case 'keyed':
      return shape.lists === true ? Array.isArray(value) : isObject(value);
    case 'enum':
      return typeof value === 'string' && (shape.open === true || shape.values.includes(value));
    default:
      return isScalar(shape, value);
  }
}

function listIn(shape: Shape): ListShape | undefined {
  if (shape.is === 'nullable') return listIn(shape.of);
  return shape.is === 'list' ? shape : undefined;
}

function fits(shape: Shape, value: unknown): boolean {
  const walk = new Walk('strict');
  walk.read(shape, value);
  return walk.issues.length === 0;
}

/** Returns the shape whose key is present and that the value fits, otherwise the first one whose key is present. */
function chooseByKey(shape: KeyedShape, value: JsonObject): RecordShape | undefined {
  const present = Object.entries(shape.by).filter(([key]) => value[key] !== undefined);
  return (present.find(([, record]) => fits(record, value)) ?? present[0])?.[1];
}

/** Returns the shape that all items fit, otherwise the one of the first item, otherwise the first one. */
function chooseForList(shape: KeyedShape, values: readonly unknown[]): Shape {
  const records = Object.values(shape.by);
  const first = values[0];
  const whole = records.find((record) => fits({ is: 'list', of: record }, values));
  return whole ?? (isObject(first) ? chooseByKey(shape, first) : undefined) ?? (records[0] as RecordShape);
}

function expectedTag(shape: TaggedShape, tag: unknown): string {
  if (shape.rest === undefined) return oneOf(Object.keys(shape.variants));
  if (typeof tag === 'string')
    return `a type other than ${(shape.reserved ?? []).map((name) => `"${name}"`).join(', ')}`;
  return 'string';
}

function withKey(value: JsonObject, key: string, read: unknown): JsonObject {
  if (read !== undefined) return { ...value, [key]: read };
  const { [key]: _, ...rest } = value;
  return rest;
}
