import type { StateChange } from '../difference/json-changes.ts';

type Json = unknown;
type Step = string | number;

const keysOf: Readonly<Record<string, (part: Record<string, string>) => string | undefined>> = {
  messages: ({ kind, messageId }) => `${kind} ${messageId}`,
  toolCalls: ({ toolCallId }) => toolCallId,
  plans: ({ id }) => id,
  terminals: ({ terminalId }) => terminalId,
  compactions: ({ compactionId }) => compactionId,
};

/** Returns a folded state after changes, by nothing but their paths. */
export function applyChanges(folded: Json, changes: readonly StateChange[]): Json {
  const state = structuredClone(folded) as Record<string, Json>;
  for (const change of changes) applyChange(state, change);
  return state;
}

function applyChange(state: Record<string, Json>, change: StateChange): void {
  const path = change.path.slice(0, -1);
  let holder: Json = state;
  let list = '';
  for (const step of path) {
    holder = valueAt(holder, step, list);
    list = typeof step === 'string' && holder !== undefined && list === '' ? step : '-';
  }
  const last = change.path.at(-1) as Step;
  const current = valueAt(holder, last, list);
  if (JSON.stringify(current) !== JSON.stringify(change.before)) throw new Error(`${change.path} was something else`);
  if (Array.isArray(holder)) {
    const index = indexIn(holder, last, list);
    if (!('after' in change)) holder.splice(index, 1);
    else if (index === -1 || index === holder.length) holder.push(change.after);
    else holder[index] = change.after;
  } else if ('after' in change) {
    Object.defineProperty(holder, last, { value: change.after, enumerable: true, configurable: true, writable: true });
  } else delete (holder as Record<string, Json>)[last];
}

function indexIn(holder: readonly Json[], step: Step, list: string): number {
  if (typeof step === 'number') return step;
  return holder.findIndex((part) => keysOf[list]?.(part as Record<string, string>) === step);
}

function valueAt(holder: Json, step: Step, list: string): Json {
  if (Array.isArray(holder)) return holder[indexIn(holder, step, list)];
  return Object.getOwnPropertyDescriptor(holder, step)?.value;
}
