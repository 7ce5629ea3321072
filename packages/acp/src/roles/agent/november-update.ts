import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { KnownSessionUpdate } from '../../protocol/november/generated/session-update.ts';

/** Returns an update that only November has as an update of the agent, which writes June with the rest of November beside it. */
export function novemberUpdate(update: KnownSessionUpdate): SessionUpdate {
  // June reads the tags that it does not know as those of a later draft.
  return update as unknown as SessionUpdate;
}
