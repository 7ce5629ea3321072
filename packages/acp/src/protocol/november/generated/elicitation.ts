// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import {
  fitsOne,
  isFilledListOf,
  isInteger,
  isListOf,
  isMapOf,
  isMeta,
  isObject,
  isString,
  type JsonObject,
  type Meta,
} from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import {
  StringFormatShape,
  type StringFormat,
  isElicitationSchemaType,
  ElicitationSchemaTypeShape,
  type ElicitationSchemaType,
  isElicitationSessionScope,
  ElicitationSessionScopeShape,
  type ElicitationSessionScope,
  ElicitationIdShape,
  type ElicitationId,
  isElicitationAcceptAction,
  ElicitationAcceptActionShape,
  type ElicitationAcceptAction,
} from '../../base/generated/elicitation.ts';
import { isRequestId, RequestIdShape, type RequestId } from './rpc.ts';
export {
  ElicitationId,
  StringFormat,
  isKnownStringFormat,
  type KnownStringFormat,
  type UnknownStringFormat,
  ElicitationSchemaType,
  ElicitationSessionScope,
  ElicitationContentValue,
  ElicitationAcceptAction,
} from '../../base/generated/elicitation.ts';

/** Marks that the client can show forms. */
export interface ElicitationFormCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ElicitationFormCapabilities}. */
export function isElicitationFormCapabilities(value: unknown): value is ElicitationFormCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link ElicitationFormCapabilities}, as data. */
export const ElicitationFormCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the client can show forms. */
export const ElicitationFormCapabilities: TypeReader<ElicitationFormCapabilities> = {
  name: 'ElicitationFormCapabilities',
  is: isElicitationFormCapabilities,
  decode: (value, reading) => decode(isElicitationFormCapabilities, ElicitationFormCapabilitiesShape, value, reading),
  shape: ElicitationFormCapabilitiesShape,
};

/** Marks that the client can send the user to a web page. */
export interface ElicitationUrlCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ElicitationUrlCapabilities}. */
export function isElicitationUrlCapabilities(value: unknown): value is ElicitationUrlCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link ElicitationUrlCapabilities}, as data. */
export const ElicitationUrlCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the client can send the user to a web page. */
export const ElicitationUrlCapabilities: TypeReader<ElicitationUrlCapabilities> = {
  name: 'ElicitationUrlCapabilities',
  is: isElicitationUrlCapabilities,
  decode: (value, reading) => decode(isElicitationUrlCapabilities, ElicitationUrlCapabilitiesShape, value, reading),
  shape: ElicitationUrlCapabilitiesShape,
};

/** Elicitations that the client supports. */
export interface ElicitationCapabilities {
  /** Present if the client supports forms. */
  readonly form?: ElicitationFormCapabilities | null;
  /** Present if the client supports web pages. */
  readonly url?: ElicitationUrlCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ElicitationCapabilities}. */
export function isElicitationCapabilities(value: unknown): value is ElicitationCapabilities {
  return isObject(value) &&
    (value.form === undefined || value.form === null || isElicitationFormCapabilities(value.form)) &&
    (value.url === undefined || value.url === null || isElicitationUrlCapabilities(value.url)) &&
    isMeta(value._meta);
}

/** The shape of {@link ElicitationCapabilities}, as data. */
export const ElicitationCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    form: { of: { is: 'nullable', of: ElicitationFormCapabilitiesShape }, optional: true, lenient: true },
    url: { of: { is: 'nullable', of: ElicitationUrlCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Elicitations that the client supports. */
export const ElicitationCapabilities: TypeReader<ElicitationCapabilities> = {
  name: 'ElicitationCapabilities',
  is: isElicitationCapabilities,
  decode: (value, reading) => decode(isElicitationCapabilities, ElicitationCapabilitiesShape, value, reading),
  shape: ElicitationCapabilitiesShape,
};

/** A value to choose, with its label. */
export interface EnumOption {
  /** The value. */
  readonly const: string;
  /** Label to show. */
  readonly title: string;
  /** Details for the user. */
  readonly description?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link EnumOption}. */
export function isEnumOption(value: unknown): value is EnumOption {
  return isObject(value) &&
    typeof value.const === 'string' &&
    typeof value.title === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link EnumOption}, as data. */
export const EnumOptionShape: RecordShape = {
  is: 'record',
  fields: {
    const: { of: { is: 'string' } },
    title: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A value to choose, with its label. */
export const EnumOption: TypeReader<EnumOption> = {
  name: 'EnumOption',
  is: isEnumOption,
  decode: (value, reading) => decode(isEnumOption, EnumOptionShape, value, reading),
  shape: EnumOptionShape,
};

/** A question with a text as its answer. */
export interface StringPropertySchema {
  /** Label to show. */
  readonly title?: string | null;
  /** Details for the user. */
  readonly description?: string | null;
  /** Minimum length. */
  readonly minLength?: number | null;
  /** Maximum length. */
  readonly maxLength?: number | null;
  /** Regular expression that the text must match. */
  readonly pattern?: string | null;
  /** Format of the text. */
  readonly format?: StringFormat | null;
  /** Default answer. */
  readonly default?: string | null;
  /** Values to choose from. */
  readonly enum?: readonly string[] | null;
  /** Values to choose from, with labels. */
  readonly oneOf?: readonly EnumOption[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link StringPropertySchema}. */
export function isStringPropertySchema(value: unknown): value is StringPropertySchema {
  return isObject(value) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.minLength === undefined || value.minLength === null || isInteger(value.minLength, 0)) &&
    (value.maxLength === undefined || value.maxLength === null || isInteger(value.maxLength, 0)) &&
    (value.pattern === undefined || value.pattern === null || typeof value.pattern === 'string') &&
    (value.format === undefined || value.format === null || typeof value.format === 'string') &&
    (value.default === undefined || value.default === null || typeof value.default === 'string') &&
    (value.enum === undefined || value.enum === null || isFilledListOf(value.enum, isString)) &&
    (value.oneOf === undefined || value.oneOf === null || isFilledListOf(value.oneOf, isEnumOption)) &&
    isMeta(value._meta);
}

/** The shape of {@link StringPropertySchema}, as data. */
export const StringPropertySchemaShape: RecordShape = {
  is: 'record',
  fields: {
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    minLength: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true },
    maxLength: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true },
    pattern: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    format: { of: { is: 'nullable', of: StringFormatShape }, optional: true },
    default: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    enum: { of: { is: 'nullable', of: { is: 'list', of: { is: 'string' }, atLeastOne: true } }, optional: true },
    oneOf: { of: { is: 'nullable', of: { is: 'list', of: EnumOptionShape, atLeastOne: true } }, optional: true },
    _meta: lenientMetaField,
  },
};

/** A question with a text as its answer. */
export const StringPropertySchema: TypeReader<StringPropertySchema> = {
  name: 'StringPropertySchema',
  is: isStringPropertySchema,
  decode: (value, reading) => decode(isStringPropertySchema, StringPropertySchemaShape, value, reading),
  shape: StringPropertySchemaShape,
};

/** A question with a number as its answer. */
export interface NumberPropertySchema {
  /** Label to show. */
  readonly title?: string | null;
  /** Details for the user. */
  readonly description?: string | null;
  /** Least number. */
  readonly minimum?: number | null;
  /** Greatest number. */
  readonly maximum?: number | null;
  /** Default answer. */
  readonly default?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link NumberPropertySchema}. */
export function isNumberPropertySchema(value: unknown): value is NumberPropertySchema {
  return isObject(value) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.minimum === undefined || value.minimum === null || typeof value.minimum === 'number') &&
    (value.maximum === undefined || value.maximum === null || typeof value.maximum === 'number') &&
    (value.default === undefined || value.default === null || typeof value.default === 'number') &&
    isMeta(value._meta);
}

/** The shape of {@link NumberPropertySchema}, as data. */
export const NumberPropertySchemaShape: RecordShape = {
  is: 'record',
  fields: {
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    minimum: { of: { is: 'nullable', of: { is: 'double' } }, optional: true },
    maximum: { of: { is: 'nullable', of: { is: 'double' } }, optional: true },
    default: { of: { is: 'nullable', of: { is: 'double' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A question with a number as its answer. */
export const NumberPropertySchema: TypeReader<NumberPropertySchema> = {
  name: 'NumberPropertySchema',
  is: isNumberPropertySchema,
  decode: (value, reading) => decode(isNumberPropertySchema, NumberPropertySchemaShape, value, reading),
  shape: NumberPropertySchemaShape,
};

/** A question with an integer as its answer. */
export interface IntegerPropertySchema {
  /** Label to show. */
  readonly title?: string | null;
  /** Details for the user. */
  readonly description?: string | null;
  /** Least number. */
  readonly minimum?: number | null;
  /** Greatest number. */
  readonly maximum?: number | null;
  /** Default answer. */
  readonly default?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link IntegerPropertySchema}. */
export function isIntegerPropertySchema(value: unknown): value is IntegerPropertySchema {
  return isObject(value) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.minimum === undefined || value.minimum === null || Number.isInteger(value.minimum)) &&
    (value.maximum === undefined || value.maximum === null || Number.isInteger(value.maximum)) &&
    (value.default === undefined || value.default === null || Number.isInteger(value.default)) &&
    isMeta(value._meta);
}

/** The shape of {@link IntegerPropertySchema}, as data. */
export const IntegerPropertySchemaShape: RecordShape = {
  is: 'record',
  fields: {
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    minimum: { of: { is: 'nullable', of: { is: 'integer' } }, optional: true },
    maximum: { of: { is: 'nullable', of: { is: 'integer' } }, optional: true },
    default: { of: { is: 'nullable', of: { is: 'integer' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A question with an integer as its answer. */
export const IntegerPropertySchema: TypeReader<IntegerPropertySchema> = {
  name: 'IntegerPropertySchema',
  is: isIntegerPropertySchema,
  decode: (value, reading) => decode(isIntegerPropertySchema, IntegerPropertySchemaShape, value, reading),
  shape: IntegerPropertySchemaShape,
};

/** A question with yes or no as its answer. */
export interface BooleanPropertySchema {
  /** Label to show. */
  readonly title?: string | null;
  /** Details for the user. */
  readonly description?: string | null;
  /** Default answer. */
  readonly default?: boolean | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link BooleanPropertySchema}. */
export function isBooleanPropertySchema(value: unknown): value is BooleanPropertySchema {
  return isObject(value) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.default === undefined || value.default === null || typeof value.default === 'boolean') &&
    isMeta(value._meta);
}

/** The shape of {@link BooleanPropertySchema}, as data. */
export const BooleanPropertySchemaShape: RecordShape = {
  is: 'record',
  fields: {
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    default: { of: { is: 'nullable', of: { is: 'boolean' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A question with yes or no as its answer. */
export const BooleanPropertySchema: TypeReader<BooleanPropertySchema> = {
  name: 'BooleanPropertySchema',
  is: isBooleanPropertySchema,
  decode: (value, reading) => decode(isBooleanPropertySchema, BooleanPropertySchemaShape, value, reading),
  shape: BooleanPropertySchemaShape,
};

/** Values to choose from. */
export interface StringMultiSelectItems {
  /** The values. */
  readonly enum: readonly string[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link StringMultiSelectItems}. */
export function isStringMultiSelectItems(value: unknown): value is StringMultiSelectItems {
  return isObject(value) &&
    isFilledListOf(value.enum, isString) &&
    isMeta(value._meta);
}

/** The shape of {@link StringMultiSelectItems}, as data. */
export const StringMultiSelectItemsShape: RecordShape = {
  is: 'record',
  fields: {
    enum: { of: { is: 'list', of: { is: 'string' }, atLeastOne: true } },
    _meta: lenientMetaField,
  },
};

/** Values to choose from. */
export const StringMultiSelectItems: TypeReader<StringMultiSelectItems> = {
  name: 'StringMultiSelectItems',
  is: isStringMultiSelectItems,
  decode: (value, reading) => decode(isStringMultiSelectItems, StringMultiSelectItemsShape, value, reading),
  shape: StringMultiSelectItemsShape,
};

/** Values to choose from, with labels. */
export interface TitledMultiSelectItems {
  /** The values. */
  readonly anyOf: readonly EnumOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TitledMultiSelectItems}. */
export function isTitledMultiSelectItems(value: unknown): value is TitledMultiSelectItems {
  return isObject(value) &&
    isFilledListOf(value.anyOf, isEnumOption) &&
    isMeta(value._meta);
}

/** The shape of {@link TitledMultiSelectItems}, as data. */
export const TitledMultiSelectItemsShape: RecordShape = {
  is: 'record',
  fields: {
    anyOf: { of: { is: 'list', of: EnumOptionShape, atLeastOne: true } },
    _meta: lenientMetaField,
  },
};

/** Values to choose from, with labels. */
export const TitledMultiSelectItems: TypeReader<TitledMultiSelectItems> = {
  name: 'TitledMultiSelectItems',
  is: isTitledMultiSelectItems,
  decode: (value, reading) => decode(isTitledMultiSelectItems, TitledMultiSelectItemsShape, value, reading),
  shape: TitledMultiSelectItemsShape,
};

/** The variants of {@link MultiSelectItems} that the protocol defines. */
export type KnownMultiSelectItems =
  | ({ readonly type: 'string' } & StringMultiSelectItems)
  | TitledMultiSelectItems;

/** Any other variant of {@link MultiSelectItems}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownMultiSelectItems =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** The values of a question with several answers. */
export type MultiSelectItems = KnownMultiSelectItems | UnknownMultiSelectItems;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownMultiSelectItems(value: MultiSelectItems): value is KnownMultiSelectItems {
  return !('type' in value) || value.type === 'string';
}

/** Returns whether a value is a valid {@link MultiSelectItems}. */
export function isMultiSelectItems(value: unknown): value is MultiSelectItems {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'string':
      return isStringMultiSelectItems(value) || isTitledMultiSelectItems(value);
    default:
      return typeof value.type === 'string' || isTitledMultiSelectItems(value);
  }
}

/** The shape of {@link MultiSelectItems}, as data. */
export const MultiSelectItemsShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    string: StringMultiSelectItemsShape,
  },
  rest: { is: 'record', fields: {} },
  untagged: TitledMultiSelectItemsShape,
};

/** The values of a question with several answers. */
export const MultiSelectItems: TypeReader<MultiSelectItems> = {
  name: 'MultiSelectItems',
  is: isMultiSelectItems,
  decode: (value, reading) => decode(isMultiSelectItems, MultiSelectItemsShape, value, reading),
  shape: MultiSelectItemsShape,
};

/** A question with several values as its answer. */
export interface MultiSelectPropertySchema {
  /** Label to show. */
  readonly title?: string | null;
  /** Details for the user. */
  readonly description?: string | null;
  /** Minimum number of values. */
  readonly minItems?: number | null;
  /** Maximum number of values. */
  readonly maxItems?: number | null;
  /** Values to choose from. */
  readonly items: MultiSelectItems;
  /** Default answer. */
  readonly default?: readonly string[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link MultiSelectPropertySchema}. */
export function isMultiSelectPropertySchema(value: unknown): value is MultiSelectPropertySchema {
  return isObject(value) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.minItems === undefined || value.minItems === null || isInteger(value.minItems, 0)) &&
    (value.maxItems === undefined || value.maxItems === null || isInteger(value.maxItems, 0)) &&
    isMultiSelectItems(value.items) &&
    (value.default === undefined || value.default === null || isListOf(value.default, isString)) &&
    isMeta(value._meta);
}

/** The shape of {@link MultiSelectPropertySchema}, as data. */
export const MultiSelectPropertySchemaShape: RecordShape = {
  is: 'record',
  fields: {
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    minItems: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true },
    maxItems: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true },
    items: { of: MultiSelectItemsShape },
    default: { of: { is: 'nullable', of: { is: 'list', of: { is: 'string' } } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A question with several values as its answer. */
export const MultiSelectPropertySchema: TypeReader<MultiSelectPropertySchema> = {
  name: 'MultiSelectPropertySchema',
  is: isMultiSelectPropertySchema,
  decode: (value, reading) => decode(isMultiSelectPropertySchema, MultiSelectPropertySchemaShape, value, reading),
  shape: MultiSelectPropertySchemaShape,
};

/** The variants of {@link ElicitationPropertySchema} that the protocol defines. */
export type KnownElicitationPropertySchema =
  | ({ readonly type: 'string' } & StringPropertySchema)
  | ({ readonly type: 'number' } & NumberPropertySchema)
  | ({ readonly type: 'integer' } & IntegerPropertySchema)
  | ({ readonly type: 'boolean' } & BooleanPropertySchema)
  | ({ readonly type: 'array' } & MultiSelectPropertySchema);

/** Any other variant of {@link ElicitationPropertySchema}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownElicitationPropertySchema =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** A question of a form. */
export type ElicitationPropertySchema = KnownElicitationPropertySchema | UnknownElicitationPropertySchema;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownElicitationPropertySchema(value: ElicitationPropertySchema): value is KnownElicitationPropertySchema {
  return value.type === 'string' || value.type === 'number' || value.type === 'integer' || value.type === 'boolean' || value.type === 'array';
}

/** Returns whether a value is a valid {@link ElicitationPropertySchema}. */
export function isElicitationPropertySchema(value: unknown): value is ElicitationPropertySchema {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'string':
      return isStringPropertySchema(value);
    case 'number':
      return isNumberPropertySchema(value);
    case 'integer':
      return isIntegerPropertySchema(value);
    case 'boolean':
      return isBooleanPropertySchema(value);
    case 'array':
      return isMultiSelectPropertySchema(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link ElicitationPropertySchema}, as data. */
export const ElicitationPropertySchemaShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    string: StringPropertySchemaShape,
    number: NumberPropertySchemaShape,
    integer: IntegerPropertySchemaShape,
    boolean: BooleanPropertySchemaShape,
    array: MultiSelectPropertySchemaShape,
  },
  rest: { is: 'record', fields: {} },
};

/** A question of a form. */
export const ElicitationPropertySchema: TypeReader<ElicitationPropertySchema> = {
  name: 'ElicitationPropertySchema',
  is: isElicitationPropertySchema,
  decode: (value, reading) => decode(isElicitationPropertySchema, ElicitationPropertySchemaShape, value, reading),
  shape: ElicitationPropertySchemaShape,
};

/** A form, as a restricted JSON Schema. */
export interface ElicitationSchema {
  /** Type of the form. */
  readonly type: ElicitationSchemaType;
  /** Label to show. */
  readonly title?: string | null;
  /** Questions by key. */
  readonly properties: { readonly [key: string]: ElicitationPropertySchema };
  /** Keys of the questions that must be answered. */
  readonly required?: readonly string[] | null;
  /** Details for the user. */
  readonly description?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ElicitationSchema}. */
export function isElicitationSchema(value: unknown): value is ElicitationSchema {
  return isObject(value) &&
    isElicitationSchemaType(value.type) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    isMapOf(value.properties, isElicitationPropertySchema) &&
    (value.required === undefined || value.required === null || isListOf(value.required, isString)) &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link ElicitationSchema}, as data. */
export const ElicitationSchemaShape: RecordShape = {
  is: 'record',
  fields: {
    type: { of: ElicitationSchemaTypeShape },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    properties: { of: { is: 'map', of: ElicitationPropertySchemaShape } },
    required: { of: { is: 'nullable', of: { is: 'list', of: { is: 'string' } } }, optional: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A form, as a restricted JSON Schema. */
export const ElicitationSchema: TypeReader<ElicitationSchema> = {
  name: 'ElicitationSchema',
  is: isElicitationSchema,
  decode: (value, reading) => decode(isElicitationSchema, ElicitationSchemaShape, value, reading),
  shape: ElicitationSchemaShape,
};

/** An elicitation that belongs to an open request. */
export interface ElicitationRequestScope {
  /** Id of the request. */
  readonly requestId: RequestId;
}

/** Returns whether a value is a valid {@link ElicitationRequestScope}. */
export function isElicitationRequestScope(value: unknown): value is ElicitationRequestScope {
  return isObject(value) &&
    isRequestId(value.requestId);
}

/** The shape of {@link ElicitationRequestScope}, as data. */
export const ElicitationRequestScopeShape: RecordShape = {
  is: 'record',
  fields: {
    requestId: { of: RequestIdShape },
  },
};

/** An elicitation that belongs to an open request. */
export const ElicitationRequestScope: TypeReader<ElicitationRequestScope> = {
  name: 'ElicitationRequestScope',
  is: isElicitationRequestScope,
  decode: (value, reading) => decode(isElicitationRequestScope, ElicitationRequestScopeShape, value, reading),
  shape: ElicitationRequestScopeShape,
};

/** Fields that every {@link ElicitationFormMode} has. */
export interface ElicitationFormModeCommon {
  /** The form. */
  readonly requestedSchema: ElicitationSchema;
}

/** Asks the user to fill in a form. */
export type ElicitationFormMode = ElicitationFormModeCommon & (ElicitationSessionScope | ElicitationRequestScope);

/** Returns whether a value is a valid {@link ElicitationFormMode}. */
export function isElicitationFormMode(value: unknown): value is ElicitationFormMode {
  return isObject(value) &&
    isElicitationSchema(value.requestedSchema) &&
    fitsOne(value, [isElicitationSessionScope, isElicitationRequestScope]);
}

/** The shape of {@link ElicitationFormMode}, as data. */
export const ElicitationFormModeShape: RecordShape = {
  is: 'record',
  fields: {
    requestedSchema: { of: ElicitationSchemaShape },
  },
  oneOf: { sessionId: ElicitationSessionScopeShape, requestId: ElicitationRequestScopeShape },
};

/** Asks the user to fill in a form. */
export const ElicitationFormMode: TypeReader<ElicitationFormMode> = {
  name: 'ElicitationFormMode',
  is: isElicitationFormMode,
  decode: (value, reading) => decode(isElicitationFormMode, ElicitationFormModeShape, value, reading),
  shape: ElicitationFormModeShape,
};

/** Fields that every {@link ElicitationUrlMode} has. */
export interface ElicitationUrlModeCommon {
  /** Id of the elicitation, for `elicitation/complete`. */
  readonly elicitationId: ElicitationId;
  /** Address of the page. */
  readonly url: string;
}

/** Asks the user to visit a web page. */
export type ElicitationUrlMode = ElicitationUrlModeCommon & (ElicitationSessionScope | ElicitationRequestScope);

/** Returns whether a value is a valid {@link ElicitationUrlMode}. */
export function isElicitationUrlMode(value: unknown): value is ElicitationUrlMode {
  return isObject(value) &&
    typeof value.elicitationId === 'string' &&
    typeof value.url === 'string' &&
    fitsOne(value, [isElicitationSessionScope, isElicitationRequestScope]);
}

/** The shape of {@link ElicitationUrlMode}, as data. */
export const ElicitationUrlModeShape: RecordShape = {
  is: 'record',
  fields: {
    elicitationId: { of: ElicitationIdShape },
    url: { of: { is: 'string', must: 'uri' } },
  },
  oneOf: { sessionId: ElicitationSessionScopeShape, requestId: ElicitationRequestScopeShape },
};

/** Asks the user to visit a web page. */
export const ElicitationUrlMode: TypeReader<ElicitationUrlMode> = {
  name: 'ElicitationUrlMode',
  is: isElicitationUrlMode,
  decode: (value, reading) => decode(isElicitationUrlMode, ElicitationUrlModeShape, value, reading),
  shape: ElicitationUrlModeShape,
};

/** Fields that every {@link CreateElicitationRequest} has. */
export interface CreateElicitationRequestCommon {
  /** What to tell the user. */
  readonly message: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** The variants of {@link CreateElicitationRequest} that the protocol defines. */
export type KnownCreateElicitationRequest =
  | (CreateElicitationRequestCommon & { readonly mode: 'form' } & ElicitationFormMode)
  | (CreateElicitationRequestCommon & { readonly mode: 'url' } & ElicitationUrlMode);

/** Any other variant of {@link CreateElicitationRequest}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownCreateElicitationRequest =
  | (CreateElicitationRequestCommon & (ElicitationSessionScope | ElicitationRequestScope) & {
      readonly mode: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (CreateElicitationRequestCommon & (ElicitationSessionScope | ElicitationRequestScope) & OfLaterDraft & {
      readonly mode: string;
      readonly [key: string]: unknown;
    });

/** Asks the user for input. */
export type CreateElicitationRequest = KnownCreateElicitationRequest | UnknownCreateElicitationRequest;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownCreateElicitationRequest(value: CreateElicitationRequest): value is KnownCreateElicitationRequest {
  return value.mode === 'form' || value.mode === 'url';
}

function isCreateElicitationRequestCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    typeof value.message === 'string' &&
    isMeta(value._meta);
}

/** Returns whether a value is a valid {@link CreateElicitationRequest}. */
export function isCreateElicitationRequest(value: unknown): value is CreateElicitationRequest {
  if (!isCreateElicitationRequestCommon(value)) return false;
  switch (value.mode) {
    case 'form':
      return isElicitationFormMode(value);
    case 'url':
      return isElicitationUrlMode(value);
    default:
      return typeof value.mode === 'string' && fitsOne(value, [isElicitationSessionScope, isElicitationRequestScope]);
  }
}

/** The shape of {@link CreateElicitationRequest}, as data. */
export const CreateElicitationRequestShape: TaggedShape = {
  is: 'tagged',
  tag: 'mode',
  variants: {
    form: ElicitationFormModeShape,
    url: ElicitationUrlModeShape,
  },
  common: {
  is: 'record',
  fields: {
    message: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
},
  rest: {
  is: 'record',
  fields: {
  },
  oneOf: { sessionId: ElicitationSessionScopeShape, requestId: ElicitationRequestScopeShape },
},
};

/** Asks the user for input. */
export const CreateElicitationRequest: TypeReader<CreateElicitationRequest> = {
  name: 'CreateElicitationRequest',
  is: isCreateElicitationRequest,
  decode: (value, reading) => decode(isCreateElicitationRequest, CreateElicitationRequestShape, value, reading),
  shape: CreateElicitationRequestShape,
};

/** Fields that every {@link CreateElicitationResponse} has. */
export interface CreateElicitationResponseCommon {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** The variants of {@link CreateElicitationResponse} that the protocol defines. */
export type KnownCreateElicitationResponse =
  | (CreateElicitationResponseCommon & { readonly action: 'accept' } & ElicitationAcceptAction)
  | (CreateElicitationResponseCommon & { readonly action: 'decline' })
  | (CreateElicitationResponseCommon & { readonly action: 'cancel' });

/** Any other variant of {@link CreateElicitationResponse}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownCreateElicitationResponse =
  | (CreateElicitationResponseCommon & {
      readonly action: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (CreateElicitationResponseCommon & OfLaterDraft & {
      readonly action: string;
      readonly [key: string]: unknown;
    });

/** What the user did. An unknown action counts as `cancel`. */
export type CreateElicitationResponse = KnownCreateElicitationResponse | UnknownCreateElicitationResponse;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownCreateElicitationResponse(value: CreateElicitationResponse): value is KnownCreateElicitationResponse {
  return value.action === 'accept' || value.action === 'decline' || value.action === 'cancel';
}

function isCreateElicitationResponseCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    isMeta(value._meta);
}

/** Returns whether a value is a valid {@link CreateElicitationResponse}. */
export function isCreateElicitationResponse(value: unknown): value is CreateElicitationResponse {
  if (!isCreateElicitationResponseCommon(value)) return false;
  switch (value.action) {
    case 'accept':
      return isElicitationAcceptAction(value);
    case 'decline':
    case 'cancel':
      return true;
    default:
      return typeof value.action === 'string';
  }
}

/** The shape of {@link CreateElicitationResponse}, as data. */
export const CreateElicitationResponseShape: TaggedShape = {
  is: 'tagged',
  tag: 'action',
  variants: {
    accept: ElicitationAcceptActionShape,
    decline: { is: 'record', fields: {} },
    cancel: { is: 'record', fields: {} },
  },
  common: {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
},
  rest: { is: 'record', fields: {} },
};

/** What the user did. An unknown action counts as `cancel`. */
export const CreateElicitationResponse: TypeReader<CreateElicitationResponse> = {
  name: 'CreateElicitationResponse',
  is: isCreateElicitationResponse,
  decode: (value, reading) => decode(isCreateElicitationResponse, CreateElicitationResponseShape, value, reading),
  shape: CreateElicitationResponseShape,
};

/** An elicitation outside of the client has ended. */
export interface CompleteElicitationNotification {
  /** Id of the elicitation. */
  readonly elicitationId: ElicitationId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CompleteElicitationNotification}. */
export function isCompleteElicitationNotification(value: unknown): value is CompleteElicitationNotification {
  return isObject(value) &&
    typeof value.elicitationId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CompleteElicitationNotification}, as data. */
export const CompleteElicitationNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    elicitationId: { of: ElicitationIdShape },
    _meta: lenientMetaField,
  },
};

/** An elicitation outside of the client has ended. */
export const CompleteElicitationNotification: TypeReader<CompleteElicitationNotification> = {
  name: 'CompleteElicitationNotification',
  is: isCompleteElicitationNotification,
  decode: (value, reading) => decode(isCompleteElicitationNotification, CompleteElicitationNotificationShape, value, reading),
  shape: CompleteElicitationNotificationShape,
};
