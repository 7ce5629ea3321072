import { isWritable } from './nesting.ts';

/** A JSON object with unchecked keys. */
export type JsonObject = { readonly [key: string]: unknown };

/** Free-form data in addition to what the protocol defines. The keys belong to the sender. */
export type Meta = JsonObject;

/** Returns whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a free-form object that can be written as JSON again. */
function isFreeObject(value: unknown): value is JsonObject {
  return isObject(value) && isWritable(value);
}

/** Returns whether the `_meta` of an object is absent, null or a free-form object. */
export function isMeta(value: unknown): boolean {
  return value === undefined || value === null || isFreeObject(value);
}

/** Returns whether a value is an array and every item passes a check. */
export function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) if (!isItem(value[index])) return false;
  return true;
}

/** Returns whether a value is an array with at least one item and every item passes a check. */
export function isFilledListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return isListOf(value, isItem) && (value as readonly unknown[]).length > 0;
}

/** Returns whether a value is an object and the value of each key passes a check. */
export function isMapOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return isObject(value) && Object.values(value).every(isItem);
}

/** Returns whether a value is an answer to a question: a string, a number, a boolean or a list of strings. */
export function isAnswer(value: unknown): value is string | number | boolean | readonly string[] {
  return ['string', 'number', 'boolean'].includes(typeof value) || isListOf(value, isString);
}

/** Returns whether a value passes exactly one of several checks. */
export function fitsOne(value: unknown, checks: readonly ((value: unknown) => boolean)[]): boolean {
  return checks.filter((check) => check(value)).length === 1;
}

/** Returns whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Returns whether a value is an integer in a range. */
export function isInteger(value: unknown, min = -Infinity, max = Infinity): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** Returns whether a value is a number in a range. */
export function isNumber(value: unknown, min = -Infinity, max = Infinity): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

/** Returns whether a value is a request id that JSON-RPC allows. */
export function isRequestIdValue(value: unknown): value is null | number | string {
  return value === null || typeof value === 'string' || Number.isInteger(value);
}
