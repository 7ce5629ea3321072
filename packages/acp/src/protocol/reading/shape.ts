/**
 * The form of a type, as data.
 *
 * The generated guards run for every message and answer yes or no. A shape is walked only when a guard refused a value, to find out
 * where and why; for a lenient reading; and to find warnings.
 */
export type Shape =
  | ScalarShape
  | EnumShape
  | NullableShape
  | ListShape
  | MapShape
  | RecordShape
  | TaggedShape
  | KeyedShape;

/** A JSON value whose parts, if any, are not defined. */
export interface ScalarShape {
  readonly is: 'string' | 'boolean' | 'double' | 'integer' | 'answer' | 'any' | 'object' | 'requestId';
  /** The least value of a number, or the least length of a string. */
  readonly min?: number;
  readonly max?: number;
  /** What the text of the protocol requires in addition to its schema. */
  readonly must?: 'id' | 'path' | 'line' | 'uri' | 'time' | 'base64';
  /** Whether a request id must not be null. */
  readonly notNull?: true;
}

/** A string with known values. An open one accepts other values too. */
export interface EnumShape {
  readonly is: 'enum';
  readonly values: readonly string[];
  readonly open?: true;
}

/** Null, or a value of another shape. */
export interface NullableShape {
  readonly is: 'nullable';
  readonly of: Shape;
}

/** An array. */
export interface ListShape {
  readonly is: 'list';
  readonly of: Shape;
  /** The text of the protocol, though not its schema, requires an item. */
  readonly notEmpty?: true;
  /** The schema requires an item. */
  readonly atLeastOne?: true;
}

/** An object with any keys and values of one shape. */
export interface MapShape {
  readonly is: 'map';
  readonly of: Shape;
}

/** A field of an object. */
export interface FieldShape {
  readonly of: Shape;
  readonly optional?: true;
  /**
   * What a lenient reading does: `true` reads a malformed value as absent and skips malformed items of a list; `'whole'` only the
   * former, `'items'` only the latter; `'null'` reads null as absent.
   */
  readonly lenient?: true | 'whole' | 'items' | 'null';
}

/** An object with known fields. Other keys are allowed. */
export interface RecordShape {
  readonly is: 'record';
  readonly fields: Readonly<Record<string, FieldShape>>;
  /** A key that must be absent. */
  readonly without?: string;
  /** Shapes of which the object must have exactly one as well, by a key of each. */
  readonly oneOf?: Readonly<Record<string, RecordShape>>;
  /** Whether the object may have several of those shapes. */
  readonly mayFitSeveral?: true;
}

/** One of several objects, identified by a tag. */
export interface TaggedShape {
  readonly is: 'tagged';
  readonly tag: string;
  readonly variants: Readonly<Record<string, RecordShape | TaggedShape>>;
  /** Fields that every variant has. */
  readonly common?: RecordShape;
  /** What an object with an unknown tag must have. Unknown tags are refused if this is absent. */
  readonly rest?: RecordShape;
  readonly reserved?: readonly string[];
  /** Accepted without a tag, or with a tag that does not match it. */
  readonly untagged?: RecordShape;
  /** Whether the tag may be omitted or null. */
  readonly isTagOptional?: true;
}

/** One of several objects, or a list of one of them, identified by a key. */
export interface KeyedShape {
  readonly is: 'keyed';
  readonly by: Readonly<Record<string, RecordShape>>;
  readonly lists?: true;
  /** Whether the list must have an item. */
  readonly atLeastOne?: true;
}
