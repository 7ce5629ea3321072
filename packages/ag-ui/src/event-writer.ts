import { type Event, EventType, type Role, type ToolMessage } from '@ag-ui/core';
import type { ToolCall } from '@emend/acp/session';
import { toolCallKey } from '@emend/acp/view';
import { toolArguments, toolName } from './tool-messages.ts';

/** A role of text that is sent piece by piece. */
type TextRole = 'user' | 'assistant' | 'reasoning';

/** The text that is being sent. */
export interface OpenText {
  readonly id: string;
  readonly role: TextRole;
}

/** Writes events, and knows which text is open. Nothing but one text is ever open. */
export class EventWriter {
  readonly events: Event[] = [];
  /** The messages that the events have made, in order. */
  readonly made: [id: string, role: Role][] = [];
  #open: OpenText | undefined;

  constructor(open: OpenText | undefined) {
    this.#open = open;
  }

  get open(): OpenText | undefined {
    return this.#open;
  }

  /** Begins a new text. */
  begin(text: OpenText): void {
    this.made.push([text.id, text.role]);
    this.#start(text);
  }

  /** Appends to a text, which is opened again if it was closed. */
  append(text: OpenText, delta: string): void {
    if (delta === '') return;
    if (this.#open?.id !== text.id) this.#start(text);
    const type = text.role === 'reasoning' ? EventType.REASONING_MESSAGE_CONTENT : EventType.TEXT_MESSAGE_CONTENT;
    this.events.push({ type, messageId: text.id, delta });
  }

  /** Closes the text that is open. */
  close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const { id: messageId, role } = open;
    if (role === 'reasoning') {
      this.events.push(
        { type: EventType.REASONING_MESSAGE_END, messageId },
        { type: EventType.REASONING_END, messageId },
      );
    } else {
      this.events.push({ type: EventType.TEXT_MESSAGE_END, messageId });
    }
  }

  /** Creates or replaces an activity. */
  activity(messageId: string, activityType: string, content: Record<string, unknown>, isNew: boolean): void {
    if (isNew) this.made.push([messageId, 'activity']);
    this.add({ type: EventType.ACTIVITY_SNAPSHOT, messageId, activityType, content });
  }

  /** Makes a tool call, or gives arguments to one that had none. */
  call(call: ToolCall, isNew: boolean): void {
    const { toolCallId } = call;
    const parentMessageId = toolCallKey(toolCallId);
    const delta = toolArguments(call);
    if (isNew) this.made.push([parentMessageId, 'assistant']);
    this.add({ type: EventType.TOOL_CALL_START, toolCallId, toolCallName: toolName(call), parentMessageId });
    if (delta !== '') this.add({ type: EventType.TOOL_CALL_ARGS, toolCallId, delta });
    this.add({ type: EventType.TOOL_CALL_END, toolCallId });
  }

  /** Answers a tool call. */
  result({ id: messageId, toolCallId, content, metadata }: ToolMessage): void {
    this.made.push([messageId, 'tool']);
    const event = { type: EventType.TOOL_CALL_RESULT as const, messageId, toolCallId, content };
    this.add({ ...event, ...(metadata !== undefined && { metadata }) });
  }

  /** Adds an event that is not part of a text. */
  add(event: Event): void {
    this.close();
    this.events.push(event);
  }

  #start(text: OpenText): void {
    this.close();
    this.#open = text;
    const { id: messageId, role } = text;
    if (role === 'reasoning') {
      this.events.push(
        { type: EventType.REASONING_START, messageId },
        { type: EventType.REASONING_MESSAGE_START, messageId, role },
      );
    } else {
      this.events.push({ type: EventType.TEXT_MESSAGE_START, messageId, role });
    }
  }
}
