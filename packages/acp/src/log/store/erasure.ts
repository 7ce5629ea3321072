import type { ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { RequestPermissionSubject } from '../../protocol/november/generated/permission.ts';
import { present } from '../../protocol/reading/optional.ts';
import { readerFor } from '../../session/session-readers.ts';
import { holdsSomething } from '../../session/subject.ts';
import type { LogEntry, LogEvent, Tombstone } from '../event.ts';
import { changeOf, isErasable, patchLike, subjectKey, wholeField } from '../subject.ts';
import { checkTime } from '../time.ts';
import type { LogEdit } from './edit.ts';
import { saysMore } from './open-questions.ts';
import type { Place } from './subject-index.ts';

/** Whether an event may clear or replace something. */
export function mayErase(event: LogEvent): boolean {
  if (event.type === 'permission_answered' || event.type === 'permission_withdrawn') return true;
  const change = changeOf(event);
  return change !== undefined && change.type !== 'chunk';
}

/**
 * Returns the positions that {@link erasureOf} has to see: `first` and `prompt`, and everything from `from` on.
 *
 * Folding may have moved the first entry of a subject: if nothing is at `first`, everything from there on must be seen.
 */
export function erasureRange(place: Place): {
  readonly first: number;
  readonly prompt?: number;
  readonly from: number;
} {
  // What still has its first value has nothing to lose.
  const replaced = [...place.held.values()].filter(({ isEmpty, from, latest }) => isEmpty || from !== latest);
  const from = Math.min(...replaced.map((held) => held.from), ...place.questions.keys(), Number.MAX_SAFE_INTEGER);
  return present({ first: place.first, from, prompt: place.prompt });
}

/** Returns the position of the first of these entries that is about a subject. */
export function firstSight(entries: readonly LogEntry[], place: Place): number | undefined {
  const key = subjectKey(place.subject);
  return entries.find(({ event }) => {
    const change = changeOf(event);
    return change !== undefined && change.type !== 'clear' && subjectKey(change.subject) === key;
  })?.position;
}

interface Erasing {
  /** Where the tombstone goes. */
  readonly first: number;
  readonly put: Map<number, LogEntry>;
  readonly remove: number[];
  bytes: number;
  entries: number;
}

/**
 * Returns the edit after which only what a subject holds now is stored of it.
 *
 * Its first entry stays without content, since it decides the place in the timeline, and gets the tombstone. A prompt that the message
 * repeats loses its text too.
 */
export function erasureOf(entries: readonly LogEntry[], place: Place, at: number): LogEdit {
  checkTime(at);
  const key = subjectKey(place.subject);
  const first = firstSight(entries, place) ?? place.first;
  const erasing: Erasing = { first, put: new Map(), remove: [], bytes: 0, entries: 0 };
  const later = new Map<string, string>();
  for (const entry of entries.toReversed()) {
    const change = changeOf(entry.event);
    if (change === undefined || change.type === 'clear' || subjectKey(change.subject) !== key) continue;
    if (change.type === 'chunk') eraseChunk(entry, change.item, place, later, erasing);
    else erasePatch(entry, change.fields, place, later, erasing);
  }
  eraseQuestions(entries, place, erasing);
  if (erasing.bytes === 0) return editOf(erasing);
  erasePrompt(entries, place, erasing);
  bury(entries, at, erasing);
  return editOf(erasing);
}

function editOf({ put, remove }: Erasing): LogEdit {
  return { put: [...put.values()].sort((a, b) => a.position - b.position), remove: remove.toReversed() };
}

function eraseChunk(entry: LogEntry, item: unknown, place: Place, later: Map<string, string>, erasing: Erasing): void {
  if (!later.has('content') || entry.event.type !== 'update') return;
  count(erasing, item);
  erasing.entries += 1;
  if (entry.position !== erasing.first) erasing.remove.push(entry.position);
  else erasing.put.set(entry.position, { ...entry, event: patchLike(entry.event, place.subject, {}) });
}

function erasePatch(
  entry: LogEntry,
  fields: Readonly<Record<string, unknown>>,
  place: Place,
  later: Map<string, string>,
  erasing: Erasing,
): void {
  const kept: Record<string, unknown> = {};
  let isLess = false;
  let isErased = false;
  for (const [field, value] of Object.entries(fields)) {
    const successor = later.get(field) ?? later.get(wholeField(field));
    if (successor === undefined || !isErasable(place.subject, field) || !holdsSomething(value)) {
      kept[field] = value;
      continue;
    }
    isLess = true;
    // A value that was only said again has not been erased.
    if (JSON.stringify(value) === successor) continue;
    count(erasing, value);
    isErased = true;
  }
  if (isErased) erasing.entries += 1;
  if (isLess) {
    const isBare = Object.keys(kept).length === 0 && entry.event.type !== 'permission_opened';
    const buried = (entry.event as { erased?: Tombstone }).erased;
    if (isBare && entry.position !== erasing.first && buried === undefined) erasing.remove.push(entry.position);
    else erasing.put.set(entry.position, { ...entry, event: withFields(entry.event, place, kept) });
  }
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && !later.has(field)) later.set(field, JSON.stringify(value) ?? 'null');
  }
}

function withFields(event: LogEvent, place: Place, fields: Readonly<Record<string, unknown>>): LogEvent {
  const { subject } = place;
  if (event.type === 'permission_opened' && subject.type === 'tool_call') {
    const { sessionUpdate: _, ...patch } = readerFor(event.dialect).patchOf(subject, fields);
    const toolCall = patch as unknown as ToolCallUpdate;
    if (event.toolCall !== undefined) return { ...event, toolCall };
    return { ...event, subject: { ...event.subject, type: 'tool_call', toolCall } as RequestPermissionSubject };
  }
  if (event.type === 'configured') return { ...event, configOptions: [] };
  const { erased } = event as { erased?: Tombstone };
  return present({ ...patchLike(event, subject, fields), erased });
}

/** Erases the options of answered questions once something that their tool call held was cleared or replaced. */
function eraseQuestions(entries: readonly LogEntry[], { questions }: Place, erasing: Erasing): void {
  const isReplaced = erasing.bytes > 0;
  for (const entry of entries) {
    const question = questions.get(entry.position);
    if (question === undefined || question.isOpen || !(isReplaced || question.isOutdated)) continue;
    const { event } = erasing.put.get(entry.position) ?? entry;
    if (event.type !== 'permission_opened' || !saysMore(event)) continue;
    const { options, _meta, title, description, ...rest } = event;
    const more = present({ _meta, title, description });
    count(erasing, Object.keys(more).length === 0 ? options : { options, ...more });
    if (!erasing.put.has(entry.position)) erasing.entries += 1;
    erasing.put.set(entry.position, { ...entry, event: { ...rest, options: [] } });
  }
}

function erasePrompt(entries: readonly LogEntry[], place: Place, erasing: Erasing): void {
  const entry = entries.find(({ position }) => position === place.prompt);
  if (entry?.event.type !== 'prompt_sent' || entry.event.prompt.length === 0) return;
  count(erasing, entry.event.prompt);
  erasing.entries += 1;
  erasing.put.set(entry.position, { ...entry, event: { ...entry.event, prompt: [] } });
}

function bury(entries: readonly LogEntry[], at: number, erasing: Erasing): void {
  const entry = erasing.put.get(erasing.first) ?? entries.find(({ position }) => position === erasing.first);
  if (entry === undefined) return;
  const buried = (entry.event as { erased?: Tombstone }).erased;
  const erased: Tombstone = {
    at,
    bytes: erasing.bytes + (buried?.bytes ?? 0),
    entries: erasing.entries + (buried?.entries ?? 0),
  };
  erasing.put.set(entry.position, { ...entry, event: { ...entry.event, erased } as LogEvent });
}

function count(erasing: Erasing, value: unknown): void {
  erasing.bytes += utf8Length(JSON.stringify(value));
}

const encoder = new TextEncoder();

function utf8Length(text: string): number {
  return encoder.encode(text).length;
}
