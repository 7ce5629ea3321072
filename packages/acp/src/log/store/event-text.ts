import { isObject } from '../../protocol/reading/guard.ts';
import { type LogEvent, loggedTypes } from '../event.ts';
import { LogError } from '../log-error.ts';

const eventTypes: ReadonlySet<unknown> = new Set<LogEvent['type']>([...loggedTypes, 'opened']);

/** Returns an event as the JSON text that stores keep; unknown values and the order of keys survive. */
export function textOfEvent(event: LogEvent): string {
  return JSON.stringify(event);
}

/** Reads what {@link textOfEvent} wrote; throws `corrupt` if it is something else. */
export function eventOfText(text: string): LogEvent {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && eventTypes.has(value['type'])) return value as unknown as LogEvent;
  } catch (cause) {
    throw new LogError('corrupt', 'An entry of the log is not JSON.', { cause });
  }
  throw new LogError('corrupt', 'An entry of the log is not an event that this version knows.');
}
