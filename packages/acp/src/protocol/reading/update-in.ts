import { isObject, type JsonObject } from './guard.ts';

const nothing: JsonObject = {};

/** Returns the update of a `session/update` notification that has not been read; an empty object for any other message. */
export function updateIn({ method, params }: JsonObject): JsonObject {
  if (method !== 'session/update' || !isObject(params)) return nothing;
  const { update } = params;
  return isObject(update) ? update : nothing;
}
