/** The small language of the definitions. All protocol code is generated from what is written in it. */

/** The kinds of values without parts: those of JSON, with the ranges and meanings that ACP gives them. */
export type Primitive =
  | 'string'
  | 'id'
  | 'path'
  | 'uri'
  | 'time'
  | 'base64'
  | 'text'
  | 'boolean'
  | 'double'
  | 'fraction'
  | 'int64'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'line'
  | 'positive'
  | 'positive16'
  | 'answer'
  | 'any'
  | 'object';

/** The type of a field, parsed. */
export type TypeExpression =
  | { readonly is: 'primitive'; readonly name: Primitive }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'list'; readonly of: TypeExpression; readonly atLeastOne: boolean }
  | { readonly is: 'map'; readonly of: TypeExpression }
  | { readonly is: 'nullable'; readonly of: TypeExpression };

/**
 * What a lenient reading accepts: `true` reads a malformed value as absent and skips malformed items of a list; `'whole'` only the
 * former, `'items'` only the latter; `'null'` reads null as an empty list.
 */
type Leniency = true | 'whole' | 'items' | 'null';

/** One key of an object. */
export interface Field {
  readonly name: string;
  readonly type: TypeExpression;
  readonly describe: string;
  readonly optional: boolean;
  /** What a lenient reading does with a malformed value; absent where it is an error. */
  readonly lenient?: Leniency;
  readonly default?: unknown;
  /** The text of the protocol, though not its schema, asks for at least one item. */
  readonly notEmpty: boolean;
}

/** An object with known keys. */
export interface RecordDefinition {
  readonly is: 'record';
  readonly describe: string;
  readonly fields: readonly Field[];
  /** Whether the reserved `_meta` key is typed here. */
  readonly meta: boolean;
  /** A key that must not be there. */
  readonly without?: string;
  /** Types of which the object must be exactly one as well, by a key that only that one has. */
  readonly oneOf?: Readonly<Record<string, string>>;
  /** Whether the object may be several of those types. */
  readonly mayFitSeveral?: boolean;
}

/** Another name for a type. */
export interface AliasDefinition {
  readonly is: 'alias';
  readonly describe: string;
  readonly of: TypeExpression;
}

/** Strings with known values. */
export interface EnumDefinition {
  readonly is: 'enum';
  readonly describe: string;
  readonly values: Readonly<Record<string, string>>;
  readonly open: boolean;
}

/** Integers, some with a name. */
export interface CodesDefinition {
  readonly is: 'codes';
  readonly describe: string;
  readonly values: Readonly<Record<string, readonly [code: number, describe: string]>>;
}

/** Objects told apart by a tag. */
export interface TaggedDefinition {
  readonly is: 'tagged';
  readonly describe: string;
  readonly tag: string;
  /** Tag to the type beside it (a name, or an object without one), or null where the tag stands alone. */
  readonly variants: Readonly<Record<string, string | RecordDefinition | null>>;
  /** Fields that stand beside the tag in every variant, known or not. */
  readonly common: readonly Field[];
  readonly commonMeta: boolean;
  /** What an unknown tag must bring; absent where unknown tags are refused. */
  readonly rest?: {
    readonly fields: readonly Field[];
    readonly meta: boolean;
    readonly oneOf?: Readonly<Record<string, string>>;
    readonly mayFitSeveral?: boolean;
    /** Whether programs may write any tag, not only those that begin with `_`. */
    readonly anyTag: boolean;
  };
  /** Tags that are neither known nor free. */
  readonly reserved: readonly string[];
  /** The record that is accepted without a tag, or with a tag that is not its own. */
  readonly untagged?: string | RecordDefinition;
  /** Whether the tag may be omitted or null. */
  readonly isTagOptional: boolean;
}

/** One of several records, told apart by a key that only one of them has. */
export interface KeyedDefinition {
  readonly is: 'keyed';
  readonly describe: string;
  readonly by: Readonly<Record<string, string>>;
  /** The alternatives are lists of those records. */
  readonly lists: boolean;
  /** The list must not be empty. */
  readonly atLeastOne: boolean;
}

/** The ids of JSON-RPC. */
export interface ScalarsDefinition {
  readonly is: 'scalars';
  readonly describe: string;
  readonly nullable: boolean;
}

/** Everything that a type can be. */
export type Definition =
  | RecordDefinition
  | AliasDefinition
  | EnumDefinition
  | CodesDefinition
  | TaggedDefinition
  | KeyedDefinition
  | ScalarsDefinition;

/** The definitions of one topic, by type name; a topic is one generated file. */
export type Topic = Readonly<Record<string, Definition>>;

const primitives: ReadonlySet<string> = new Set<Primitive>([
  'string',
  'id',
  'path',
  'uri',
  'time',
  'base64',
  'text',
  'boolean',
  'double',
  'fraction',
  'int64',
  'uint16',
  'uint32',
  'uint64',
  'line',
  'positive',
  'positive16',
  'answer',
  'any',
  'object',
]);

/** Parses `Name`, `Name[]`, `Name[+]` (at least one item), `Name{}` (an object with any keys), `Name | null` and their combination. */
function expression(text: string): TypeExpression {
  const nullable = text.endsWith(' | null');
  const inner = nullable ? text.slice(0, -' | null'.length) : text;
  const type = listOrName(inner.trim());
  return nullable ? { is: 'nullable', of: type } : type;
}

function listOrName(text: string): TypeExpression {
  if (text.endsWith('[]')) return { is: 'list', of: listOrName(text.slice(0, -2)), atLeastOne: false };
  if (text.endsWith('[+]')) return { is: 'list', of: listOrName(text.slice(0, -3)), atLeastOne: true };
  if (text.endsWith('{}')) return { is: 'map', of: listOrName(text.slice(0, -2)) };
  if (!/^[A-Za-z0-9]+$/.test(text)) throw new Error(`not a type expression: ${text}`);
  return primitives.has(text) ? { is: 'primitive', name: text as Primitive } : { is: 'name', name: text };
}

/** What the schema does not say of a field by its type: how it is read leniently, its default. */
export type Mark = { readonly lenient: Leniency } | 'notEmpty' | { readonly default: unknown };
/** The type of a field as text, its description and its marks. */
export type FieldText = readonly [type: string, describe: string, ...marks: readonly Mark[]];
/** The fields of an object by name; a name with `?` at its end may be omitted. */
export type FieldTexts = Readonly<Record<string, FieldText>>;

/** A lenient reading takes a malformed value as absent, and skips malformed items of a list. */
export const lenient: Mark = { lenient: true };
/** A lenient reading takes a list with a malformed item as absent. */
export const lenientAsAWhole: Mark = { lenient: 'whole' };
/** A lenient reading skips malformed items, but refuses what is no list. */
export const lenientItems: Mark = { lenient: 'items' };
/** A lenient reading takes null as absent. */
export const nullIsAbsent: Mark = { lenient: 'null' };
/** The list must have at least one item, by the text of the protocol. */
export const notEmpty: Mark = 'notEmpty';
/** The default value of an absent field. */
export function standsFor(value: unknown): Mark {
  return { default: value };
}

/** Fields by name; a name with `?` at its end may be omitted. */
function fields(texts: FieldTexts): readonly Field[] {
  return Object.entries(texts).map(([key, [type, describe, ...marks]]) => {
    return {
      name: key.replace('?', ''),
      type: expression(type),
      describe,
      optional: key.endsWith('?'),
      notEmpty: marks.includes('notEmpty'),
      ...Object.assign({}, ...marks.filter((mark) => typeof mark === 'object')),
    };
  });
}

/** An object with these fields and `_meta`. */
export function record(
  describe: string,
  texts: FieldTexts = {},
  options: Pick<RecordDefinition, 'without' | 'oneOf'> = {},
): RecordDefinition {
  return { is: 'record', describe, fields: fields(texts), meta: true, ...options };
}

/** An object that has no `_meta` of its own. */
export function bareRecord(
  describe: string,
  texts: FieldTexts = {},
  options: Pick<RecordDefinition, 'oneOf' | 'mayFitSeveral'> = {},
): RecordDefinition {
  return { is: 'record', describe, fields: fields(texts), meta: false, ...options };
}

/** Another name for a type. */
export function alias(describe: string, of: string): AliasDefinition {
  return { is: 'alias', describe, of: expression(of) };
}

/** Strings of which every value is known. */
export function closedEnum(describe: string, values: Readonly<Record<string, string>>): EnumDefinition {
  return { is: 'enum', describe, values, open: false };
}

/** Strings of which some values are known. */
export function openEnum(describe: string, values: Readonly<Record<string, string>>): EnumDefinition {
  return { is: 'enum', describe, values, open: true };
}

/** Integers of which some have names. */
export function codes(describe: string, values: CodesDefinition['values']): CodesDefinition {
  return { is: 'codes', describe, values };
}

interface TaggedOptions {
  readonly tag?: string;
  readonly common?: FieldTexts;
  readonly rest?: FieldTexts;
  readonly restMeta?: boolean;
  readonly restOneOf?: Readonly<Record<string, string>>;
  readonly mayFitSeveral?: boolean;
  readonly anyTag?: boolean;
  readonly reserved?: readonly string[];
  readonly untagged?: string | RecordDefinition;
  readonly isTagOptional?: boolean;
}

/** Objects told apart by a tag, of which every value is known. */
export function closedUnion(
  describe: string,
  variants: TaggedDefinition['variants'],
  options: TaggedOptions = {},
): TaggedDefinition {
  return {
    is: 'tagged',
    describe,
    tag: options.tag ?? 'type',
    variants,
    common: fields(options.common ?? {}),
    commonMeta: options.common !== undefined,
    reserved: options.reserved ?? [],
    isTagOptional: options.isTagOptional ?? false,
    ...(options.untagged === undefined ? {} : { untagged: options.untagged }),
  };
}

/** Objects told apart by a tag, of which some values are known; the others are kept as they are. */
export function openUnion(
  describe: string,
  variants: TaggedDefinition['variants'],
  options: TaggedOptions = {},
): TaggedDefinition {
  const rest = {
    fields: fields(options.rest ?? {}),
    meta: options.restMeta ?? false,
    anyTag: options.anyTag ?? false,
    ...(options.restOneOf === undefined ? {} : { oneOf: options.restOneOf }),
    ...(options.mayFitSeveral === undefined ? {} : { mayFitSeveral: options.mayFitSeveral }),
  };
  return { ...closedUnion(describe, variants, options), rest };
}

/** The same object, with a leniency of some fields. */
export function markedAs<T extends RecordDefinition>(definition: T, lenient: Leniency, ...names: readonly string[]): T {
  for (const name of names)
    if (!definition.fields.some((field) => field.name === name)) throw new Error(`there is no field ${name}`);
  const fields = definition.fields.map((field) => (names.includes(field.name) ? { ...field, lenient } : field));
  return { ...definition, fields };
}

/** The same values or variants, and no others. */
export function closed<T extends EnumDefinition | TaggedDefinition>(definition: T): T {
  const { rest: _, ...known } = { rest: undefined, ...definition };
  return (known.is === 'enum' ? { ...known, open: false } : known) as T;
}

/** One of several objects, each known by a key that the others lack. */
export function byKey(describe: string, by: Readonly<Record<string, string>>): KeyedDefinition {
  return { is: 'keyed', describe, by, lists: false, atLeastOne: false };
}

/** A list whose items are all of one of several kinds, each known by a key that the others lack. */
export function listByKey(
  describe: string,
  by: Readonly<Record<string, string>>,
  { atLeastOne = false } = {},
): KeyedDefinition {
  return { is: 'keyed', describe, by, lists: true, atLeastOne };
}

/** The ids of requests: an integer, a string or, where a dialect allows it, null. */
export function requestId(describe: string, { nullable = true } = {}): ScalarsDefinition {
  return { is: 'scalars', describe, nullable };
}

/** A method: who handles it, and the types of its params and its result. A notification has no result. */
export interface Method {
  readonly name: string;
  readonly describe: string;
  readonly handledBy: 'agent' | 'client' | 'either';
  readonly params: string;
  readonly result?: string;
}

/** A method that the agent handles. */
export function byAgent(name: string, describe: string, params: string, result?: string): Method {
  return { name, describe, handledBy: 'agent', params, ...(result === undefined ? {} : { result }) };
}

/** A method that the client handles. */
export function byClient(name: string, describe: string, params: string, result?: string): Method {
  return { name, describe, handledBy: 'client', params, ...(result === undefined ? {} : { result }) };
}

/** A notification that either side handles. */
export function byEither(name: string, describe: string, params: string): Method {
  return { name, describe, handledBy: 'either', params };
}

/** Topics by the name of their file. */
export type Topics = Readonly<Record<string, Topic>>;

/** Everything that makes a dialect, except what it takes from the definitions in `base`. */
export interface DialectDefinitions {
  /** The name of its folder, here and among the generated code. */
  readonly folder: string;
  /** Heads the JSON Schema. */
  readonly schema: { readonly id: string; readonly title: string; readonly description: string };
  /** Whether messages may come in batches. */
  readonly hasBatches: boolean;
  /** Whether a lenient reading takes a malformed `_meta` as absent. */
  readonly hasLenientMeta: boolean;
  /** Its own types. A type with the name of one in `base` takes the place of that one. */
  readonly topics: Topics;
  readonly methods: readonly Method[];
}
