import { isKnownToolCallContent, ToolCallContent } from '../../protocol/june/generated/tool-call.ts';
import { isNovemberContent } from '../../session/november-parts.ts';
import { toBlocks } from '../content.ts';
import type { OutgoingContentBlock, OutgoingToolCallContent } from '../outgoing-content.ts';
import type { UpdateTarget } from './message-handle.ts';
import type { OutgoingToolCall } from './outgoing-value.ts';
import { TerminalHandle } from './terminal-handle.ts';

/** Changes to a tool call: an omitted field stays, null clears it, a value replaces it. */
export type ToolCallPatch = Omit<OutgoingToolCall, 'toolCallId'>;

/** Content of a tool call: a text, a content block, a terminal, or a tool call content such as a diff. */
export type ToolContentLike = string | OutgoingContentBlock | OutgoingToolCallContent | TerminalHandle;

function toToolContent(content: ToolContentLike): readonly ToolCallContent[] {
  if (content instanceof TerminalHandle) return [content.content as unknown as ToolCallContent];
  if (typeof content !== 'string' && isNovemberContent(content)) return [content as unknown as ToolCallContent];
  if (typeof content !== 'string' && ToolCallContent.is(content) && isKnownToolCallContent(content)) return [content];
  return toBlocks(content as string | OutgoingContentBlock).map((block) => ({ type: 'content', content: block }));
}

/** A tool call that an agent reports. */
export class ToolCallHandle {
  readonly id: string;
  /**
   * Aborts when the client cancels the tool call, or the work that it belongs to; not if it is not cancellable. In the background, it
   * aborts when the session is closed, in any case.
   */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  #target: UpdateTarget;

  /** @internal */
  constructor(id: string, target: UpdateTarget) {
    this.id = id;
    this.signal = this.#controller.signal;
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

  /** Sets the status to `cancelled`. */
  cancel(patch: ToolCallPatch = {}): Promise<void> {
    return this.update({ ...patch, status: 'cancelled' });
  }

  /**
   * Aborts the signal.
   * @internal
   */
  abort(): void {
    this.#controller.abort(new DOMException('The tool call was cancelled.', 'AbortError'));
  }

  /**
   * Reports that it was stopped.
   * @internal
   */
  stop(): Promise<void> {
    return this.cancel();
  }

  /**
   * Sends through another target from now on.
   * @internal
   */
  moveTo(target: UpdateTarget): void {
    this.#target = target;
  }
}
