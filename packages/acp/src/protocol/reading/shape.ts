/**
 * What a value must look like, as data.
 *
 * The generated guards answer yes or no and are what runs for every message. A shape is walked only when a guard said no, to
 * say where and why, when a lenient reading repairs, and when somebody asks for warnings.
 */
export type Shape = ScalarShape | EnumShape | NullableShape | ListShape | RecordShape | TaggedShape | KeyedShape;

/** A JSON value without parts that the protocol knows of. */
export interface ScalarShape {
  readonly is: 'string' | 'boolean' | 'double' | 'integer' | 'any' | 'object' | 'requestId';
  readonly min?: number;
  readonly max?: number;
  /** What the text of the protocol asks for beyond its schema. */
  readonly must?: 'id' | 'path' | 'line';
}

/** A string with known values; an open one takes others as well. */
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
  readonly notEmpty?: true;
}

/** A field that may be omitted, or that a lenient reading may drop. */
export interface FieldShape {
  readonly of: Shape;
  readonly optional?: true;
  readonly lenient?: true;
}

/** An object with known fields; other keys are kept. */
export interface RecordShape {
  readonly is: 'record';
  readonly fields: Readonly<Record<string, FieldShape>>;
  /** A key that must be absent. */
  readonly without?: string;
}

/** An object told apart by its tag. */
export interface TaggedShape {
  readonly is: 'tagged';
  readonly tag: string;
  readonly variants: Readonly<Record<string, RecordShape>>;
  /** Fields that every variant has. */
  readonly common?: RecordShape;
  /** What an unknown tag must bring; unknown tags are refused where this is absent. */
  readonly rest?: RecordShape;
  readonly reserved?: readonly string[];
  /** Accepted without a tag, or beside one that is not its own. */
  readonly untagged?: RecordShape;
}

/** One of several records, or a list of one of them, told apart by a key. */
export interface KeyedShape {
  readonly is: 'keyed';
  readonly by: Readonly<Record<string, RecordShape>>;
  readonly lists?: true;
}
