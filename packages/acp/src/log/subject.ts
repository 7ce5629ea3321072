import type { ReceivedSessionUpdate } from '../protocol/june/generated/proposal.ts';
import { toolCallOf } from '../session/permission-request.ts';
import { readerFor } from '../session/session-readers.ts';
import { type Change, isMessageSubject, replaced, type Subject } from '../session/subject.ts';
import type { LogEvent, Logged } from './event.ts';

/** A subject as one string, for maps. */
export function subjectKey(subject: Subject): string {
  if (isMessageSubject(subject)) return `${subject.type} ${subject.messageId}`;
  if (subject.type === 'tool_call') return `tool_call ${subject.toolCallId}`;
  if (subject.type === 'terminal') return `terminal ${subject.terminalId}`;
  if (subject.type === 'compaction') return `compaction ${subject.compactionId}`;
  return subject.type === 'plan' ? `plan ${subject.planId}` : subject.type;
}

/** Whether a subject has a place in a list of its own kind or in the timeline, which its first entry decides. */
export function isShown({ type }: Subject): boolean {
  return type !== 'session_info' && type !== 'available_commands' && type !== 'config_options';
}

/** The fields that can hold what somebody said; kinds, statuses and times are the protocol's own words. */
const erasableFields: ReadonlySet<string> = new Set([
  'title',
  'content',
  'locations',
  'rawInput',
  'rawOutput',
  '_meta',
  'wholeUpdate',
]);

/** More such fields, of the subjects that have them. */
const ownErasable: ReadonlySet<string> = new Set(['terminal command', 'terminal cwd', 'compaction error']);

/** Returns whether a field of a subject can hold what somebody said. A key of `_meta` may be a field of its own. */
export function isErasable({ type }: Subject, field: string): boolean {
  return erasableFields.has(wholeField(field)) || ownErasable.has(`${type} ${field}`);
}

/** Returns the field that a part of a field belongs to: `_meta` for `_meta:key`. Clearing or replacing it clears its parts. */
export function wholeField(field: string): string {
  const end = field.indexOf(':');
  return end === -1 ? field : field.slice(0, end);
}

/** How an event changes its subject; undefined if it has none. */
export function changeOf(event: LogEvent): Change | undefined {
  if (event.type === 'permission_opened') {
    const toolCall = toolCallOf(event);
    if (toolCall === undefined) return undefined;
    return readerFor(event.dialect).changeOf({
      sessionUpdate: 'tool_call_update',
      ...toolCall,
    } as ReceivedSessionUpdate);
  }
  if (event.type === 'configured') return replaced({ type: 'config_options' }, { configOptions: event.configOptions });
  return event.type === 'update' ? readerFor(event.dialect).changeOf(event.update) : undefined;
}

/** Returns the event that patches these fields of a subject, in the dialect of another event if that changes the subject. */
export function patchLike(
  event: LogEvent | undefined,
  subject: Subject,
  fields: Readonly<Record<string, unknown>>,
): Logged<'update'> {
  const dialect = event?.type === 'update' || event?.type === 'permission_opened' ? event.dialect : undefined;
  const update = readerFor(dialect).patchOf(subject, fields);
  return dialect === undefined ? { type: 'update', update } : { type: 'update', update, dialect };
}
