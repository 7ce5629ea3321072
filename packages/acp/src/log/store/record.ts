import { present } from '../../protocol/reading/optional.ts';
import { readerFor } from '../../session/session-readers.ts';
import type { LogEvent } from '../event.ts';
import type { NewSession, SessionRecord } from '../session-log.ts';
import { checkTime } from '../time.ts';

/** What a store keeps of a session besides its entries. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly createdAt: number;
  readonly principal?: string;
  readonly title?: string;
  readonly updatedAt?: string;
}

/** Returns the facts of a new session. */
export function newFacts({ sessionId, cwd, additionalDirectories, principal, at }: NewSession): SessionFacts {
  checkTime(at);
  return present({ sessionId, cwd, additionalDirectories: additionalDirectories ?? [], createdAt: at, principal });
}

/** Returns the facts after an event, which are the same object if it does not change them. */
export function factsAfter(facts: SessionFacts, event: LogEvent): SessionFacts {
  if (event.type === 'opened') return { ...facts, additionalDirectories: event.additionalDirectories };
  if (event.type !== 'update' || !readerFor(event.dialect).isInfo(event.update)) return facts;
  const { title, updatedAt } = event.update as { title?: string | null; updatedAt?: string | null };
  return withText(withText(facts, 'title', title), 'updatedAt', updatedAt);
}

function withText(facts: SessionFacts, field: 'title' | 'updatedAt', next: string | null | undefined): SessionFacts {
  if (next === undefined) return facts;
  const { [field]: _, ...others } = facts;
  return next === null ? others : { ...others, [field]: next };
}

/** Returns a session as a listing shows it, given the time of its last entry. */
export function recordOf(facts: SessionFacts, lastAt: number | undefined): SessionRecord {
  return { ...facts, updatedAt: facts.updatedAt ?? new Date(lastAt ?? facts.createdAt).toISOString() };
}
