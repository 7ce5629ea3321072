import { lenient, openUnion, record, type Topic } from '../../language.ts';
import { sessionUpdate as base, draftUpdates } from '../base/session-update.ts';

/** Session updates of November. */
export const sessionUpdate = {
  Cost: { ...base.Cost, meta: true },
  SessionInfoUpdate: record('Updates session details: omitted keeps a field, null clears it, a value replaces it.', {
    'title?': ['string | null', 'Title to show.', lenient],
    'updatedAt?': ['time | null', 'Time of the last activity, in ISO 8601.', lenient],
  }),
  SessionUpdate: openUnion(
    'Something that happened in a session.',
    {
      ...draftUpdates,
      state_update: 'StateUpdate',
      terminal_update: 'TerminalUpdate',
      terminal_output_chunk: 'TerminalOutputChunk',
      notice: 'Notice',
      compaction_update: 'CompactionUpdate',
      compaction_summary_chunk: 'CompactionSummaryChunk',
    },
    { tag: 'sessionUpdate', anyTag: true },
  ),
  UpdateSessionNotification: record('An update of a session.', {
    sessionId: ['SessionId', 'Id of the session.'],
    update: ['SessionUpdate', 'What happened.'],
  }),
} satisfies Topic;
