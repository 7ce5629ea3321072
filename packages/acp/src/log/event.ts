import type { SessionEvent } from '../session/event.ts';

/** Marks a place where something was erased: when that was last, and how much is gone. */
export interface Tombstone {
  /** Milliseconds since 1970, as the caller gave them. */
  readonly at: number;
  /** UTF-8 bytes of the JSON text of everything that was erased here. */
  readonly bytes: number;
  /** How many entries lost something. */
  readonly entries: number;
}

/** The session events that a log keeps. Their `type` is stored, so it does not change. */
export const loggedTypes = [
  'update',
  'prompt_sent',
  'turn_ended',
  'cancel_sent',
  'permission_opened',
  'permission_answered',
  'configured',
  'prompt_inserted',
  'prompt_refused',
  'activity',
  'permission_withdrawn',
  'elicitation_opened',
  'elicitation_answered',
] as const satisfies readonly SessionEvent['type'][];

/**
 * The session event of a type as a log keeps it: without its place in the stream, the repairs and what the user answered to an
 * elicitation, and with a tombstone if it lost something.
 */
export type Logged<Type extends (typeof loggedTypes)[number]> = Type extends string
  ? Stored<Extract<SessionEvent, { readonly type: Type }>> & { readonly erased?: Tombstone }
  : never;

type Stored<Event> = {
  readonly [Key in keyof Event as Exclude<Key, 'at' | 'repairs' | 'response'>]: Exclude<Event[Key], undefined>;
};

/** Records that the session was loaded or resumed with these extra directories; earlier ones no longer count. */
export interface LoggedOpening {
  readonly type: 'opened';
  readonly additionalDirectories: readonly string[];
  /** The node that opened it, if several share the log. */
  readonly owner?: string;
  /** How often the session had been taken by a node by then. */
  readonly epoch?: number;
}

/** Something that happened in a session and that its log keeps. */
export type LogEvent = Logged<(typeof loggedTypes)[number]> | LoggedOpening;

/** An event at its position. Positions rise but may have gaps: an entry that was erased or folded away leaves none behind. */
export interface LogEntry {
  readonly position: number;
  /** Milliseconds since 1970 when it was appended, as the caller gave them. */
  readonly at: number;
  readonly event: LogEvent;
}
