import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { accepted, unacceptedTurn, wrote } from '../cursor.ts';
import type { Message } from '../message.ts';
import { textOf } from '../plain-text.ts';
import { type SessionState, turnOf, withTracking, withTurn } from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';

/**
 * Takes a new user message as the agent's acceptance of the oldest prompt that waits for one; it stands for the prompt from then on.
 *
 * After a load it has to look like the prompt, since late replay brings other user messages.
 */
export function acceptPrompt(
  state: SessionState,
  index: number,
  message: Message,
  by: 'chunk' | 'whole',
): SessionState {
  const { tracking } = state;
  const cursor = wrote(tracking.cursor, 'user', index);
  let found = unacceptedTurn(cursor);
  if (state.phase !== 'live') {
    const content = message.content.toArray();
    while (found !== undefined && !isEcho(turnOf(state, found)?.prompt ?? [], content, by)) {
      found = unacceptedTurn(cursor, found + 1);
    }
  }
  const turn = found === undefined ? undefined : turnOf(state, found);
  if (found === undefined || turn === undefined) return withTracking(state, { ...tracking, cursor });
  return withTracking(withTurn(state, found, { ...turn, messageId: message.messageId }), {
    ...tracking,
    cursor: accepted(cursor, found),
    turnOfMessage: tracking.turnOfMessage.with(message.messageId, found),
  });
}

/** Forgets what was sent as a prompt once the message that stands for it is written anew: it may have been redacted. */
export function forgetPrompt(state: SessionState, messageId: string): SessionState {
  const number = state.tracking.turnOfMessage.get(messageId);
  const turn = number === undefined ? undefined : turnOf(state, number);
  if (number === undefined || turn === undefined || turn.prompt.length === 0) return state;
  return withTurn(state, number, { ...turn, prompt: [] });
}

/** Whether content repeats a prompt: all of it, or for a first chunk its beginning. How text is split into blocks does not matter. */
function isEcho(prompt: readonly ContentBlock[], content: readonly ContentBlock[], by: 'chunk' | 'whole'): boolean {
  const said = textOf(content);
  if (said === '') return content.length > 0 && isSameJson(prompt[0], content[0]);
  return by === 'whole' ? textOf(prompt) === said : textOf(prompt).startsWith(said);
}
