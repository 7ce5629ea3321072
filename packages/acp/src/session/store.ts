import type { SessionEvent } from './event.ts';
import { Listeners } from './listeners.ts';
import { type Message, type MessageKind, messageKey } from './message.ts';
import { applyEvent } from './reduce/apply.ts';
import { newSessionState, type SessionState } from './state.ts';
import type { Table } from './structures/table.ts';
import type { ToolCall } from './tool-call.ts';

/** Stops a subscription. */
export type Unsubscribe = () => void;

/** Options of {@link createSessionStore}. */
export interface SessionStoreOptions {
  /** The first state; that of a new session by default. */
  readonly state?: SessionState;
  /** Calls `notify` once, later: `queueMicrotask`, `requestAnimationFrame`. By default listeners are called at once. */
  readonly schedule?: (notify: () => void) => void;
}

/** Holds the state of a session, applies events and calls listeners when it changes. */
export interface SessionStore {
  /** The latest state, also before listeners have been called. */
  readonly state: SessionState;
  /** Applies events and returns the new state. */
  apply(...events: readonly SessionEvent[]): SessionState;
  /** Calls the listener after every change. */
  subscribe(listener: () => void): Unsubscribe;
  /** Calls the listener when `select` returns another reference. */
  subscribeTo<T>(select: (state: SessionState) => T, listener: (value: T) => void): Unsubscribe;
  /** Calls the listener when one message changes; costs nothing while others change. */
  subscribeToMessage(kind: MessageKind, messageId: string, listener: () => void): Unsubscribe;
  /** Calls the listener when one tool call changes; costs nothing while others change. */
  subscribeToToolCall(toolCallId: string, listener: () => void): Unsubscribe;
  message(kind: MessageKind, messageId: string): Message | undefined;
  toolCall(toolCallId: string): ToolCall | undefined;
}

/** Creates a store for one session. */
export function createSessionStore(options: SessionStoreOptions = {}): SessionStore {
  // Browser functions such as requestAnimationFrame must not be called as a method of the options.
  const { schedule } = options;
  let state = options.state ?? newSessionState();
  let told = state;
  let isScheduled = false;
  const whole = new Listeners<''>();
  const messages = new Listeners<string>();
  const toolCalls = new Listeners<string>();

  function notify(): void {
    isScheduled = false;
    if (told === state) return;
    const before = told;
    told = state;
    const errors: unknown[] = [];
    tellChanged(messages, before.messages, state.messages, keyOfMessage, errors);
    tellChanged(toolCalls, before.toolCalls, state.toolCalls, keyOfToolCall, errors);
    whole.tell('', errors);
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'Several listeners of a session failed.');
  }

  function apply(...events: readonly SessionEvent[]): SessionState {
    for (const event of events) state = applyEvent(state, event);
    if (told === state || isScheduled) return state;
    if (schedule === undefined) {
      notify();
    } else {
      schedule(notify);
      // Set afterwards: if `schedule` throws it is called again next time, and it may have called `notify` at once.
      isScheduled = told !== state;
    }
    return state;
  }

  return {
    get state() {
      return state;
    },
    apply,
    subscribe: (listener) => whole.add('', listener),
    subscribeTo(select, listener) {
      let known = select(state);
      return whole.add('', () => {
        const value = select(state);
        if (value === known) return;
        known = value;
        listener(value);
      });
    },
    subscribeToMessage: (kind, messageId, listener) => messages.add(messageKey(kind, messageId), listener),
    subscribeToToolCall: (toolCallId, listener) => toolCalls.add(toolCallId, listener),
    message: (kind, messageId) => state.messages.get(messageKey(kind, messageId)),
    toolCall: (toolCallId) => state.toolCalls.get(toolCallId),
  };
}

/** Calls the listeners of values that are no longer the same. Between versions of one history only the changes are visited. */
function tellChanged<T>(
  listeners: Listeners<string>,
  before: Table<T>,
  after: Table<T>,
  keyOf: (value: T) => string,
  errors: unknown[],
): void {
  if (before === after || listeners.isEmpty) return;
  const changes = after.changesSince(before);
  if (changes === undefined) {
    for (const key of listeners.keys()) if (before.get(key) !== after.get(key)) listeners.tell(key, errors);
    return;
  }
  for (const index of changes) {
    const value = after.at(index) ?? before.at(index);
    if (value !== undefined) listeners.tell(keyOf(value), errors);
  }
}

function keyOfMessage(message: Message): string {
  return messageKey(message.kind, message.messageId);
}

function keyOfToolCall(call: ToolCall): string {
  return call.toolCallId;
}
