import type { ContentBlock } from '../protocol/v2/generated/content.ts';
import type { Message } from './message.ts';
import { textOf } from './plain-text.ts';
import { isSameJson } from './same-json.ts';
import { type SessionState, turnOf, withTracking, withTurn } from './state.ts';

/**
 * A new user message is the agent's acceptance of the oldest prompt that waits for one; it stands for the prompt from then on.
 *
 * After a load it has to look like the prompt, since late replay brings other user messages. Outside of every turn, a user message is
 * the only sign that another turn began, so it ends the current message.
 */
export function acceptPrompt(state: SessionState, message: Message, by: 'chunk' | 'whole'): SessionState {
  const { openTurns, agentMessage, thought } = state.tracking;
  if (openTurns.length === 0) {
    if (agentMessage === -1 && thought === -1) return state;
    return withTracking(state, { ...state.tracking, agentMessage: -1, thought: -1 });
  }
  for (const index of openTurns) {
    const turn = turnOf(state, index);
    if (turn === undefined || turn.messageId !== undefined) continue;
    if (state.phase !== 'live' && !isEcho(turn.prompt, message.content.toArray(), by)) continue;
    return withTurn(state, index, { ...turn, messageId: message.messageId });
  }
  return state;
}

/** Once the message that stands for a prompt is written anew, what was sent is nowhere any more: it may have been redacted. */
export function forgetPrompt(state: SessionState, messageId: string): SessionState {
  const { turns } = state;
  for (let index = turns.length - 1; index >= 0; index--) {
    const turn = turns.at(index);
    if (turn?.messageId !== messageId) continue;
    return turn.prompt.length === 0 ? state : withTurn(state, index + state.dropped.turns, { ...turn, prompt: [] });
  }
  return state;
}

/** Whether content repeats a prompt: all of it, or for a first chunk its beginning. Borders between texts do not count. */
function isEcho(prompt: readonly ContentBlock[], content: readonly ContentBlock[], by: 'chunk' | 'whole'): boolean {
  const said = textOf(content);
  if (said === '') return content.length > 0 && isSameJson(prompt[0], content[0]);
  return by === 'whole' ? textOf(prompt) === said : textOf(prompt).startsWith(said);
}
