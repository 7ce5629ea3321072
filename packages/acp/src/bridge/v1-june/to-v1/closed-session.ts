import type { MessageKind } from '../../../session/message.ts';
import { newSession, type Session, type ShownMessage, type ShownToolCall } from './session.ts';
import { forgotten, noContent } from './shown-content.ts';
import { newToolCall } from './tool-calls.ts';
import { forgottenOf } from './tool-content.ts';

function closedMessage(message: ShownMessage): ShownMessage {
  // An echo was not sent, so the client has nothing of the message yet.
  const content = message.isEcho ? noContent() : forgotten(message.content);
  return { ...message, content, isEcho: false, pendingMeta: undefined, sentMeta: undefined, held: undefined };
}

function closedToolCall(tool: ShownToolCall): ShownToolCall {
  const { id, name, title, isTitleGeneric, kind, status, unknownKind, unknownStatus } = tool;
  const content = forgottenOf(tool.content);
  return { ...newToolCall(id), name, title, isTitleGeneric, kind, status, unknownKind, unknownStatus, content };
}

function mapped<Value>(values: ReadonlyMap<string, Value>, change: (value: Value) => Value): Map<string, Value> {
  return new Map(Array.from(values, ([id, value]) => [id, change(value)]));
}

/** Returns what is kept of a closed session: what the client knows of it, without the content. */
export function closedSession({ id, messages, aliases, toolCalls, plans, options }: Session): Session {
  const closed = (kind: MessageKind) => mapped(messages[kind], closedMessage);
  return {
    ...newSession(id),
    messages: { user: closed('user'), agent: closed('agent'), thought: closed('thought') },
    aliases,
    toolCalls: mapped(toolCalls, closedToolCall),
    plans,
    options,
  };
}
