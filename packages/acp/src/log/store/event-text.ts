import { isObject } from '../../protocol/reading/guard.ts';
import { WrittenText, withWrittenContent } from '../../session/written-text.ts';
import { type LogEvent, type Logged, loggedTypes } from '../event.ts';
import { LogError } from '../log-error.ts';

const eventTypes: ReadonlySet<unknown> = new Set<LogEvent['type']>([...loggedTypes, 'opened']);

/** Returns an event as the JSON text that stores keep; unknown values and the order of keys survive. */
export function textOfEvent(event: LogEvent): string {
  return JSON.stringify(event);
}

/** Reads what {@link textOfEvent} wrote; throws `corrupt` if it is something else. */
export function eventOfText(text: string): LogEvent {
  const written = writtenMessage(text);
  if (written !== undefined) return written;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && eventTypes.has(value['type'])) return value as unknown as LogEvent;
  } catch (cause) {
    throw new LogError('corrupt', 'An entry of the log is not JSON.', { cause });
  }
  throw new LogError('corrupt', 'An entry of the log is not an event that this version knows.');
}

const messageTags: ReadonlySet<string> = new Set(['agent_message', 'agent_thought', 'user_message']);
const key = '"content":';
const blockStart = '[{"type":"text","text":"';
const blockEnd = '"}]';

/** Reads the folded update of a message that was streamed, of which most readers want only the text; undefined if it is something else. */
function writtenMessage(text: string): LogEvent | undefined {
  if (!text.startsWith('{"type":"update",')) return undefined;
  const start = text.indexOf(key + blockStart) + key.length;
  const end = text.lastIndexOf(blockEnd) + blockEnd.length;
  if (start < key.length || end < start) return undefined;
  // Only one field may be called so, for it to be that of the update.
  if (text.indexOf(key) + key.length !== start || text.includes(key, end)) return undefined;
  const content = WrittenText.read(text.slice(start, end));
  if (content === undefined) return undefined;
  try {
    const event = JSON.parse(`${text.slice(0, start)}0${text.slice(end)}`) as Logged<'update'>;
    const update = event.update as { readonly sessionUpdate?: unknown; readonly content?: unknown } | null | undefined;
    if (update?.content !== 0 || !messageTags.has(update.sessionUpdate as string)) return undefined;
    withWrittenContent(update as { readonly content: unknown }, content);
    return event;
  } catch {
    return undefined;
  }
}
