import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import {
  accepted,
  type Cursor,
  ended,
  newCursor,
  prompted,
  turnOfAnswer,
  unacceptedTurn,
  wrote,
} from '../../session/cursor.ts';
import { type Change, holdsSomething, isMessageSubject, type Subject } from '../../session/subject.ts';
import type { LogEntry, LogEvent, Logged } from '../event.ts';
import { changeOf, isErasable, subjectKey, wholeField } from '../subject.ts';
import { OpenQuestions, type Question, saysMore } from './open-questions.ts';
import { PositionRuns } from './position-runs.ts';

/** The entries of a log that hold values of one field. */
interface Held {
  /** The first entry that still holds a value. */
  from: number;
  /** The entry that holds the current value, or the first part of it. */
  latest: number;
  isEmpty: boolean;
}

/** What the index knows about one message, tool call or other subject. */
export interface Place {
  readonly subject: Subject;
  /** The position of its first entry; folding may have moved that to a later position since. */
  first: number;
  /** The position of the prompt that a user message repeats, which holds the same content. */
  readonly prompt: number | undefined;
  /** The positions of its entries; folding has removed some since, and moved none to another position. */
  readonly positions: PositionRuns;
  readonly held: Map<string, Held>;
  /** The permission requests about a tool call, by their positions. */
  readonly questions: Map<number, Question>;
}

/** How an entry changed its subject. */
export interface Touch {
  readonly key: string;
  readonly place: Place;
  readonly change: Exclude<Change, { type: 'clear' }>;
  readonly isNew: boolean;
  /** Whether it cleared or replaced something that the log still holds. */
  readonly supersedes: boolean;
}

/** Returns the cursor after an entry that may open or end a turn; a turn has the position of its prompt as its number. */
export function followTurns<Message>(cursor: Cursor<Message>, { event, position }: LogEntry): Cursor<Message> {
  if (event.type === 'prompt_sent') return prompted(cursor, position, event.requestId);
  if (event.type !== 'turn_ended' && event.type !== 'prompt_refused') return cursor;
  const turn = turnOfAnswer(cursor, event.requestId);
  return turn === undefined ? cursor : ended(cursor, turn);
}

/** Knows which entries of a session's log hold what, so that erasing reads no more than it must. */
export class SubjectIndex {
  /** The position after the last entry that was added. */
  next = 0;
  readonly #places = new Map<string, Place>();
  #cursor: Cursor<Place> = newCursor();
  readonly #questions = new OpenQuestions();
  /** The chunk that was added last, if nothing else has been since. */
  #streaming: { readonly tag: string; readonly id: unknown; readonly place: Place } | undefined;

  /** Returns what is known about a subject. */
  placeOf(key: string): Place | undefined {
    return this.#places.get(key);
  }

  /**
   * Takes in the next event if it is one more chunk of what the last one was a chunk of; false if {@link SubjectIndex.add} must.
   *
   * Streams are made of little else, and this costs little more than two comparisons.
   */
  addToStream(event: LogEvent, position: number): boolean {
    const streaming = this.#streaming;
    if (streaming === undefined || event.type !== 'update' || event.update.sessionUpdate !== streaming.tag)
      return false;
    if (idOfChunk(event.update) !== streaming.id) return false;
    streaming.place.positions.add(position);
    this.next = position + 1;
    return true;
  }

  /** Adds the next entry. Returns how it changed its subject, if it has one. */
  add(entry: LogEntry): Touch | undefined {
    const { position, event } = entry;
    this.next = position + 1;
    this.#streaming = undefined;
    this.#follow(entry);
    if (event.type === 'permission_answered' || event.type === 'permission_withdrawn')
      return this.#answer(event.requestId);
    const change = this.#resolved(changeOf(event));
    if (change === undefined) return undefined;
    const { subject } = change;
    const key = subjectKey(subject);
    const known = this.#places.get(key);
    const place = known ?? this.#addPlace(key, subject, position);
    const isNew = known === undefined;
    place.positions.add(position);
    const writes = isNew || change.type === 'chunk' || change.fields['content'] !== undefined;
    if (writes && (subject.type === 'agent' || subject.type === 'thought'))
      this.#cursor = wrote(this.#cursor, subject.type, place);
    const supersedes = hold(place, change, position);
    if (supersedes) for (const question of place.questions.values()) question.isOutdated = true;
    if (event.type === 'permission_opened') {
      const question = this.#questions.ask(event.requestId, subject);
      if (saysMore(event)) place.questions.set(position, question);
    }
    if (change.type === 'chunk' && event.type === 'update') {
      this.#streaming = { tag: event.update.sessionUpdate, id: idOfChunk(event.update), place };
    }
    return { key, place, change, isNew, supersedes };
  }

  /**
   * Returns whether adding an event may clear or replace something that the log holds; changes nothing.
   *
   * `before` has the fields that events in front of it set and that are not added yet, by the key of their subject; this event adds its own.
   */
  maySupersede(event: LogEvent, before: Map<string, Set<string>>): boolean {
    if (event.type === 'permission_answered' || event.type === 'permission_withdrawn') {
      return this.#questions.get(event.requestId)?.isOutdated === true;
    }
    const change = changeOf(event);
    if (change === undefined) return false;
    if (change.type === 'clear') return true;
    const { subject } = change;
    const key = subjectKey(subject);
    const set = before.get(key) ?? new Set();
    before.set(key, set);
    if (change.type === 'chunk') {
      set.add('content');
      return false;
    }
    const held = this.#places.get(key)?.held;
    for (const [field, value] of Object.entries(change.fields)) {
      if (value === undefined || !isErasable(subject, field)) continue;
      if (hasField(held?.keys(), field) || hasField(set, field)) return true;
      set.add(field);
    }
    return false;
  }

  /** Returns the event as it is stored: a clear without an id gets the id of the message it clears. */
  static settled(event: LogEvent, touch: Touch | undefined): LogEvent {
    if (touch?.change.type !== 'patch' || event.type !== 'update' || changeOf(event)?.type !== 'clear') return event;
    const { subject } = touch.place;
    if (!isMessageSubject(subject)) return event;
    return { ...event, update: { ...event.update, messageId: subject.messageId } as Logged<'update'>['update'] };
  }

  /** Forgets the superseded values of a subject, which have been erased, and sets its first position. */
  forget(key: string, first: number | undefined): void {
    this.#streaming = undefined;
    const place = this.#places.get(key);
    if (place !== undefined && first !== undefined) place.first = first;
    for (const [field, held] of place?.held ?? []) {
      if (held.isEmpty) place?.held.delete(field);
      else held.from = held.latest;
    }
    for (const [position, { isOpen }] of place?.questions ?? []) if (!isOpen) place?.questions.delete(position);
  }

  /** Closes a permission request. Its options are superseded if the content of the tool call they were about is. */
  #answer(requestId: RequestId): Touch | undefined {
    const question = this.#questions.close(requestId);
    const key = question?.isOutdated === true ? subjectKey(question.subject) : '';
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const change = { type: 'patch', subject: place.subject, fields: {} } as const;
    return { key, place, change, isNew: false, supersedes: true };
  }

  /** Follows turns and permission requests. A cancel and the end of the running turn close all requests. */
  #follow(entry: LogEntry): void {
    const { running } = this.#cursor.turns;
    this.#cursor = followTurns(this.#cursor, entry);
    if (running === -1) return;
    if (entry.event.type === 'cancel_sent' || this.#cursor.turns.running !== running) this.#questions.closeAll();
  }

  #resolved(change: Change | undefined): Touch['change'] | undefined {
    if (change?.type !== 'clear') return change;
    const subject = this.#cursor[change.kind]?.subject;
    return subject === undefined ? undefined : { type: 'patch', subject, fields: { content: [] } };
  }

  #addPlace(key: string, subject: Subject, position: number): Place {
    // A new user message repeats the oldest prompt that no other message has repeated.
    const prompt = subject.type === 'user' ? unacceptedTurn(this.#cursor) : undefined;
    const positions = new PositionRuns();
    const place = { subject, first: position, prompt, positions, held: new Map(), questions: new Map() };
    if (subject.type === 'user') this.#cursor = wrote(this.#cursor, 'user', place);
    if (prompt !== undefined) this.#cursor = accepted(this.#cursor, prompt);
    this.#places.set(key, place);
    return place;
  }
}

function idOfChunk(update: Logged<'update'>['update']): unknown {
  const { messageId, toolCallId, terminalId, compactionId } = update as Readonly<Record<string, unknown>>;
  return messageId ?? toolCallId ?? terminalId ?? compactionId;
}

/** Returns whether a field or a part of it is among these. */
function hasField(fields: Iterable<string> | undefined, whole: string): boolean {
  if (fields === undefined) return false;
  for (const field of fields) if (field === whole || wholeField(field) === whole) return true;
  return false;
}

/** A field that is cleared or replaced takes its parts with it. Returns whether there were any. */
function clearParts(place: Place, whole: string, position: number): boolean {
  let hasParts = false;
  for (const [field, held] of place.held) {
    if (field === whole || wholeField(field) !== whole) continue;
    hasParts = true;
    Object.assign(held, { latest: position, isEmpty: true });
  }
  return hasParts;
}

function hold(place: Place, change: Touch['change'], position: number): boolean {
  if (change.type === 'chunk') {
    const held = place.held.get('content');
    if (held === undefined) place.held.set('content', { from: position, latest: position, isEmpty: false });
    else if (held.isEmpty) Object.assign(held, { latest: position, isEmpty: false });
    return false;
  }
  let supersedes = false;
  for (const [field, value] of Object.entries(change.fields)) {
    if (value === undefined || !isErasable(place.subject, field)) continue;
    const isEmpty = !holdsSomething(value);
    if (clearParts(place, field, position)) supersedes = true;
    const held = place.held.get(field);
    if (held !== undefined) {
      supersedes = true;
      Object.assign(held, { latest: position, isEmpty });
    } else if (!isEmpty) {
      place.held.set(field, { from: position, latest: position, isEmpty });
    }
  }
  return supersedes;
}
