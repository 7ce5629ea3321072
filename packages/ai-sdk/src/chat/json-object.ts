import type { ToolUIPart } from 'ai';

/** An object of JSON, as the AI SDK types it. */
type JsonObject = NonNullable<ToolUIPart['toolMetadata']>;

/** Returns the fields of an object that are neither null nor undefined, as JSON. What was received over a connection is JSON. */
export function jsonObject(value: object): JsonObject {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(fields) as JsonObject;
}
