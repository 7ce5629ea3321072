import { type Message, messageKey } from '../../session/message.ts';
import type { SessionState } from '../../session/state.ts';
import { isSameJson } from '../../session/structures/same-json.ts';
import { Sequence } from '../../session/structures/sequence.ts';
import type { Table } from '../../session/structures/table.ts';
import { Vector } from '../../session/structures/vector.ts';
import type { TimelineEntry } from '../../session/timeline.ts';
import type { Turn } from '../../session/turn.ts';
import {
  compactionFields,
  infoFields,
  messageFields,
  planFields,
  terminalFields,
  toolCallFields,
  turnFields,
  usageFields,
} from './part-fields.ts';
import { nextOrigin, type PartFields, type PartOrigin } from './part-origin.ts';

/**
 * Which frames made a session what it is. It never changes; {@link nextProvenance} returns the next one, which shares what did not change.
 *
 * The lists have the same order as those of the {@link SessionState} beside it: `messages.at(3)` is the origin of `state.messages.at(3)`.
 */
export interface Provenance {
  readonly messages: Vector<PartOrigin>;
  readonly toolCalls: Vector<PartOrigin>;
  readonly plans: Vector<PartOrigin>;
  readonly terminals: Vector<PartOrigin>;
  readonly compactions: Vector<PartOrigin>;
  /** The prompts and the work on them. */
  readonly turns: Vector<PartOrigin>;
  /** The frame that added each entry of the timeline. */
  readonly timeline: Sequence<number>;
  /** A part that is not there, or is an empty list, has no origin. */
  readonly info: PartOrigin | undefined;
  readonly usage: PartOrigin | undefined;
  /** `fields` has the frame of each option, by its id. */
  readonly configOptions: PartOrigin | undefined;
  /** `fields` has the frame of each command, by its name. */
  readonly availableCommands: PartOrigin | undefined;
  /** What it was before a load that goes on, to return to if the load fails. */
  readonly beforeLoad: Provenance | undefined;
}

/** The provenance of a session in which nothing has happened. */
export const noProvenance: Provenance = Object.freeze({
  messages: Vector.empty<PartOrigin>(),
  toolCalls: Vector.empty<PartOrigin>(),
  plans: Vector.empty<PartOrigin>(),
  terminals: Vector.empty<PartOrigin>(),
  compactions: Vector.empty<PartOrigin>(),
  turns: Vector.empty<PartOrigin>(),
  timeline: Sequence.empty<number>(),
  info: undefined,
  usage: undefined,
  configOptions: undefined,
  availableCommands: undefined,
  beforeLoad: undefined,
});

/**
 * Returns the provenance after an event: the same object if nothing changed. It costs as much as the change.
 *
 * Call it after each `applyEvent`, from the first event on, with the state before and after the event and the number of the frame. A
 * frame may give several events, as one of v1 does.
 */
export function nextProvenance(
  known: Provenance,
  before: SessionState,
  after: SessionState,
  frame: number,
): Provenance {
  if (before === after) return known;
  if (after === before.beforeLoad) return known.beforeLoad ?? noProvenance;
  const { compactions: old, terminals: oldTerminals } = before.rare;
  const messages = nextParts(known.messages, before.messages, after.messages, messageFields, keyOfMessage, frame);
  const toolCalls = nextParts(known.toolCalls, before.toolCalls, after.toolCalls, toolCallFields, keyOfCall, frame);
  const plans = nextParts(known.plans, before.plans, after.plans, planFields, keyOfPlan, frame);
  const terminals = nextParts(known.terminals, oldTerminals, after.terminals, terminalFields, keyOfTerminal, frame);
  const compactions = nextParts(known.compactions, old, after.compactions, compactionFields, keyOfCompaction, frame);
  const turns = nextTurns(known.turns, before, after, frame);
  const parts = { message: messages, 'tool-call': toolCalls, plan: plans, compaction: compactions };
  const timeline = nextTimeline(known.timeline, parts, before.timeline, after.timeline, frame);
  const { configOptions: options, availableCommands: commands } = after;
  const next: Provenance = {
    messages,
    toolCalls,
    plans,
    terminals,
    compactions,
    turns,
    timeline,
    info: nextPart(known.info, before.info, after.info, infoFields, frame),
    usage: nextPart(known.usage, before.usage, after.usage, usageFields, frame),
    configOptions: nextNamed(known.configOptions, before.configOptions, options, idOfOption, frame),
    availableCommands: nextNamed(known.availableCommands, before.availableCommands, commands, nameOfCommand, frame),
    beforeLoad: nextBeforeLoad(known, before, after, frame),
  };
  return hasChanged(known, next) ? next : known;
}

function hasChanged(known: Provenance, next: Provenance): boolean {
  return (
    known.messages !== next.messages ||
    known.toolCalls !== next.toolCalls ||
    known.plans !== next.plans ||
    known.terminals !== next.terminals ||
    known.compactions !== next.compactions ||
    known.turns !== next.turns ||
    known.timeline !== next.timeline ||
    known.info !== next.info ||
    known.usage !== next.usage ||
    known.configOptions !== next.configOptions ||
    known.availableCommands !== next.availableCommands ||
    known.beforeLoad !== next.beforeLoad
  );
}

const keyOfMessage = ({ kind, messageId }: Message): string => messageKey(kind, messageId);
const keyOfCall = ({ toolCallId }: { readonly toolCallId: string }): string => toolCallId;
const keyOfPlan = ({ id }: { readonly id: string }): string => id;
const keyOfTerminal = ({ terminalId }: { readonly terminalId: string }): string => terminalId;
const keyOfCompaction = ({ compactionId }: { readonly compactionId: string }): string => compactionId;
const idOfOption = ({ id }: { readonly id: string }): string => id;
const nameOfCommand = ({ name }: { readonly name: string }): string => name;

/** The turn of an event that came while a load went on ends in the state before the load, too. */
function nextBeforeLoad(
  known: Provenance,
  before: SessionState,
  after: SessionState,
  frame: number,
): Provenance | undefined {
  if (after.beforeLoad === undefined) return undefined;
  if (before.beforeLoad === undefined) return known;
  return nextProvenance(known.beforeLoad ?? noProvenance, before.beforeLoad, after.beforeLoad, frame);
}

function nextParts<T>(
  known: Vector<PartOrigin>,
  before: Table<T>,
  after: Table<T>,
  fields: PartFields<T>,
  keyOf: (part: T) => string,
  frame: number,
): Vector<PartOrigin> {
  if (before === after) return known;
  const changed = after.changesSince(before);
  if (changed === undefined || after.length < before.length) {
    // A limit dropped parts, a load began, or an older state goes on: what is left has its old origin.
    return rebuilt(after.length, (index) => {
      const part = after.at(index) as T;
      const place = before.indexOf(keyOf(part));
      return nextOrigin(known.at(place), before.at(place), part, fields, frame);
    });
  }
  return written(known, changed, (index) =>
    nextOrigin(known.at(index), before.at(index), after.at(index) as T, fields, frame),
  );
}

function nextTurns(
  known: Vector<PartOrigin>,
  before: SessionState,
  after: SessionState,
  frame: number,
): Vector<PartOrigin> {
  if (before.turns === after.turns) return known;
  const shift = after.dropped.turns - before.dropped.turns;
  const originAt = (index: number): PartOrigin => {
    const place = index + shift;
    return nextOrigin(known.at(place), before.turns.at(place), after.turns.at(index) as Turn, turnFields, frame);
  };
  if (shift !== 0 || after.turns.length < before.turns.length) return rebuilt(after.turns.length, originAt);
  return written(known, after.turns.changesSince(before.turns), originAt);
}

/** Returns the origins with those at some indexes replaced where they differ. */
function written(
  known: Vector<PartOrigin>,
  indexes: ReadonlySet<number>,
  originAt: (index: number) => PartOrigin,
): Vector<PartOrigin> {
  let next = known;
  // Parts are added in their order.
  for (const index of indexes.size > 1 ? [...indexes].sort((left, right) => left - right) : indexes) {
    const origin = originAt(index);
    if (origin !== known.at(index)) next = next.with(index, origin);
  }
  return next;
}

function rebuilt(length: number, originAt: (index: number) => PartOrigin): Vector<PartOrigin> {
  let next = Vector.empty<PartOrigin>();
  for (let index = 0; index < length; index++) next = next.with(index, originAt(index));
  return next;
}

/** Returns the frame that added each entry. That of a part is the frame that made the part; unknown updates are their own. */
function nextTimeline(
  known: Sequence<number>,
  parts: Readonly<Record<Exclude<TimelineEntry['type'], 'unknown'>, Vector<PartOrigin>>>,
  before: Sequence<TimelineEntry>,
  after: Sequence<TimelineEntry>,
  frame: number,
): Sequence<number> {
  if (before === after) return known;
  if (after.continues(before)) {
    let frames = known;
    while (frames.length < after.length) frames = frames.append(frame);
    return frames;
  }
  const frameOf = new Map<TimelineEntry, number>();
  for (let index = 0; index < before.length; index++) {
    frameOf.set(before.at(index) as TimelineEntry, known.at(index) ?? frame);
  }
  const frames = after.toArray().map((entry) => {
    const kept = frameOf.get(entry);
    if (kept !== undefined || entry.type === 'unknown') return kept ?? frame;
    return parts[entry.type].at(entry.index)?.created ?? frame;
  });
  return Sequence.of(frames);
}

function nextPart<T>(
  known: PartOrigin | undefined,
  before: T | undefined,
  after: T | undefined,
  fields: PartFields<T>,
  frame: number,
): PartOrigin | undefined {
  if (before === after) return known;
  return after === undefined ? undefined : nextOrigin(known, before, after, fields, frame);
}

/** Returns the origin of a list whose items have names; items with one name count as one. */
function nextNamed<T>(
  known: PartOrigin | undefined,
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
  frame: number,
): PartOrigin | undefined {
  if (before === after) return known;
  if (after.length === 0) return undefined;
  const old = new Map(before.map((item) => [nameOf(item), item]));
  const current = new Map(after.map((item) => [nameOf(item), item]));
  const frames = new Map<string, number>();
  for (const [name, item] of current) {
    const isKept = isSameJson(old.get(name), item);
    frames.set(name, isKept ? (known?.fields[name] ?? frame) : frame);
  }
  const fields = Object.fromEntries(frames);
  const created = known?.created ?? frame;
  return { created, changed: frame, corrected: undefined, fields, content: Sequence.empty() };
}
