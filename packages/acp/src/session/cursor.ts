import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { MessageKind } from './message.ts';
import { noOpenTurns, type OpenTurns, oldestOf, withEnded, withOpened } from './open-turns.ts';

/**
 * A position in a conversation: the message of each kind that is being written, and the turns whose prompts are not answered yet.
 *
 * A cursor never changes; each function below returns the next one. `Message` is whatever the caller names its messages by.
 */
export interface Cursor<Message> {
  readonly user: Message | undefined;
  readonly agent: Message | undefined;
  readonly thought: Message | undefined;
  readonly turns: OpenTurns;
}

const start: Cursor<never> = Object.freeze({
  user: undefined,
  agent: undefined,
  thought: undefined,
  turns: noOpenTurns,
});

/** Returns the cursor at the start of a conversation: no current message and no turn. */
export function newCursor<Message>(): Cursor<Message> {
  return start;
}

/**
 * Returns the cursor after a write to a message, which makes it the current one of its kind.
 *
 * Outside of turns, a user message other than the current one is the only sign of another turn, so it finishes the current messages. A
 * caller that knows all messages of the conversation reports a user message only when it is new.
 */
export function wrote<Message>(cursor: Cursor<Message>, kind: MessageKind, message: Message): Cursor<Message> {
  const { user, agent, thought, turns } = cursor;
  switch (kind) {
    case 'agent':
      return agent === message ? cursor : { user, agent: message, thought, turns };
    case 'thought':
      return thought === message ? cursor : { user, agent, thought: message, turns };
    case 'user':
      if (user === message) return cursor;
      return turns.running === -1 ? { ...start, user: message, turns } : { user: message, agent, thought, turns };
  }
}

/** Returns the cursor with the current messages finished: a clear without an id no longer reaches them. */
export function finished<Message>({ turns }: Cursor<Message>): Cursor<Message> {
  return { ...start, turns };
}

/** Returns the cursor after a prompt, which opens a turn and finishes the current messages, unless it waits behind a running turn. */
export function prompted<Message>(cursor: Cursor<Message>, turn: number, requestId?: RequestId): Cursor<Message> {
  const turns = withOpened(cursor.turns, turn, requestId);
  return { ...(cursor.turns.running === -1 ? start : cursor), turns };
}

/** Returns the open turn that an answer ends: the oldest one of its request, or the running one if the answer names no request. */
export function turnOfAnswer({ turns }: Cursor<unknown>, requestId: RequestId | undefined): number | undefined {
  if (requestId !== undefined) return oldestOf(turns, requestId);
  return turns.running === -1 ? undefined : turns.running;
}

/** Returns the cursor after the end of an open turn. The end of the running turn finishes the current messages. */
export function ended<Message>(cursor: Cursor<Message>, turn: number): Cursor<Message> {
  const turns = withEnded(cursor.turns, turn);
  return { ...(cursor.turns.running === turn ? start : cursor), turns };
}

/** Returns the oldest open turn from a number on whose prompt no user message has repeated yet. */
export function unacceptedTurn({ turns }: Cursor<unknown>, from = 0): number | undefined {
  return turns.unaccepted.firstKey(from);
}

/** Returns the cursor after a user message repeated the prompt of an open turn. */
export function accepted<Message>(cursor: Cursor<Message>, turn: number): Cursor<Message> {
  const { turns } = cursor;
  return { ...cursor, turns: { ...turns, unaccepted: turns.unaccepted.without(turn) } };
}
