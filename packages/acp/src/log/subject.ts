import { toolCallOf } from '../session/permission-request.ts';
import { readerFor } from '../session/session-readers.ts';
import { type Change, isMessageSubject, replaced, type Subject } from '../session/subject.ts';
import type { LogEvent, Logged } from './event.ts';

/** A subject as one string, for maps. */
export function subjectKey(subject: Subject): string {
  if (isMessageSubject(subject)) return `${subject.type} ${subject.messageId}`;
  if (subject.type === 'tool_call') return `tool_call ${subject.toolCallId}`;
  return subject.type === 'plan' ? `plan ${subject.planId}` : subject.type;
}

/** Whether a subject has a place in the timeline. */
export function isShown({ type }: Subject): boolean {
  return type !== 'session_info' && type !== 'available_commands' && type !== 'config_options';
}

/** The fields that can hold what somebody said; kinds, statuses and times are the protocol's own words. */
export const erasableFields: ReadonlySet<string> = new Set([
  'title',
  'content',
  'locations',
  'rawInput',
  'rawOutput',
  '_meta',
  'wholeUpdate',
]);

/** How an event changes its subject; undefined if it has none. */
export function changeOf(event: LogEvent): Change | undefined {
  if (event.type === 'permission_opened') {
    const toolCall = toolCallOf(event);
    if (toolCall === undefined) return undefined;
    const { toolCallId, ...fields } = toolCall;
    return { type: 'patch', subject: { type: 'tool_call', toolCallId }, fields };
  }
  if (event.type === 'configured') return replaced({ type: 'config_options' }, { configOptions: event.configOptions });
  return event.type === 'update' ? readerFor(event.dialect).changeOf(event.update) : undefined;
}

/** Returns the event that patches these fields of a subject, in the dialect of another event if that is an update. */
export function patchLike(
  event: LogEvent | undefined,
  subject: Subject,
  fields: Readonly<Record<string, unknown>>,
): Logged<'update'> {
  const dialect = event?.type === 'update' ? event.dialect : undefined;
  const update = readerFor(dialect).patchOf(subject, fields);
  return dialect === undefined ? { type: 'update', update } : { type: 'update', update, dialect };
}
