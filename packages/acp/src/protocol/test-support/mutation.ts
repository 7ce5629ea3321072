import fc from 'fast-check';
import { anyJson } from './schema-values.ts';

/** One change to a place in a value; the place is chosen by a number, so that a change fits any value. */
export interface Mutation {
  readonly place: number;
  readonly change: 'replace' | 'delete' | 'add' | 'tag' | 'append';
  readonly key: string;
  readonly value: unknown;
}

const keys = [
  '_meta', 'type', 'hint', 'id', 'name', 'text', 'blob', 'content', 'title', 'kind', 'status', 'messageId', 'entries', 'options',
  'value', 'group', 'command', 'args', 'env', 'url', 'headers', 'audience', 'annotations', 'description', 'category', 'plan',
  'cost', 'line', 'outcome', 'sessionUpdate', 'configId', 'groupId', 'planId', 'toolCallId', 'terminalId', 'sessionId', 'requestId',
  'stopReason', 'error', 'state', 'background', 'operation', 'path', 'oldPath', 'changes', 'patch', 'data', 'output', 'size', 'mode',
  'action', 'items', 'enum', 'anyOf', 'oneOf', 'default', 'required', 'info', 'methodId', 'subject', '__proto__', 'constructor', 'toString', 'extra',
]; // biome-ignore format: a word list

const tags = [
  'text', 'image', 'resource', 'content', 'diff', 'terminal', 'select', 'http', 'sse', 'stdio', 'agent', 'items', 'file', 'markdown',
  'tool_call', 'tool_call_update', 'plan', 'plan_update', 'agent_message', 'agent_message_chunk', 'agent_message_clear', 'selected',
  'cancelled', 'read', 'pending', 'state_update', 'terminal_update', 'notice', 'compaction_update', 'idle', 'running', 'error',
  'end_turn', 'move', 'add', 'form', 'url', 'accept', 'boolean', 'string', 'array', 'command', 'start', '_own', 'later', '',
]; // biome-ignore format: a word list

const tagKeys = ['sessionUpdate', 'outcome', 'state', 'stopReason', 'operation', 'mode', 'action'];

/** A few changes, most often one. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    place: fc.nat(40),
    change: fc.constantFrom('replace', 'replace', 'delete', 'add', 'tag', 'append'),
    key: fc.constantFrom(...keys),
    value: fc.oneof(anyJson, fc.constantFrom(...tags)),
  }),
  { minLength: 0, maxLength: 3 },
);

/** The value with the changes made to a copy. */
export function mutated(value: unknown, changes: readonly Mutation[]): unknown {
  // A JSON round trip both copies and guarantees that the value could have come over the wire.
  let result = copied(value);
  for (const change of changes) result = applied(result, { ...change, value: copied(change.value) });
  return result;
}

function copied(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function applied(root: unknown, mutation: Mutation): unknown {
  const places = placesIn(root);
  const place = places[mutation.place % (places.length + 1)];
  if (place === undefined) return mutation.change === 'replace' ? mutation.value : changed(root, mutation);
  const { parent, key } = place;
  const current = (parent as Record<string | number, unknown>)[key];
  if (mutation.change === 'delete')
    Array.isArray(parent) ? parent.splice(Number(key), 1) : delete (parent as Record<string, unknown>)[key];
  else define(parent, key, mutation.change === 'replace' ? mutation.value : changed(current, mutation));
  return root;
}

function changed(value: unknown, mutation: Mutation): unknown {
  if (Array.isArray(value)) value.push(mutation.value);
  else if (typeof value === 'object' && value !== null) {
    const tagKey = tagKeys.find((key) => key in value) ?? 'type';
    define(value, mutation.change === 'tag' ? tagKey : mutation.key, mutation.value);
  } else return mutation.value;
  return value;
}

/** Sets an own key, `__proto__` included, as JSON.parse would. */
function define(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function placesIn(root: unknown): { readonly parent: object; readonly key: string | number }[] {
  const places: { parent: object; key: string | number }[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && places.length < 60) {
    const parent = open.shift();
    if (typeof parent !== 'object' || parent === null) continue;
    for (const key of Object.keys(parent)) {
      places.push({ parent, key: Array.isArray(parent) ? Number(key) : key });
      open.push((parent as Record<string, unknown>)[key]);
    }
  }
  return places;
}
