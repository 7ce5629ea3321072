import { isObject } from '../protocol/reading/guard.ts';
import { commandsIn, pathsIn } from './input-facts.ts';

/** What is known of a tool call that a policy looks at. */
export interface CallFacts {
  readonly kind?: string | undefined;
  readonly title?: string | undefined;
  /** The name of the tool. */
  readonly tool?: string | undefined;
  readonly commands: readonly string[];
  /** Paths by what they come from, since each can be replaced by itself. */
  readonly locations: readonly string[];
  readonly inputs: readonly string[];
  readonly contents: readonly string[];
  /** Whether there are more paths than are kept. */
  readonly isCut: boolean;
}

/** Nothing is known of a tool call. */
export const noFacts: CallFacts = { commands: [], locations: [], inputs: [], contents: [], isCut: false };

/** More paths than this count as one that cannot be resolved. */
const mostPaths = 1_000;

/** Returns the facts after an update of the tool call, of any dialect and not necessarily valid. Omitted members stay, and null clears one. */
export function patchFacts(facts: CallFacts, patch: unknown): CallFacts {
  if (!isObject(patch)) return facts;
  const { kind, title, name, rawInput, locations, content } = patch;
  let next: CallFacts = {
    ...facts,
    kind: patchedText(facts.kind, kind),
    title: patchedText(facts.title, title),
    tool: patchedText(facts.tool, name),
  };
  if (rawInput !== undefined) next = { ...next, commands: commandsIn(rawInput), inputs: pathsIn(rawInput) };
  if (locations !== undefined) next = { ...next, locations: locationsIn(locations) };
  if (content !== undefined) next = { ...next, contents: [] };
  if (isIterable(content)) for (const item of content) next = addContent(next, item);
  return limited(next);
}

/** Returns the facts after a piece was added to the content of the tool call. */
export function addContent(facts: CallFacts, item: unknown): CallFacts {
  if (!isObject(item) || item['type'] !== 'diff' || facts.contents.length > mostPaths) return facts;
  const { changes } = item;
  const parts = [item, ...(Array.isArray(changes) ? changes.slice(0, mostPaths + 1) : [])].filter(isObject);
  const paths = parts.flatMap(({ path, oldPath }) => [path, oldPath]).filter((path) => typeof path === 'string');
  return limited({ ...facts, contents: [...facts.contents, ...paths] });
}

/** Returns the facts of a tool call after an update of the session; `tool_call` of v1 begins it anew. */
export function updatedFacts(facts: CallFacts, update: Readonly<Record<string, unknown>>): CallFacts {
  switch (update['sessionUpdate']) {
    case 'tool_call':
      return patchFacts(noFacts, update);
    case 'tool_call_update':
      return patchFacts(facts, update);
    case 'tool_call_content_chunk':
      return addContent(facts, update['content']);
    default:
      return facts;
  }
}

function limited(facts: CallFacts): CallFacts {
  const { locations, inputs, contents } = facts;
  const isCut = facts.isCut || [locations, inputs, contents].some((paths) => paths.length > mostPaths);
  if (!isCut) return facts;
  const [some, more, most] = [locations, inputs, contents].map((paths) => paths.slice(0, mostPaths));
  return { ...facts, locations: some ?? [], inputs: more ?? [], contents: most ?? [], isCut };
}

/** Returns all paths of a tool call, each once. */
export function pathsOf({ locations, inputs, contents }: CallFacts): readonly string[] {
  return [...new Set([...locations, ...inputs, ...contents])];
}

function locationsIn(locations: unknown): readonly string[] {
  if (!Array.isArray(locations)) return [];
  const paths = locations
    .slice(0, mostPaths + 1)
    .map((location) => (isObject(location) ? location['path'] : undefined));
  return paths.filter((path) => typeof path === 'string');
}

function patchedText(current: string | undefined, next: unknown): string | undefined {
  if (next === undefined) return current;
  return typeof next === 'string' ? next : undefined;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
