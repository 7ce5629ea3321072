import { alias, lenient, openEnum, record, type Topic } from '../../language.ts';

/** Compaction of the context. */
export const compaction = {
  CompactionId: alias('Id of a compaction, unique within its session.', 'id'),
  CompactionStatus: openEnum('Status of a compaction.', {
    in_progress: 'In progress.',
    completed: 'Completed.',
    failed: 'Ended with an error.',
    cancelled: 'Cancelled.',
  }),
  CompactionUpdate: record('Creates or updates a compaction: omitted keeps, null clears, a value replaces.', {
    compactionId: ['CompactionId', 'Id of the compaction.'],
    status: ['CompactionStatus', 'Status of the compaction.'],
    'summary?': ['ContentBlock[] | null', 'The whole summary.', lenient],
    'error?': ['string | null', 'Why the compaction failed.', lenient],
  }),
  CompactionSummaryChunk: record('Appends a piece to the summary of a compaction.', {
    compactionId: ['CompactionId', 'Id of the compaction.'],
    content: ['ContentBlock', 'The piece to append.'],
  }),
} satisfies Topic;
