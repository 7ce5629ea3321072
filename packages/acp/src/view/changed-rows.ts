import { messageKey } from '../session/message.ts';
import type { SessionState } from '../session/state.ts';
import type { Table } from '../session/structures/table.ts';
import { compactionKey, planKey, promptKey, toolCallKey } from './screen.ts';

/**
 * Returns the keys of the rows whose content differs between two states of a session, new rows included; undefined if any may differ,
 * because one of the states belongs to another history. Only what has changed is visited.
 */
export function changedRows(before: SessionState, after: SessionState): Set<string> | undefined {
  const keys = new Set<string>();
  const isOneHistory =
    eachChange(before.messages, after.messages, ({ kind, messageId }) => {
      keys.add(messageKey(kind, messageId));
      if (kind === 'user') for (const key of promptRowsOf(after, messageId)) keys.add(key);
    }) &&
    eachChange(before.toolCalls, after.toolCalls, ({ toolCallId }) => keys.add(toolCallKey(toolCallId))) &&
    eachChange(before.plans, after.plans, ({ id }) => keys.add(planKey(id))) &&
    eachChange(before.compactions, after.compactions, ({ compactionId }) => keys.add(compactionKey(compactionId)));
  return isOneHistory ? keys : undefined;
}

/**
 * Returns the keys of the rows of prompts that a message of the user repeats. It is one as a rule; an agent may take several prompts with one
 * message.
 */
export function promptRowsOf({ turns, dropped }: SessionState, messageId: string): readonly string[] {
  const keys: string[] = [];
  let number = dropped.turns;
  for (const turn of turns) {
    if (turn.messageId === messageId) keys.push(promptKey(number));
    number += 1;
  }
  return keys;
}

/** Returns the ids of the terminals that differ between two states of a session; undefined if any may differ. */
export function changedTerminals(before: SessionState, after: SessionState): Set<string> | undefined {
  const ids = new Set<string>();
  return eachChange(before.terminals, after.terminals, ({ terminalId }) => ids.add(terminalId)) ? ids : undefined;
}

/** Calls back with each value that differs between two versions of a table. Returns false if they are of two histories. */
function eachChange<T>(before: Table<T>, after: Table<T>, call: (value: T) => void): boolean {
  if (before === after) return true;
  // The first values of a table begin its history.
  const changes = before.length === 0 ? Array.from(after, (_, index) => index) : after.changesSince(before);
  if (changes === undefined) return false;
  for (const index of changes) {
    const value = after.at(index) ?? before.at(index);
    if (value !== undefined) call(value);
  }
  return true;
}
