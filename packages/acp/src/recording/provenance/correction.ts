import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { Message } from '../../session/message.ts';
import { blockText, isPlainText, joinedText } from '../../session/plain-text.ts';
import type { SessionState } from '../../session/state.ts';
import { isSameJson } from '../../session/structures/same-json.ts';

/**
 * Returns whether an update took back something that a message said before: its content was replaced or cleared, and does not begin with what
 * was there. A whole message that repeats or continues its chunks takes nothing back.
 */
export function isCorrection(before: SessionState, after: SessionState): boolean {
  if (before.messages === after.messages) return false;
  for (const index of after.messages.changesSince(before.messages) ?? []) {
    const message = before.messages.at(index);
    if (message !== undefined && isTakenBack(message, after.messages.at(index) as Message)) return true;
  }
  return false;
}

/** Returns whether a message no longer begins with what it said before. */
export function isTakenBack(before: Message, after: Message): boolean {
  if (after.content.continues(before.content)) return false;
  // What a limit dropped was not taken back.
  const dropped = Math.max(0, after.droppedItems - before.droppedItems);
  const old = runs(before.content.toArray(dropped));
  const now = runs(after.content.toArray());
  return !old.every((block, index) => {
    const next = now[index];
    if (next === undefined || isSameJson(block, next)) return next !== undefined;
    const isLast = index === old.length - 1;
    return isLast && isPlainText(block) && isPlainText(next) && next.text.startsWith(block.text);
  });
}

/** Joins the text of chunks, as how a text was cut into them says nothing. */
function runs(content: readonly ContentBlock[]): readonly ContentBlock[] {
  return joinedText(content.filter((block) => !(isPlainText(block) && blockText(block) === '')));
}
