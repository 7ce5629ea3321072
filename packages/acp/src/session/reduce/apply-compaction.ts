import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { CompactionSummaryChunk, CompactionUpdate } from '../../protocol/november/generated/compaction.ts';
import type { Compaction } from '../compaction.ts';
import type { Position } from '../event.ts';
import { type SessionState, withRare } from '../state.ts';
import { Sequence } from '../structures/sequence.ts';
import { withEntry } from './add-entry.ts';
import { reportTrimmed, trimmed } from './limit-content.ts';
import { mergedMeta } from './merged-meta.ts';
import { patched, patchedList } from './patch.ts';
import { quoted } from './report.ts';
import { reportAll, reportBlock } from './unknown-tag.ts';

function newCompaction(compactionId: string): Compaction {
  return {
    compactionId,
    status: undefined,
    summary: Sequence.empty(),
    error: undefined,
    _meta: undefined,
    droppedItems: 0,
  };
}

/** Creates or patches a compaction: an omitted field stays, null clears it, a value replaces it. */
export function applyCompaction(state: SessionState, update: CompactionUpdate, at: Position): SessionState {
  const { compactionId } = update;
  const current = state.compactions.get(compactionId) ?? newCompaction(compactionId);
  const summary = update.summary as readonly ContentBlock[] | null | undefined;
  const next = write(
    state,
    {
      ...current,
      status: patched(current.status, update.status),
      summary: patchedList(current.summary, summary),
      error: patched(current.error, update.error),
      _meta: mergedMeta(current._meta, update._meta),
    },
    at,
  );
  return reportAll(next, summary, reportBlock, at);
}

/** Appends one item to the summary of a compaction. */
export function applySummaryChunk(state: SessionState, chunk: CompactionSummaryChunk, at: Position): SessionState {
  const { compactionId } = chunk;
  const content = chunk.content as ContentBlock;
  const current = state.compactions.get(compactionId) ?? newCompaction(compactionId);
  return reportBlock(write(state, { ...current, summary: current.summary.append(content) }, at), content, at);
}

function write(state: SessionState, compaction: Compaction, at: Position): SessionState {
  const { compactions } = state;
  const { compactionId } = compaction;
  const kept = trimmed(compaction.summary, state.limits.items);
  const written: Compaction =
    kept.dropped === 0
      ? compaction
      : { ...compaction, summary: kept.content, droppedItems: compaction.droppedItems + kept.dropped };
  const index = compactions.indexOf(compactionId);
  let next = state;
  if (index === -1) {
    next = withRare(state, { compactions: compactions.add(compactionId, written) });
    next = withEntry(next, { type: 'compaction', index: compactions.length }, at);
  } else if (hasChanged(compactions.at(index) as Compaction, written)) {
    next = withRare(state, { compactions: compactions.with(index, written) });
  }
  return reportTrimmed(next, kept.dropped, quoted(compactionId), at);
}

function hasChanged(current: Compaction, next: Compaction): boolean {
  return (
    current.status !== next.status ||
    current.summary !== next.summary ||
    current.error !== next.error ||
    current._meta !== next._meta
  );
}
