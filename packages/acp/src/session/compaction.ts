import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { CompactionId, CompactionStatus } from '../protocol/november/generated/compaction.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Sequence } from './structures/sequence.ts';

/** A compaction of the agent's context in its current state. */
export interface Compaction {
  readonly compactionId: CompactionId;
  /** Undefined until the agent has reported it. */
  readonly status: CompactionStatus | undefined;
  /** The summary that takes the place of what was compacted. */
  readonly summary: Sequence<ContentBlock>;
  readonly error: string | undefined;
  readonly _meta: Meta | undefined;
  /** Number of items that a limit has dropped from the start of the summary. */
  readonly droppedItems: number;
}
