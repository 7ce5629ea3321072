import { present } from '../../protocol/reading/optional.ts';
import { newCursor } from '../../session/cursor.ts';
import { readerFor, type SessionDialect } from '../../session/session-readers.ts';
import { holdsSomething, isMessageSubject } from '../../session/subject.ts';
import type { LogEntry, LogEvent, Logged, Tombstone } from '../event.ts';
import { isShown, patchLike, wholeField } from '../subject.ts';
import type { LogEdit } from './edit.ts';
import { lowerBound } from './lower-bound.ts';
import { followTurns, type Place, SubjectIndex, type Touch } from './subject-index.ts';

interface Step {
  readonly entry: LogEntry;
  readonly touch: Touch;
}

/** The updates of one message or tool call between two events that are no updates. */
interface Group {
  readonly place: Place;
  readonly isNew: boolean;
  readonly steps: Step[];
}

interface Folding {
  readonly put: LogEntry[];
  readonly remove: number[];
  groups: Map<string, Group>;
  /** Where the last usage stands. */
  usage: LogEntry | undefined;
  /** Where something came into the timeline. */
  sights: number[];
}

/** How many entries are taken in a step. */
const stepLength = 1_000;

/**
 * Folds a session as its turns end: successive updates of a message or tool call become one entry.
 *
 * The folded update stands where the last of them stood, so a follower who has seen some of them still gets to the same state. Nothing is
 * folded across other events: prompts, ends of turns, cancels and questions keep their place.
 */
export class Compaction {
  readonly #index = new SubjectIndex();

  /** The position of the first entry that {@link Compaction.take} needs. */
  get next(): number {
    return this.#index.next;
  }

  /** Returns the edit that folds these entries, which are all from `next` on; those of an open turn are left for later. */
  take(entries: readonly LogEntry[]): LogEdit {
    const steps = this.steps(entries);
    while (true) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /** Like {@link Compaction.take}, in steps that each take little time. */
  *steps(entries: readonly LogEntry[]): Generator<undefined, LogEdit, undefined> {
    const through = endOfTurns(entries);
    const folding: Folding = { put: [], remove: [], groups: new Map(), usage: undefined, sights: [] };
    for (const [index, entry] of entries.entries()) {
      if (entry.position > through) break;
      if (index % stepLength === stepLength - 1) yield;
      const touch = this.#index.add(entry);
      if (entry.event.type !== 'update' || isActivity(entry.event)) finish(folding);
      else if (touch !== undefined) addStep(folding, entry, touch);
      else addOther(folding, entry);
    }
    finish(folding);
    const put = folding.put.sort((a, b) => a.position - b.position);
    return { put, remove: folding.remove.sort((a, b) => a - b) };
  }
}

/** The position of the last event after which no turn was open, or -1. */
function endOfTurns(entries: readonly LogEntry[]): number {
  let cursor = newCursor<never>();
  let through = -1;
  for (const entry of entries) {
    cursor = followTurns(cursor, entry);
    if (entry.event.type === 'turn_ended' && cursor.turns.running === -1) through = entry.position;
  }
  return through;
}

/** Whether an update says what the agent is doing, which is about the moment at which it came. */
function isActivity({ dialect, update }: Logged<'update'>): boolean {
  return readerFor(dialect).isActivity(update);
}

function addStep({ groups, sights }: Folding, entry: LogEntry, touch: Touch): void {
  const { key, place, isNew } = touch;
  if (isNew && isShown(place.subject)) sights.push(entry.position);
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { place, isNew, steps: [{ entry, touch }] });
  else group.steps.push({ entry, touch });
}

function addOther(folding: Folding, entry: LogEntry): void {
  const { event, position } = entry;
  if (event.type !== 'update') return;
  const reader = readerFor(event.dialect);
  if (reader.isUsage(event.update)) {
    const earlier = folding.usage?.event;
    const isReplaced = earlier?.type === 'update' && reader.replacesUsage(earlier.update, event.update);
    if (folding.usage !== undefined && isReplaced) folding.remove.push(folding.usage.position);
    folding.usage = entry;
  } else {
    folding.sights.push(position);
  }
}

function finish(folding: Folding): void {
  for (const group of folding.groups.values()) fold(group, folding);
  folding.groups = new Map();
  folding.usage = undefined;
  folding.sights = [];
}

function fold({ place, isNew, steps: all }: Group, { put, remove, sights }: Folding): void {
  const steps = upToLastWords(place.subject, all);
  const [first] = steps;
  const last = steps.at(-1);
  const isPlaced = isNew && isShown(place.subject);
  const fields = foldedFields(steps, isPlaced && place.subject.type !== 'plan');
  if (first === undefined || last === undefined || first === last || fields === undefined) return;
  // The drafts patch `_meta` differently, so what came in both stays as it is.
  if (steps.some(({ entry }) => dialectOf(entry.event) !== dialectOf(last.entry.event))) return;
  const [from, to] = [first.entry.position, last.entry.position];
  const isOrderAtStake = isPlaced && hasBetween(sights, from, to);
  if (isOrderAtStake && steps.length === 2 && isBare(first.touch)) return;
  const erased = steps.map(({ entry }) => tombstoneOf(entry.event)).reduce(joined, undefined);
  const tombstone = present({ erased });
  const whole = patchLike(last.entry.event, place.subject, fields);
  const bare = { ...patchLike(first.entry.event, place.subject, {}), ...tombstone };
  put.push({ ...last.entry, event: isOrderAtStake ? whole : { ...whole, ...tombstone } });
  if (isOrderAtStake) put.push({ ...first.entry, event: bare });
  for (const { entry } of steps.slice(isOrderAtStake ? 1 : 0, -1)) remove.push(entry.position);
}

/** Whether one of these positions, which are sorted, lies between two others. */
function hasBetween(positions: readonly number[], from: number, to: number): boolean {
  const next = positions[lowerBound(positions, from + 1, (position) => position)];
  return next !== undefined && next < to;
}

/**
 * The steps that may become one: for a message, those up to the last that wrote content. What is written last is the current
 * message, which a later clear may mean; a patch behind it that only attaches something must not move the words there.
 */
function upToLastWords(subject: Place['subject'], steps: readonly Step[]): readonly Step[] {
  if (!isMessageSubject(subject)) return steps;
  const last = steps.findLastIndex(
    ({ touch: { change, isNew } }) => isNew || change.type === 'chunk' || change.fields['content'] !== undefined,
  );
  return last === -1 ? steps : steps.slice(0, last + 1);
}

function isBare({ change }: Touch): boolean {
  if (change.type !== 'patch') return false;
  const fields = Object.entries(change.fields);
  return fields.every(([field, value]) => field === 'wholeUpdate' && !holdsSomething(value));
}

/** All patches as one; undefined if a chunk continues content that stands before them, or if no single patch says the same. */
function foldedFields(steps: readonly Step[], startsEmpty: boolean): Record<string, unknown> | undefined {
  const fields: Record<string, unknown> = {};
  let content: unknown[] | undefined = startsEmpty ? [] : undefined;
  for (const { touch } of steps) {
    const { change } = touch;
    if (change.type === 'chunk') {
      if (content === undefined) return undefined;
      content.push(change.item);
      continue;
    }
    for (const [field, value] of Object.entries(change.fields)) {
      if (field !== 'content') {
        if (!setField(fields, field, value, startsEmpty)) return undefined;
      } else if (value !== undefined) content = holdsSomething(value) ? [...(value as readonly unknown[])] : [];
    }
  }
  if (content !== undefined) fields['content'] = content;
  return fields;
}

/** Sets a field, which clears its parts. Returns false if a part follows its field, which one patch cannot say. */
function setField(fields: Record<string, unknown>, field: string, value: unknown, startsEmpty: boolean): boolean {
  const whole = wholeField(field);
  if (whole === field) {
    for (const part of Object.keys(fields)) if (part !== field && wholeField(part) === field) delete fields[part];
  } else if (whole in fields) {
    if (!startsEmpty || fields[whole] !== null) return false;
    delete fields[whole];
  }
  fields[field] = value;
  return true;
}

function dialectOf(event: LogEvent): SessionDialect {
  return (event.type === 'update' ? event.dialect : undefined) ?? 'june';
}

function tombstoneOf(event: LogEvent): Tombstone | undefined {
  return event.type === 'update' ? event.erased : undefined;
}

function joined(a: Tombstone | undefined, b: Tombstone | undefined): Tombstone | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { at: Math.max(a.at, b.at), bytes: a.bytes + b.bytes, entries: a.entries + b.entries };
}
