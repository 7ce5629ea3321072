import { isKnownToolCallContent, ToolCallContent } from '../../protocol/june/generated/tool-call.ts';
import { toBlocks } from '../content.ts';
import type { OutgoingContentBlock, OutgoingToolCallContent } from '../outgoing-content.ts';
import type { UpdateTarget } from './message-handle.ts';
import type { OutgoingToolCall } from './outgoing-value.ts';

/** Changes to a tool call: an omitted field stays, null clears it, a value replaces it. */
export type ToolCallPatch = Omit<OutgoingToolCall, 'toolCallId'>;

/** Content of a tool call: a text, a content block, or a tool call content such as a diff. */
export type ToolContentLike = string | OutgoingContentBlock | OutgoingToolCallContent;

function toToolContent(content: ToolContentLike): readonly ToolCallContent[] {
  if (typeof content !== 'string' && ToolCallContent.is(content) && isKnownToolCallContent(content)) return [content];
  return toBlocks(content as string | OutgoingContentBlock).map((block) => ({ type: 'content', content: block }));
}

/** A tool call that an agent reports. */
export class ToolCallHandle {
  readonly id: string;
  readonly #target: UpdateTarget;

  /** @internal */
  constructor(id: string, target: UpdateTarget) {
    this.id = id;
    this.#target = target;
  }

  /** Changes some fields. */
  update(patch: ToolCallPatch): Promise<void> {
    return this.#target.update({ sessionUpdate: 'tool_call_update', toolCallId: this.id, ...patch });
  }

  /** Appends to the content of the tool call. */
  append(content: ToolContentLike): Promise<void> {
    let sent = Promise.resolve();
    for (const item of toToolContent(content)) {
      sent = this.#target.update({ sessionUpdate: 'tool_call_content_chunk', toolCallId: this.id, content: item });
    }
    return sent;
  }

  /** Sets the status to `in_progress`. */
  start(patch: ToolCallPatch = {}): Promise<void> {
    return this.update({ ...patch, status: 'in_progress' });
  }

  /** Sets the status to `completed`. */
  finish(patch: ToolCallPatch = {}): Promise<void> {
    return this.update({ ...patch, status: 'completed' });
  }

  /** Sets the status to `failed`, and appends the reason to the content. */
  fail(reason?: string, patch: ToolCallPatch = {}): Promise<void> {
    if (reason !== undefined && reason !== '') void this.append(reason);
    return this.update({ ...patch, status: 'failed' });
  }
}
