import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { isSameJson } from '../../session/structures/same-json.ts';

/** A step of a path: a key of an object, the index of an item, or the id of a part in a list of parts. */
type Step = string | number;

/** A value of the folded state that was set, replaced or removed. */
export interface StateChange {
  /**
   * Where in the folded state: `["messages", "agent m1", "content", 0, "text"]`. Messages are named by kind and id, tool calls, plans,
   * terminals and compactions by their ids; all other items by their places.
   */
  readonly path: readonly Step[];
  /** Absent if it was not there before, or is not there after. An item that was not there is added at the end of its list. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Returns the changes from one JSON value to another; `undefined` means that there is none. */
export function* jsonChanges(path: readonly Step[], before: unknown, after: unknown): Generator<StateChange> {
  if (isSameJson(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after)) yield* listChanges(path, before, after);
  else if (isObject(before) && isObject(after) && before['type'] === after['type']) {
    yield* fieldChanges(path, before, after);
  } else yield changed(path, before, after);
}

function changed(path: readonly Step[], before: unknown, after: unknown): StateChange {
  if (before === undefined) return { path, after };
  return after === undefined ? { path, before } : { path, before, after };
}

function* fieldChanges(path: readonly Step[], before: JsonObject, after: JsonObject): Generator<StateChange> {
  for (const [key, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, key)) yield { path: [...path, key], before: value };
  }
  for (const [key, value] of Object.entries(after)) {
    if (Object.hasOwn(before, key)) yield* jsonChanges([...path, key], before[key], value);
    else yield { path: [...path, key], after: value };
  }
}

/** Items that are added or removed at the end are changes of their own, and so are items that differ; else the list is replaced. */
function* listChanges(
  path: readonly Step[],
  before: readonly unknown[],
  after: readonly unknown[],
): Generator<StateChange> {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && isSameJson(before[same], after[same])) same++;
  if (same < shorter && before.length !== after.length) {
    yield { path, before, after };
    return;
  }
  for (let index = same; index < shorter; index++) yield* jsonChanges([...path, index], before[index], after[index]);
  for (let index = shorter; index < after.length; index++) yield { path: [...path, index], after: after[index] };
  // From the end, so that the places of the others stay as they are.
  for (let index = before.length - 1; index >= shorter; index--)
    yield { path: [...path, index], before: before[index] };
}
