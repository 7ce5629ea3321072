import type { MessageStatus, ThreadMessage } from '@assistant-ui/react';
import { isBusy, type OpenElicitation, type OpenPermission, type SessionState, turnOf } from '@emend/acp/session';
import { changedRows, changedTerminals, createScreen, type ScreenRow, toolCallKey } from '@emend/acp/view';
import { interrupted, isSameStatus, running, statusAfter, waiting } from './message-status.ts';
import { addRow, openGroup, type RowGroup } from './row-group.ts';
import { type AnyPart, isSameList, type RowParts, rowParts } from './row-parts.ts';
import { approvalId, permissionKey, permissionPart } from './tool-part.ts';

/** Returns the messages of a session in a state; messages that have not changed since the last call are the same objects. */
export type ThreadMessages = (state: SessionState) => readonly ThreadMessage[];

/** Options of {@link createThreadMessages}. */
export interface ThreadMessagesOptions {
  /** Returns when a message was created, by its id. ACP does not tell it; the start of 1970 by default. */
  readonly createdAt?: (id: string) => Date;
}

/** Returns the messages of a session in a state. To follow a session, use {@link createThreadMessages}. */
export function toThreadMessages(state: SessionState, options: ThreadMessagesOptions = {}): readonly ThreadMessage[] {
  return createThreadMessages(options)(state);
}

/** Creates a function that turns states of one session into the messages of an assistant-ui thread. A change costs what has changed. */
export function createThreadMessages(options: ThreadMessagesOptions = {}): ThreadMessages {
  const thread = new Thread(options);
  return (state) => thread.messagesOf(state);
}

const epoch = new Date(0);

/** The place of a row: its group, and its number in that. */
interface Place {
  readonly group: number;
  readonly row: number;
}

/** The groups that have changed, each from a row on. */
type Changes = Map<number, number>;

function mark(changed: Changes, place: Place | undefined): void {
  if (place === undefined) return;
  changed.set(place.group, Math.min(place.row, changed.get(place.group) ?? place.row));
}

/** Marks a group of which only the status may have changed. */
function markStatus(changed: Changes, group: number): void {
  if (!changed.has(group)) changed.set(group, Number.POSITIVE_INFINITY);
}

/** What was made of the last state; only that which has changed since is made again. */
class Thread {
  readonly #createdAt: (id: string) => Date;
  readonly #screen = createScreen();
  #state: SessionState | undefined;
  #rows: ReturnType<ReturnType<typeof createScreen>> | undefined;
  #groups: RowGroup[] = [];
  #places = new Map<string, Place>();
  #parts = new Map<string, RowParts>();
  /** The rows that show a terminal. */
  #showing = new Map<string, Set<string>>();
  #permissions: readonly OpenPermission[] = [];
  #byCall = new Map<string, OpenPermission>();
  readonly #questions = new WeakMap<OpenPermission | OpenElicitation, ThreadMessage>();
  #open = -1;
  #messages: readonly ThreadMessage[] = [];

  constructor({ createdAt = () => epoch }: ThreadMessagesOptions) {
    this.#createdAt = createdAt;
  }

  messagesOf(state: SessionState): readonly ThreadMessage[] {
    if (state === this.#state) return this.#messages;
    const changed: Changes = new Map();
    const isAll = !this.#grow(state, changed) || !this.#findChanges(state, changed);
    this.#takePermissions(state, changed);
    const open = openGroup(this.#groups);
    for (const group of [this.#open, open]) markStatus(changed, group);
    this.#open = open;
    this.#messages = isAll ? this.#allBuilt(state) : this.#rebuilt(state, changed);
    this.#state = state;
    return this.#messages;
  }

  /** Adds new rows to the groups. Returns false if all rows had to be grouped again. */
  #grow(state: SessionState, changed: Changes): boolean {
    const rows = this.#screen(state);
    const before = this.#rows;
    this.#rows = rows;
    // The status of a message is that of its turn, whether or not its rows have changed.
    const isSameTurns = this.#state?.turns === state.turns;
    if (rows === before && isSameTurns) return true;
    const isLonger = before !== undefined && isSameTurns && rows.continues(before);
    if (!isLonger) {
      this.#groups = [];
      this.#places = new Map();
    }
    for (const row of rows.toArray(isLonger ? before.length : 0)) {
      const group = addRow(this.#groups, row, state);
      const place = { group, row: (this.#groups[group]?.rows.length ?? 0) - 1 };
      this.#places.set(row.key, place);
      mark(changed, place);
    }
    return isLonger;
  }

  /** Finds the groups with rows that have changed. Returns false if any may have. */
  #findChanges(state: SessionState, changed: Changes): boolean {
    const before = this.#state;
    if (before === undefined) return false;
    const touch = (key: string): void => mark(changed, this.#places.get(key));
    const rows = changedRows(before, state);
    const terminals = changedTerminals(before, state);
    if (rows === undefined || terminals === undefined) return false;
    rows.forEach(touch);
    for (const id of terminals) this.#showing.get(id)?.forEach(touch);
    return true;
  }

  #takePermissions(state: SessionState, changed: Changes): void {
    const { permissions } = state;
    if (permissions === this.#permissions) return;
    const before = this.#byCall;
    this.#permissions = permissions;
    this.#byCall = new Map();
    // The oldest request about a call is shown first.
    for (const permission of permissions) {
      const { toolCallId } = permission;
      if (toolCallId !== undefined && !this.#byCall.has(toolCallId)) this.#byCall.set(toolCallId, permission);
    }
    for (const id of [...before.keys(), ...this.#byCall.keys()]) mark(changed, this.#places.get(toolCallKey(id)));
  }

  /** Makes every message again, of the same parts as far as these have not changed. */
  #allBuilt(state: SessionState): readonly ThreadMessage[] {
    const before = this.#messages;
    const known = new Map(before.map((message) => [message.id, message]));
    // Rows may be gone, by a limit or another history.
    const parts = this.#parts;
    this.#parts = new Map();
    this.#showing = new Map();
    for (const { rows } of this.#groups) for (const row of rows) this.#keepParts(row.key, parts.get(row.key));
    const messages = this.#groups.map((group, index) => this.#messageOf(group, index, 0, state, known.get(group.key)));
    return this.#withQuestions(messages, state);
  }

  #rebuilt(state: SessionState, changed: Changes): readonly ThreadMessage[] {
    const before = this.#messages;
    const messages = before.slice(0, this.#groups.length);
    for (const [index, row] of changed) {
      const group = this.#groups[index];
      if (group !== undefined) messages[index] = this.#messageOf(group, index, row, state, before[index]);
    }
    return this.#withQuestions(messages, state);
  }

  /** Adds the permission requests about something else than a tool call, and a form that no other message waits for. */
  #withQuestions(messages: ThreadMessage[], state: SessionState): readonly ThreadMessage[] {
    const before = this.#messages;
    for (const permission of this.#permissions) {
      if (!isShown(state, permission.toolCallId)) messages.push(this.#questionOf(permission));
    }
    const form = state.elicitations[0];
    if (form !== undefined && this.#open === -1) messages.push(this.#formOf(form));
    return isSameList(before, messages) ? before : messages;
  }

  /** Makes a message of a group, from a row on: the parts before are those of the message before. */
  #messageOf(
    group: RowGroup,
    index: number,
    from: number,
    state: SessionState,
    before: ThreadMessage | undefined,
  ): ThreadMessage {
    const { role, key, rows, starts, isInContext } = group;
    const first = before === undefined || before.id !== key ? 0 : Math.min(from, starts.length);
    const kept = first === 0 ? 0 : (starts[first] ?? before?.content.length ?? 0);
    const content: AnyPart[] = before === undefined ? [] : before.content.slice(0, kept);
    for (let row = first; row < rows.length; row++) {
      starts[row] = content.length;
      content.push(...this.#partsOf(rows[row] as ScreenRow, state));
    }
    const status = role === 'user' ? undefined : this.#statusOf(group, index, state);
    if (
      before !== undefined &&
      isSameMessage(before, key, status, isInContext) &&
      isSameFrom(before.content, content, kept)
    )
      return before;
    return threadMessage(key, this.#createdAt(key), content, status, isInContext ? {} : { isInContext });
  }

  #partsOf(row: ScreenRow, state: SessionState): readonly AnyPart[] {
    const before = this.#parts.get(row.key);
    const made = rowParts(row, state, (id) => this.#byCall.get(id), before);
    if (made === before) return made.parts;
    this.#keepParts(row.key, made);
    return made.parts;
  }

  #keepParts(key: string, made: RowParts | undefined): void {
    if (made === undefined) return;
    this.#parts.set(key, made);
    for (const id of made.terminals) {
      const showing = this.#showing.get(id) ?? new Set();
      this.#showing.set(id, showing.add(key));
    }
  }

  #statusOf(group: RowGroup, index: number, state: SessionState): MessageStatus {
    const asks =
      this.#byCall.size > 0 && group.rows.some((row) => row.type === 'tool-call' && this.#byCall.has(row.toolCallId));
    if (asks) return waiting;
    if (index === this.#open && state.elicitations.length > 0) return interrupted;
    if (index === this.#open && isBusy(state)) return running;
    return statusAfter(group.turn === undefined ? undefined : turnOf(state, group.turn));
  }

  #questionOf(permission: OpenPermission): ThreadMessage {
    const known = this.#questions.get(permission);
    if (known !== undefined) return known;
    const key = permissionKey(permission);
    const message = threadMessage(key, this.#createdAt(key), [permissionPart(permission)], waiting, {});
    this.#questions.set(permission, message);
    return message;
  }

  /** Returns an empty message that waits for an answer: the agent asks before it has said anything. */
  #formOf(form: OpenElicitation): ThreadMessage {
    const known = this.#questions.get(form);
    if (known !== undefined) return known;
    const key = `elicitation ${approvalId(form.requestId)}`;
    const message = threadMessage(key, this.#createdAt(key), [], interrupted, {});
    this.#questions.set(form, message);
    return message;
  }
}

function isShown(state: SessionState, toolCallId: string | undefined): boolean {
  return toolCallId !== undefined && state.toolCalls.indexOf(toolCallId) !== -1;
}

function isSameMessage(
  before: ThreadMessage,
  id: string,
  status: MessageStatus | undefined,
  isInContext: boolean,
): boolean {
  if (before.id !== id || isInContext !== (before.metadata.custom['isInContext'] === undefined)) return false;
  if (before.status === undefined || status === undefined) return before.status === status;
  return isSameStatus(before.status, status);
}

function isSameFrom(one: readonly unknown[], other: readonly unknown[], start: number): boolean {
  if (one.length !== other.length) return false;
  for (let index = start; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

function threadMessage(
  id: string,
  createdAt: Date,
  content: readonly AnyPart[],
  status: MessageStatus | undefined,
  custom: Record<string, unknown>,
): ThreadMessage {
  const message =
    status === undefined
      ? { id, createdAt, role: 'user', content, attachments: [], metadata: { custom } }
      : {
          id,
          createdAt,
          role: 'assistant',
          content,
          status,
          metadata: { unstable_state: null, unstable_annotations: [], unstable_data: [], steps: [], custom },
        };
  return message as ThreadMessage;
}
