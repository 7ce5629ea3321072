import type { NotificationMessage } from '../../../jsonrpc/message.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import { addFault, noting, type Outbox } from '../../outbox.ts';
import { readLeniently, sessionOf } from '../../reading.ts';
import * as june from '../june.ts';
import * as november from '../november.ts';
import { toNovember } from '../rules.ts';
import type { Crossing } from './crossing.ts';
import type { Memory } from './memory.ts';
import { readWithDiffs } from './november-diffs.ts';
import { beginsPrompt, type UserUpdate } from './prompt-echoes.ts';
import { act } from './prompts.ts';
import { isShut, type Session } from './session.ts';
import type { MadeState } from './turns.ts';
import { crossUpdate } from './updates.ts';

/** Updates that an agent may send at any time: they show neither that it works on a prompt, nor anything of its history. */
const standing: ReadonlySet<string> = new Set([
  'available_commands_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
]);

function isUserUpdate(update: { readonly sessionUpdate: string }): update is UserUpdate {
  return update.sessionUpdate === 'user_message' || update.sessionUpdate === 'user_message_chunk';
}

/** Translates an update of the agent, after whatever it shows of the prompt that the agent has. */
export function crossNotification(memory: Memory, message: NotificationMessage, out: Outbox): void {
  const note = noting(toNovember, sessionOf(message.params), out);
  const read = readWithDiffs(june.ReceivedSessionNotification, message.params, note);
  if (!read.ok) {
    note({ kind: 'loss', rule: 'malformed', path: 'params', lost: read.error.data, done: 'not sent' });
    addFault(out, { type: 'malformed-update', issues: read.issues, params: message.params });
    return;
  }
  const { value, repairs } = read;
  if (repairs.length > 0) addFault(out, { type: 'repaired-update', repairs, params: message.params });
  const { sessionId, update } = value;
  const origin = value === message.params ? message : { ...message, params: value };
  const crossing = memory.crossing(sessionId, out, origin);
  const { session } = crossing;
  if (isShut(session)) {
    note({ kind: 'loss', rule: 'close-by-cancel', path: 'update', lost: update.sessionUpdate, done: 'not sent' });
    return;
  }
  const isOpening = session.replays > 0 || session.unasked > 0;
  // A replay tells nothing of the prompt that the agent has, and one that nobody asked for is not sent.
  if (!isOpening && !standing.has(update.sessionUpdate)) live(memory, crossing, update, out);
  else if (isOpening && update.sessionUpdate === 'state_update') stateInReplay(memory, crossing, update, out);
  else if (isOpening && isRepeated(session, update)) live(memory, crossing, update, out);
  else if (session.replays > 0) replay(crossing, update);
  else if (standing.has(update.sessionUpdate)) cross(crossing, update);
}

/** Returns whether an update during a replay is a prompt that was sent before, and that the agent repeats now. */
function isRepeated({ turns, values }: Session, update: june.ReceivedSessionUpdate): boolean {
  const waiting = turns.unrepeated;
  if (waiting === undefined || !isUserUpdate(update) || values.messages.user.has(update.messageId)) return false;
  return beginsPrompt(waiting.sent.prompt, update);
}

function live(memory: Memory, crossing: Crossing, update: june.ReceivedSessionUpdate, out: Outbox): void {
  const { session } = crossing;
  if (isUserUpdate(update)) {
    takeUserUpdate(memory, crossing, update, out);
    return;
  }
  for (const held of session.echoes.release()) cross(crossing, held);
  if (update.sessionUpdate === 'state_update') {
    const state = readState(crossing, update);
    if (state === undefined) return;
    act(memory, session.id, session.turns.sign(), out);
    act(memory, session.id, session.turns.told(state), out);
    return;
  }
  act(memory, session.id, session.turns.sign(), out);
  cross(crossing, update);
}

/** Takes a state that the agent reports while it replays the session, which says nothing of a prompt. */
function stateInReplay(memory: Memory, crossing: Crossing, update: JsonObject, out: Outbox): void {
  const state = readState(crossing, update);
  const { session } = crossing;
  if (state !== undefined) act(memory, session.id, session.turns.told(state), out);
}

/** Reads a state update, which June does not have; returns its fields, or `undefined` if it is malformed. */
function readState({ note }: Crossing, update: JsonObject): MadeState | undefined {
  const read = readLeniently(november.SessionUpdate, update, note);
  if (!read.ok) {
    note({ kind: 'loss', rule: 'malformed', path: 'update', lost: read.error.data, done: 'not sent' });
    return undefined;
  }
  const { sessionUpdate: _, ...state } = read.value as JsonObject;
  return state as MadeState;
}

/** Sends a message of the person, unless it is a prompt that the client has been shown already. */
function takeUserUpdate(memory: Memory, crossing: Crossing, update: UserUpdate, out: Outbox): void {
  const { session } = crossing;
  const { turns, echoes, values } = session;
  const isShown = values.messages.user.has(update.messageId);
  const waiting = turns.unaccepted;
  // A prompt that the client has sent again, after it had lost its connection, is one that it has been shown.
  const isAgain = isShown && turns.unrepeated !== undefined && update.sessionUpdate === 'user_message';
  if (waiting !== undefined && (!isShown || isAgain) && beginsPrompt(waiting.sent.prompt, update)) {
    cross(crossing, update);
    act(memory, session.id, turns.sign(update.messageId), out);
    return;
  }
  act(memory, session.id, turns.sign(), out);
  for (const one of echoes.take(update, isShown)) cross(crossing, one);
}

function replay(crossing: Crossing, update: june.ReceivedSessionUpdate): void {
  const { session, note } = crossing;
  if (!isUserUpdate(update)) {
    cross(crossing, update);
    return;
  }
  const { messageId } = update;
  const { messages, userAliases } = session.values;
  const isUnknown = !userAliases.has(messageId) && !messages.user.has(messageId);
  if (isUnknown && session.echoes.takeUnechoed()) {
    note({
      kind: 'loss',
      rule: 'prompt-id',
      messageId,
      path: 'messageId',
      lost: 'the id told before',
      done: 'sent again',
    });
  }
  cross(crossing, update);
}

function cross(crossing: Crossing, update: june.ReceivedSessionUpdate): void {
  watchCancel(crossing.session, update as unknown as JsonObject);
  crossUpdate(crossing, update);
}

const finalStatuses: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/** Remembers which tool calls and terminals the agent lets the client cancel. */
function watchCancel({ cancellable }: Session, update: JsonObject): void {
  const { sessionUpdate, capabilities, status, exitStatus } = update;
  const isToolCall = sessionUpdate === 'tool_call_update';
  if (!isToolCall && sessionUpdate !== 'terminal_update') return;
  const key = isToolCall ? `toolCallId ${update['toolCallId']}` : `terminalId ${update['terminalId']}`;
  if (capabilities !== undefined) {
    if (isObject(capabilities) && isObject(capabilities['cancel'])) cancellable.add(key);
    else cancellable.delete(key);
  }
  if (finalStatuses.has(status) || isObject(exitStatus)) cancellable.delete(key);
}
