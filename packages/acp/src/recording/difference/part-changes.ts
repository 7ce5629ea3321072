import type { Compaction } from '../../session/compaction.ts';
import {
  type FoldedTerminal,
  foldedCompaction,
  foldedMessage,
  foldedPlan,
  foldedTerminal,
  foldedToolCall,
} from '../../session/folded.ts';
import { type Message, messageKey } from '../../session/message.ts';
import type { Plan } from '../../session/plan.ts';
import { Sequence } from '../../session/structures/sequence.ts';
import type { Table } from '../../session/structures/table.ts';
import type { Terminal } from '../../session/terminal.ts';
import { TerminalBytes } from '../../session/terminal-bytes.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import { jsonChanges, type StateChange } from './json-changes.ts';

/** The parts of one kind: their list in the folded state, what names them, and how two of them differ. */
interface PartKind<T> {
  readonly list: string;
  keyOf(part: T): string;
  folded(part: T): unknown;
  changes(path: readonly string[], before: T, after: T): Iterable<StateChange>;
}

/** Messages. */
export const messageKind: PartKind<Message> = {
  list: 'messages',
  keyOf: ({ kind, messageId }) => messageKey(kind, messageId),
  folded: foldedMessage,
  *changes(path, before, after) {
    const content = Sequence.empty<never>();
    yield* itemChanges([...path, 'content'], before.content, after.content);
    yield* jsonChanges(path, foldedMessage({ ...before, content }), foldedMessage({ ...after, content }));
  },
};

/** Tool calls. */
export const toolCallKind: PartKind<ToolCall> = {
  list: 'toolCalls',
  keyOf: ({ toolCallId }) => toolCallId,
  folded: foldedToolCall,
  *changes(path, before, after) {
    const content = Sequence.empty<never>();
    yield* itemChanges([...path, 'content'], before.content, after.content);
    yield* jsonChanges(path, foldedToolCall({ ...before, content }), foldedToolCall({ ...after, content }));
  },
};

/** Plans. */
export const planKind: PartKind<Plan> = {
  list: 'plans',
  keyOf: ({ id }) => id,
  folded: foldedPlan,
  changes: (path, before, after) => jsonChanges(path, foldedPlan(before), foldedPlan(after)),
};

/** Compactions. */
export const compactionKind: PartKind<Compaction> = {
  list: 'compactions',
  keyOf: ({ compactionId }) => compactionId,
  folded: foldedCompaction,
  *changes(path, before, after) {
    const summary = Sequence.empty<never>();
    yield* itemChanges([...path, 'summary'], before.summary, after.summary);
    yield* jsonChanges(path, foldedCompaction({ ...before, summary }), foldedCompaction({ ...after, summary }));
  },
};

/** Terminals that the agent has told of. An output that is the same is not read. */
export const terminalKind: PartKind<Terminal> = {
  list: 'terminals',
  keyOf: ({ terminalId }) => terminalId,
  folded: foldedTerminal,
  changes(path, before, after) {
    const isSame = before.output === after.output;
    const shown = (terminal: Terminal): FoldedTerminal =>
      foldedTerminal(isSame ? { ...terminal, output: TerminalBytes.none } : terminal);
    return jsonChanges(path, shown(before), shown(after));
  },
};

/** Terminals as they are folded, including those that only tool calls refer to. */
export const foldedTerminalKind: PartKind<FoldedTerminal> = {
  list: 'terminals',
  keyOf: ({ terminalId }) => terminalId,
  folded: (terminal) => terminal,
  changes: jsonChanges,
};

/** Returns how a list of items has changed. What was appended costs only itself. */
export function* itemChanges<T>(
  path: readonly string[],
  before: Sequence<T>,
  after: Sequence<T>,
  folded: (item: T) => unknown = (item) => item,
): Generator<StateChange> {
  if (before === after) return;
  if (after.continues(before)) {
    for (let index = before.length; index < after.length; index++) {
      yield { path: [...path, index], after: folded(after.at(index) as T) };
    }
  } else yield* jsonChanges(path, before.toArray().map(folded), after.toArray().map(folded));
}

/** Returns how the parts of one kind have changed. Between versions of one history only the changes are visited. */
export function* tableChanges<T>(kind: PartKind<T>, before: Table<T>, after: Table<T>): Generator<StateChange> {
  if (before === after) return;
  const indexes = after.length < before.length ? undefined : after.changesSince(before);
  if (indexes === undefined) {
    yield* partListChanges(kind, before.toArray(), after.toArray());
    return;
  }
  for (const index of [...indexes].sort((left, right) => left - right)) {
    const [old, part] = [before.at(index), after.at(index) as T];
    const path = [kind.list, kind.keyOf(part)];
    if (old === undefined) yield { path, after: kind.folded(part) };
    else yield* kind.changes(path, old, part);
  }
}

/** Returns how a list of parts has changed: first those that are gone, then those that stay in their order, then those that are added. */
export function* partListChanges<T>(
  kind: PartKind<T>,
  before: readonly T[],
  after: readonly T[],
): Generator<StateChange> {
  const places = new Map(before.map((part, index) => [kind.keyOf(part), index]));
  const kept = new Map<number, T>();
  const added: T[] = [];
  let last = -1;
  for (const part of after) {
    const place = places.get(kind.keyOf(part)) ?? -1;
    // What comes after something new, or in another order, is taken out and added again.
    if (place <= last || added.length > 0) added.push(part);
    else {
      kept.set(place, part);
      last = place;
    }
  }
  for (const [index, part] of before.entries()) {
    if (!kept.has(index)) yield { path: [kind.list, kind.keyOf(part)], before: kind.folded(part) };
  }
  for (const [index, part] of kept) {
    const old = before[index] as T;
    if (old !== part) yield* kind.changes([kind.list, kind.keyOf(part)], old, part);
  }
  for (const part of added) yield { path: [kind.list, kind.keyOf(part)], after: kind.folded(part) };
}
