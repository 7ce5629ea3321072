import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { Message } from '../message.ts';
import { textOf } from '../plain-text.ts';
import { type SessionState, turnOf, withTracking, withTurn } from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';

/**
 * A new user message is the agent's acceptance of the oldest prompt that waits for one; it stands for the prompt from then on.
 *
 * After a load it has to look like the prompt, since late replay brings other user messages. Outside of every turn, a user message is
 * the only sign that another turn began, so it ends the current message.
 */
export function acceptPrompt(state: SessionState, message: Message, by: 'chunk' | 'whole'): SessionState {
  const { tracking } = state;
  const { openTurns, agentMessage, thought } = tracking;
  if (openTurns.running === -1) {
    if (agentMessage === -1 && thought === -1) return state;
    return withTracking(state, { ...tracking, agentMessage: -1, thought: -1 });
  }
  const end = state.dropped.turns + state.turns.length;
  const first = firstUnaccepted(state, Math.max(openTurns.acceptedBefore, openTurns.running));
  let found = first;
  if (state.phase !== 'live') {
    const content = message.content.toArray();
    while (found < end && !isEcho(turnOf(state, found)?.prompt ?? [], content, by)) {
      found = firstUnaccepted(state, found + 1);
    }
  }
  const turn = turnOf(state, found);
  const acceptedBefore = found === first && turn !== undefined ? found + 1 : first;
  if (turn === undefined) return withTracking(state, { ...tracking, openTurns: { ...openTurns, acceptedBefore } });
  const byMessage = openTurns.byMessage.with(message.messageId, found);
  const accepted = withTurn(state, found, { ...turn, messageId: message.messageId });
  return withTracking(accepted, { ...tracking, openTurns: { ...openTurns, acceptedBefore, byMessage } });
}

/** The first open turn from a number on that no message stands for, or the number after the last turn. */
function firstUnaccepted(state: SessionState, from: number): number {
  let number = from;
  for (let turn = turnOf(state, number); turn !== undefined; turn = turnOf(state, ++number)) {
    if (turn.status !== 'ended' && turn.messageId === undefined) break;
  }
  return number;
}

/** Once the message that stands for a prompt is written anew, what was sent is nowhere any more: it may have been redacted. */
export function forgetPrompt(state: SessionState, messageId: string): SessionState {
  const number = state.tracking.openTurns.byMessage.get(messageId);
  const turn = number === undefined ? undefined : turnOf(state, number);
  if (number === undefined || turn === undefined || turn.prompt.length === 0) return state;
  return withTurn(state, number, { ...turn, prompt: [] });
}

/** Whether content repeats a prompt: all of it, or for a first chunk its beginning. Borders between texts do not count. */
function isEcho(prompt: readonly ContentBlock[], content: readonly ContentBlock[], by: 'chunk' | 'whole'): boolean {
  const said = textOf(content);
  if (said === '') return content.length > 0 && isSameJson(prompt[0], content[0]);
  return by === 'whole' ? textOf(prompt) === said : textOf(prompt).startsWith(said);
}
