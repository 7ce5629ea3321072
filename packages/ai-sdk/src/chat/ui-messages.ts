import {
  isBusy,
  messageKey,
  type OpenElicitation,
  type OpenPermission,
  type Sequence,
  type SessionState,
} from '@emend/acp/session';
import { compactionKey, createScreen, planKey, promptRowsOf, type ScreenRow, toolCallKey } from '@emend/acp/view';
import { approvalId, elicitationPartId } from './approval-id.ts';
import { isOfUser, type MessageGroup, makeMessage, newGroup, updateMessage, updateMetadata } from './message-group.ts';
import { type RowParts, rowParts } from './row-parts.ts';
import { terminalIdsOf } from './tool-part.ts';
import type { AcpUIMessage, AcpUIPart } from './ui-message.ts';

/** Returns the messages of one session in a state. Messages and parts that have not changed since the last call are the same objects. */
export type UIMessages = (state: SessionState) => AcpUIMessage[];

/** Returns a session as messages for a user interface of the AI SDK. For a session that changes, use {@link createUIMessages}. */
export function toUIMessages(state: SessionState): AcpUIMessage[] {
  return createUIMessages()(state);
}

/** Creates a {@link UIMessages}, which only makes again what has changed between the states that it is called with. */
export function createUIMessages(): UIMessages {
  const projection = new Projection();
  return (state) => projection.update(state);
}

interface Place {
  readonly group: MessageGroup;
  readonly index: number;
}

class Projection {
  readonly #screen = createScreen();
  #state: SessionState | undefined;
  #rows: Sequence<ScreenRow> | undefined;
  #groups: MessageGroup[] = [];
  #places = new Map<string, Place>();
  /** The rows of the tool calls that show a terminal. */
  #terminalRows = new Map<string, Set<string>>();
  #permissions: ReadonlyMap<string, OpenPermission> = new Map();
  /** The permission requests that belong to no tool call, and the requests for information, at the end of the last message. */
  #more: readonly AcpUIPart[] = [];
  #openKey: string | undefined;
  #messages: AcpUIMessage[] = [];

  update(state: SessionState): AcpUIMessage[] {
    const before = this.#state;
    if (state === before) return this.#messages;
    const rows = this.#screen(state);
    const changed = before === undefined ? undefined : this.#changedRows(before, state);
    const more = state.permissions.length + state.elicitations.length === 0 ? nothing : moreParts(state);
    // What a message says of its turn changes with the turn, whether or not its rows do.
    const isSameTurns = before?.turns === state.turns;
    const isContinued = isSameTurns && this.#rows !== undefined && rows.continues(this.#rows) && this.#rows.length > 0;
    const isSameEnd = more.length === 0 && this.#more.length === 0;
    this.#state = state;
    this.#more = more;
    if (changed === undefined || !isContinued || !isSameEnd) this.#makeAll(state, rows);
    else this.#makeChanged(state, rows, changed);
    this.#rows = rows;
    return this.#messages;
  }

  /** Returns the keys of the rows that may have changed; undefined if all of them may have. */
  #changedRows(before: SessionState, state: SessionState): Set<string> | undefined {
    const messages = state.messages.changesSince(before.messages);
    const calls = state.toolCalls.changesSince(before.toolCalls);
    const plans = state.plans.changesSince(before.plans);
    const compactions = state.compactions.changesSince(before.compactions);
    const terminals = state.terminals.changesSince(before.terminals);
    if (!messages || !calls || !plans || !compactions || !terminals) return undefined;
    const keys = new Set<string>();
    for (const index of messages) {
      const message = state.messages.at(index);
      if (message === undefined) continue;
      const { kind, messageId } = message;
      keys.add(messageKey(kind, messageId));
      // A message that repeats a prompt is in the place of the prompt.
      if (kind === 'user') for (const key of promptRowsOf(state, messageId)) keys.add(key);
    }
    for (const index of calls) keys.add(toolCallKey(state.toolCalls.at(index)?.toolCallId ?? ''));
    for (const index of plans) keys.add(planKey(state.plans.at(index)?.id ?? ''));
    for (const index of compactions) keys.add(compactionKey(state.compactions.at(index)?.compactionId ?? ''));
    for (const index of terminals)
      for (const key of this.#terminalRows.get(state.terminals.at(index)?.terminalId ?? '') ?? []) keys.add(key);
    if (before.permissions !== state.permissions) {
      for (const toolCallId of this.#permissions.keys()) keys.add(toolCallKey(toolCallId));
      this.#permissions = permissionsOf(state);
      for (const toolCallId of this.#permissions.keys()) keys.add(toolCallKey(toolCallId));
    }
    return keys;
  }

  #makeAll(state: SessionState, rows: Sequence<ScreenRow>): void {
    const groupsBefore = new Map(this.#groups.map((group) => [group.id, group]));
    const placesBefore = this.#places;
    this.#groups = [];
    this.#places = new Map();
    this.#terminalRows = new Map();
    this.#permissions = permissionsOf(state);
    for (const row of rows) this.#place(row);
    if (this.#more.length > 0 && this.#groups.at(-1)?.role !== 'assistant') this.#groups.push(this.#answerGroup());
    this.#openKey = this.#findOpenKey(state);
    const messages = this.#groups.map((group, at) => {
      for (const [index, row] of group.rows.entries()) {
        const place = placesBefore.get(row.key);
        group.parts[index] = this.#partsOf(row, state, place?.group.parts[place.index]);
      }
      const isLast = at === this.#groups.length - 1;
      updateMetadata(group, state, isLast);
      return this.#messageOf(group, isLast, groupsBefore.get(group.id));
    });
    this.#messages = isSameList(messages, this.#messages) ? this.#messages : messages;
  }

  /** Makes the message of a group again, or takes the one from before if it is of the same parts. */
  #messageOf(group: MessageGroup, isLast: boolean, before: MessageGroup | undefined): AcpUIMessage {
    const more = isLast ? this.#more : [];
    const isSame =
      before?.message !== undefined &&
      before.role === group.role &&
      isSameList(before.parts, group.parts) &&
      isSameList(before.sources, group.sources) &&
      isSameList(before.message.parts.slice(before.message.parts.length - more.length), more) &&
      partCount(group) + more.length === before.message.parts.length;
    if (isSame && before?.message !== undefined) {
      group.message = before.message;
      group.starts = before.starts;
    } else {
      group.message = makeMessage(group, more);
    }
    return group.message;
  }

  #makeChanged(state: SessionState, rows: Sequence<ScreenRow>, changed: Set<string>): void {
    const last = this.#groups.at(-1);
    const known = this.#rows?.length ?? 0;
    for (let index = known; index < rows.length; index++) {
      const row = rows.at(index) as ScreenRow;
      this.#place(row);
      changed.add(row.key);
    }
    const openBefore = this.#openKey;
    this.#openKey = this.#findOpenKey(state);
    if (openBefore !== this.#openKey)
      for (const key of [openBefore, this.#openKey]) if (key !== undefined) changed.add(key);
    const dirty = new Map<MessageGroup, number[]>();
    for (const key of changed) {
      const place = this.#places.get(key);
      if (place === undefined) continue;
      const { group, index } = place;
      const parts = this.#partsOf(group.rows[index] as ScreenRow, state, group.parts[index]);
      if (parts === group.parts[index]) continue;
      group.parts[index] = parts;
      const indexes = dirty.get(group) ?? [];
      indexes.push(index);
      dirty.set(group, indexes);
    }
    const end = this.#groups.at(-1);
    for (const group of new Set([last, end]))
      if (group !== undefined && updateMetadata(group, state, group === end) && !dirty.has(group)) dirty.set(group, []);
    if (dirty.size === 0 && this.#groups.length === this.#messages.length) return;
    for (const [group, rowsChanged] of dirty) group.message = updateMessage(group, rowsChanged);
    this.#messages = this.#groups.map((group) => group.message as AcpUIMessage);
  }

  #place(row: ScreenRow): void {
    const last = this.#groups.at(-1);
    let group = last;
    if (isOfUser(row)) group = newGroup('user', row.key);
    else if (last === undefined || last.role === 'user') group = this.#answerGroup();
    if (group === undefined) return;
    if (group !== last) this.#groups.push(group);
    this.#places.set(row.key, { group, index: group.rows.length });
    group.rows.push(row);
  }

  #answerGroup(): MessageGroup {
    return newGroup('assistant', this.#groups.at(-1)?.id);
  }

  #partsOf(row: ScreenRow, state: SessionState, before: RowParts | undefined): RowParts {
    if (row.type === 'tool-call') this.#rememberTerminals(state, row);
    const permissionOf = (toolCallId: string) => this.#permissions.get(toolCallId);
    return rowParts(row, { state, permissionOf, isOpen: row.key === this.#openKey }, before);
  }

  #rememberTerminals(state: SessionState, row: ScreenRow & { readonly type: 'tool-call' }): void {
    const call = state.toolCalls.get(row.toolCallId);
    for (const terminalId of call === undefined ? [] : terminalIdsOf(call)) {
      const keys = this.#terminalRows.get(terminalId) ?? new Set();
      this.#terminalRows.set(terminalId, keys.add(row.key));
    }
  }

  /** Returns the row that is being written: the last one, while the agent works. */
  #findOpenKey(state: SessionState): string | undefined {
    const last = this.#groups.at(-1);
    return last?.role === 'assistant' && isBusy(state) ? last.rows.at(-1)?.key : undefined;
  }
}

/** Returns the open permission requests by their tool calls; of several for one call, the oldest. */
function permissionsOf(state: SessionState): ReadonlyMap<string, OpenPermission> {
  const permissions = new Map<string, OpenPermission>();
  for (const permission of state.permissions) {
    const { toolCallId } = permission;
    if (toolCallId !== undefined && !permissions.has(toolCallId)) permissions.set(toolCallId, permission);
  }
  return permissions;
}

const nothing: readonly AcpUIPart[] = [];
const knownParts: WeakMap<OpenPermission | OpenElicitation, AcpUIPart> = new WeakMap();

/** Returns the parts of the permission requests that belong to no tool call that is known, and of the requests for information. */
function moreParts(state: SessionState): AcpUIPart[] {
  const permissions = state.permissions.filter(
    ({ toolCallId }) => toolCallId === undefined || state.toolCalls.indexOf(toolCallId) === -1,
  );
  return [...permissions.map(permissionPart), ...state.elicitations.map(elicitationPart)];
}

function permissionPart(permission: OpenPermission): AcpUIPart {
  const id = approvalId(permission.requestId);
  return knownPart(permission, { type: 'data-permission', id, data: permission });
}

function elicitationPart(elicitation: OpenElicitation): AcpUIPart {
  const id = elicitationPartId(elicitation.requestId);
  return knownPart(elicitation, { type: 'data-elicitation', id, data: elicitation });
}

/** Returns the part that a request had before, or else this one. */
function knownPart(request: OpenPermission | OpenElicitation, part: AcpUIPart): AcpUIPart {
  const known = knownParts.get(request) ?? part;
  knownParts.set(request, known);
  return known;
}

function partCount({ role, parts }: MessageGroup): number {
  return parts.reduce((count, row) => count + row.parts.length, role === 'user' ? 0 : 1);
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((each, index) => each === right[index]);
}
