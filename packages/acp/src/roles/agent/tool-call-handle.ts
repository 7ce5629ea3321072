import { isKnownToolCallContent, ToolCallContent } from '../../protocol/june/generated/tool-call.ts';
import { toBlocks } from '../content.ts';
import type { WrittenContentBlock, WrittenToolCallContent } from '../outgoing-content.ts';
import type { SendUpdate } from './message-handle.ts';
import type { WrittenToolCall } from './outgoing-value.ts';

/** The fields of a tool call that can be patched: omitted leaves, null clears, a value replaces. */
export type ToolCallPatch = Omit<WrittenToolCall, 'toolCallId'>;

/** What may be shown by a tool call: a text, a content block, a diff. */
export type ToolContentLike = string | WrittenContentBlock | WrittenToolCallContent;

/** Anything that may be shown, in the form of a tool call's content. */
export function toToolContent(content: ToolContentLike): readonly ToolCallContent[] {
  if (typeof content !== 'string' && ToolCallContent.is(content) && isKnownToolCallContent(content)) return [content];
  return toBlocks(content as string | WrittenContentBlock).map((block) => ({ type: 'content', content: block }));
}

/** A tool call that an agent reports. */
export class ToolCallHandle {
  readonly id: string;
  readonly #send: SendUpdate;

  constructor(id: string, send: SendUpdate) {
    this.id = id;
    this.#send = send;
  }

  /** Changes some fields. */
  update(patch: ToolCallPatch): Promise<void> {
    return this.#send({ sessionUpdate: 'tool_call_update', toolCallId: this.id, ...patch });
  }

  /** Shows one thing more. */
  append(content: ToolContentLike): Promise<void> {
    let sent = Promise.resolve();
    for (const item of toToolContent(content)) {
      sent = this.#send({ sessionUpdate: 'tool_call_content_chunk', toolCallId: this.id, content: item });
    }
    return sent;
  }

  /** Says that the tool runs. */
  start(patch: ToolCallPatch = {}): Promise<void> {
    return this.update({ ...patch, status: 'in_progress' });
  }

  /** Says that the tool is done. */
  finish(patch: ToolCallPatch = {}): Promise<void> {
    return this.update({ ...patch, status: 'completed' });
  }

  /** Says that the tool failed, with the reason as one thing more to show. */
  fail(reason?: string, patch: ToolCallPatch = {}): Promise<void> {
    if (reason !== undefined && reason !== '') void this.append(reason);
    return this.update({ ...patch, status: 'failed' });
  }
}
