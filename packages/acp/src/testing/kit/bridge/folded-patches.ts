import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { SeenFrame } from '../verdict.ts';
import { textsIn, updatesIn } from './seen-messages.ts';

/** What a client of a v2 draft has of a tool call, a message and the session after some updates. */
interface FoldedPatches {
  readonly call: { readonly places: unknown; readonly text: string; readonly title: unknown };
  readonly message: string;
  readonly title: unknown;
}

/** Applies updates of one tool call, one message and the session: what is left out stays, null clears, a value replaces. */
export function foldedPatches(frames: readonly SeenFrame[]): FoldedPatches {
  const [call, message, info] = [new Map<string, unknown>(), new Map<string, unknown>(), new Map<string, unknown>()];
  for (const update of updatesIn(frames)) {
    const tag = String(update['sessionUpdate']);
    if (tag === 'tool_call_update') patch(call, update);
    else if (tag === 'tool_call_content_chunk') append(call, update);
    else if (tag === 'agent_message') patch(message, update);
    else if (tag === 'agent_message_chunk') append(message, update);
    else if (tag === 'session_info_update') patch(info, update);
  }
  return {
    call: {
      places: listOf(call.get('locations')).map(({ path, line }) => ({ path, line })),
      text: textOf(call.get('content')),
      title: call.get('title'),
    },
    message: textOf(message.get('content')),
    title: info.get('title'),
  };
}

function patch(state: Map<string, unknown>, update: JsonObject): void {
  for (const [key, value] of Object.entries(update)) {
    if (value === null) state.delete(key);
    else state.set(key, value);
  }
}

function append(state: Map<string, unknown>, { content }: JsonObject): void {
  state.set('content', [...listOf(state.get('content')), content]);
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the texts of content without the names of its types. */
function textOf(content: unknown): string {
  return listOf(content)
    .flatMap((block) => (isObject(block['content']) ? [block['content']] : [block]))
    .flatMap(({ text }) => textsIn(text))
    .join('');
}
