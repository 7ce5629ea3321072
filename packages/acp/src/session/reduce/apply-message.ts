import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { AgentMessage, ContentChunk } from '../../protocol/june/generated/message.ts';
import type { MessageClear } from '../../protocol/june/generated/proposal.ts';
import { wrote } from '../cursor.ts';
import type { Position } from '../event.ts';
import { type Message, type MessageKind, messageKey } from '../message.ts';
import { draftOf, type SessionState, withCursor, withMessage, withRare } from '../state.ts';
import { Sequence } from '../structures/sequence.ts';
import type { Table } from '../structures/table.ts';
import { writtenContentOf } from '../written-text.ts';
import { acceptPrompt, forgetPrompt } from './accept-prompt.ts';
import { withEntry } from './add-entry.ts';
import { reportTrimmed, trimmed } from './limit-content.ts';
import { patchedList } from './patch.ts';
import { quoted, reported } from './report.ts';
import { reportAll, reportBlock } from './unknown-tag.ts';
import type { UpdateRules } from './update-rules.ts';

/** Returns the index of a message, or -1. The message written last is compared first, as a stream writes the same one again and again. */
function indexOfMessage(messages: Table<Message>, kind: MessageKind, messageId: string): number {
  const last = messages.at(messages.writtenLast);
  if (last !== undefined && last.kind === kind && last.messageId === messageId) return messages.writtenLast;
  return messages.indexOf(messageKey(kind, messageId));
}

/** Appends one item. The `_meta` of a chunk belongs to the chunk, not to the message. */
export function applyChunk(
  state: SessionState,
  kind: MessageKind,
  chunk: ContentChunk,
  rules: UpdateRules,
  at: Position,
): SessionState {
  const index = indexOfMessage(state.messages, kind, chunk.messageId);
  const current = state.messages.at(index);
  if (current === undefined) {
    const content = Sequence.of([chunk.content]);
    const created = { kind, messageId: chunk.messageId, content, _meta: undefined, droppedItems: 0 };
    return reportBlock(addMessage(state, created, 'chunk', rules, at), chunk.content, at);
  }
  const content = current.content.append(chunk.content);
  return reportBlock(writeMessage(state, index, current, content, current._meta, at), chunk.content, at);
}

/** Creates or patches a message: an omitted field stays, null clears it, a value replaces it. */
export function applyMessage(
  state: SessionState,
  kind: MessageKind,
  update: AgentMessage,
  rules: UpdateRules,
  at: Position,
): SessionState {
  const index = indexOfMessage(state.messages, kind, update.messageId);
  const current = state.messages.at(index);
  const meta = rules.patchMeta(current?._meta, update._meta);
  // Only text that replaces other text has to be compared with it.
  const written = current === undefined ? writtenContentOf(update) : undefined;
  const content =
    written === undefined
      ? patchedList(current?.content ?? Sequence.empty<ContentBlock>(), update.content)
      : Sequence.unmade(written);
  let next: SessionState;
  if (current === undefined) {
    const created = { kind, messageId: update.messageId, content, _meta: meta, droppedItems: 0 };
    next = addMessage(state, created, 'whole', rules, at);
  } else if (content === current.content && meta === current._meta) {
    next = update.content === undefined ? state : withCurrent(state, kind, index);
  } else if (update.content === undefined) {
    next = withMessage(state, index, { ...current, _meta: meta });
  } else {
    next = writeMessage(state, index, current, content, meta, at);
    if (kind === 'user') next = forgetPrompt(next, update.messageId);
  }
  return written === undefined ? reportAll(next, update.content, reportBlock, at) : next;
}

/** Clears the content of a message; without an id, that of the current message. */
export function applyClear(
  state: SessionState,
  kind: 'agent' | 'thought',
  clear: MessageClear,
  rules: UpdateRules,
  at: Position,
): SessionState {
  if (clear.messageId !== undefined && clear.messageId !== null) {
    return applyMessage(state, kind, { messageId: clear.messageId, content: [] }, rules, at);
  }
  const index = state.tracking.cursor[kind];
  const current = index === undefined ? undefined : state.messages.at(index);
  if (index === undefined || current === undefined) {
    return reported(state, 'nothing_to_clear', at, `there is no current ${kind} message in this turn`);
  }
  return writeMessage(state, index, current, Sequence.empty(), current._meta, at);
}

function writeMessage(
  state: SessionState,
  index: number,
  current: Message,
  content: Sequence<ContentBlock>,
  meta: Message['_meta'],
  at: Position,
): SessionState {
  const isSame = content === current.content && meta === current._meta;
  const tracked = withCurrent(state, current.kind, index);
  if (isSame) return tracked;
  const kept = trimmed(content, state.limits.items);
  const message: Message = {
    kind: current.kind,
    messageId: current.messageId,
    content: kept.content,
    _meta: meta,
    droppedItems: current.droppedItems + kept.dropped,
  };
  const next = withMessage(tracked, index, message);
  return kept.dropped === 0 ? next : reportTrimmed(next, kept.dropped, quoted(current.messageId), at);
}

function addMessage(
  state: SessionState,
  created: Message,
  by: 'chunk' | 'whole',
  rules: UpdateRules,
  at: Position,
): SessionState {
  const { kind, messageId } = created;
  const index = state.messages.length;
  const kept = trimmed(created.content, state.limits.items);
  const message = kept.dropped === 0 ? created : { ...created, content: kept.content, droppedItems: kept.dropped };
  const added = draftOf(state);
  added.messages = state.messages.add(messageKey(kind, messageId), message);
  let next = kind === 'user' ? acceptPrompt(added, index, message, by) : withCurrent(added, kind, index);
  next = withEntry(next, { type: 'message', index }, at);
  if (kept.dropped > 0) next = reportTrimmed(next, kept.dropped, quoted(messageId), at);
  const seen = state.rare.kinds;
  if (!seen.includes(kind)) next = withRare(next, { kinds: [...seen, kind] });
  if (!rules.hasOneIdSpace) return next;
  for (const other of kinds) {
    // To look for an id among many costs more than to know that there is no such message.
    if (other === kind || !seen.includes(other)) continue;
    if (state.messages.indexOf(messageKey(other, messageId)) === -1) continue;
    return reported(
      next,
      'id_in_two_kinds',
      at,
      `${quoted(messageId)} names both ${articled[other]} and ${articled[kind]}`,
    );
  }
  return next;
}

const articled: Readonly<Record<MessageKind, string>> = {
  user: 'a user message',
  agent: 'an agent message',
  thought: 'a thought',
};
const kinds: readonly MessageKind[] = ['user', 'agent', 'thought'];

/** Makes a message the current one of its kind; a user message counts only when it is new. */
function withCurrent(state: SessionState, kind: MessageKind, index: number): SessionState {
  const { tracking } = state;
  const cursor = kind === 'user' ? tracking.cursor : wrote(tracking.cursor, kind, index);
  return cursor === tracking.cursor ? state : withCursor(state, cursor);
}
