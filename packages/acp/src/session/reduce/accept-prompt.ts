import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { byKey } from '../actor.ts';
import { accepted, unacceptedTurn, wrote } from '../cursor.ts';
import type { Message } from '../message.ts';
import { textOf } from '../plain-text.ts';
import { type SessionState, turnOf, withRare, withTracking, withTurn } from '../state.ts';
import { isSameJson } from '../structures/same-json.ts';

/**
 * Takes a new user message as the agent's acceptance of the oldest prompt that waits for one; it stands for the prompt from then on.
 *
 * After a load it has to look like the prompt, since late replay brings other user messages. A November agent names the message in its
 * answer; until then one that looks like the prompt stands for it.
 */
export function acceptPrompt(
  state: SessionState,
  index: number,
  message: Message,
  by: 'chunk' | 'whole',
): SessionState {
  const { tracking } = state;
  const cursor = wrote(tracking.cursor, 'user', index);
  const named = tracking.turnOfMessage.get(message.messageId);
  const namedTurn = named === undefined ? undefined : turnOf(state, named);
  if (named !== undefined && namedTurn?.isRepeated === false) {
    return withTracking(withTurn(state, named, { ...namedTurn, isRepeated: true }), { ...tracking, cursor });
  }
  const first = unacceptedTurn(cursor);
  const found = first === undefined ? undefined : acceptedBy(state, first, message, by);
  const turn = found === undefined ? undefined : turnOf(state, found);
  if (found === undefined || turn === undefined) return seen(withTracking(state, { ...tracking, cursor }), message);
  const start = turn.start ?? (turn.endsBy === 'work' ? state.timeline.length : undefined);
  const next = seen(
    withTurn(state, found, { ...turn, messageId: message.messageId, isRepeated: true, start }),
    message,
  );
  return withTracking(next, {
    ...tracking,
    cursor: accepted(cursor, found),
    turnOfMessage: tracking.turnOfMessage.with(message.messageId, found),
  });
}

/** Returns the first turn from a number on whose prompt a new user message repeats. */
function acceptedBy(state: SessionState, first: number, message: Message, by: 'chunk' | 'whole'): number | undefined {
  const isNovember = turnOf(state, first)?.endsBy === 'work';
  // A message that names its author may be the prompt of another client.
  const mayBeOthers = message._meta?.[byKey] !== undefined;
  if (state.phase === 'live' && !isNovember && !mayBeOthers) return first;
  // The history of a November agent has the ids that it had before.
  if (state.phase === 'replaying' && isNovember) return undefined;
  const content = message.content.toArray();
  let found: number | undefined = first;
  while (found !== undefined && !isEcho(turnOf(state, found)?.prompt ?? [], content, by)) {
    found = unacceptedTurn(state.tracking.cursor, found + 1);
  }
  return found;
}

/** Remembers when a user message was first seen, as long as it may be the one that the answer to a prompt will name. */
function seen(state: SessionState, { messageId }: Message): SessionState {
  const { running } = state.tracking.cursor.turns;
  if (running === -1 || state.phase === 'replaying' || turnOf(state, running)?.endsBy !== 'work') return state;
  const { sights, completions } = state.rare;
  return withRare(state, { sights: sights.with(messageId, completions) });
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
