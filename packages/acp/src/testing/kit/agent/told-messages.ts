import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { SeenFrame } from '../verdict.ts';
import { updateOf } from './agent-line.ts';

/** A message as updates tell it: who says it, under which id, and the text so far. */
export interface ToldMessage {
  readonly kind: 'user' | 'agent' | 'thought';
  readonly id: unknown;
  text: string;
}

const tags = /^(user|agent)_(message|thought)(_chunk)?$/;

/** Returns whether an update tells a message or a thought. */
export function isMessage(frame: SeenFrame): boolean {
  return tags.test(String(updateOf(frame)?.update['sessionUpdate']));
}

/** Returns the messages that updates tell, in order. Chunks without an id belong to the message before them. */
export function toldMessages(frames: readonly SeenFrame[]): readonly ToldMessage[] {
  const messages: ToldMessage[] = [];
  for (const frame of frames) {
    const update = updateOf(frame)?.update ?? {};
    const [, who, what, chunk] = tags.exec(String(update['sessionUpdate'])) ?? [];
    if (who === undefined) continue;
    const kind = what === 'thought' ? 'thought' : (who as 'user' | 'agent');
    const id = update['messageId'];
    const last = messages.at(-1);
    const known = id == null ? undefined : messages.find((each) => each.kind === kind && each.id === id);
    const current = known ?? (last?.kind === kind && last.id === id ? last : undefined);
    const text = textOf(update);
    if (current === undefined) messages.push({ kind, id, text });
    else if (chunk === undefined && update['content'] !== undefined) current.text = text;
    else current.text += text;
  }
  return messages;
}

function textOf(update: JsonObject): string {
  return [update['content']]
    .flat()
    .map((block) => (isObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
}

const callTags = new Set<unknown>(['tool_call', 'tool_call_update', 'tool_call_content_chunk']);

/** Returns the frames about each tool call, by its id. */
export function toldCalls(frames: readonly SeenFrame[]): Map<unknown, SeenFrame[]> {
  const calls = new Map<unknown, SeenFrame[]>();
  for (const frame of frames) {
    const update = updateOf(frame)?.update ?? {};
    if (!callTags.has(update['sessionUpdate'])) continue;
    const own = calls.get(update['toolCallId']);
    if (own === undefined) calls.set(update['toolCallId'], [frame]);
    else own.push(frame);
  }
  return calls;
}

/** Returns the last status that was told of a tool call; it is pending until something else is told. */
export function lastStatus(frames: readonly SeenFrame[]): unknown {
  return frames.map((frame) => updateOf(frame)?.update['status']).findLast((status) => status != null) ?? 'pending';
}

/**
 * Returns the types of the content that a tool call has after some updates. A terminal is left out: once it is released there is nothing to
 * show.
 */
export function contentTypes(frames: readonly SeenFrame[]): readonly string[] {
  let types: string[] = [];
  for (const frame of frames) {
    const { sessionUpdate, content } = updateOf(frame)?.update ?? {};
    if (sessionUpdate === 'tool_call_content_chunk') types.push(...typesIn([content]));
    else if (content === null) types = [];
    else if (Array.isArray(content)) types = typesIn(content);
  }
  return types;
}

function typesIn(content: readonly unknown[]): string[] {
  return content.flatMap((item) => (isObject(item) && item['type'] !== 'terminal' ? [String(item['type'])] : []));
}
