import { mergedMeta } from '../reduce/merged-meta.ts';
import type { UpdateRules } from '../reduce/update-rules.ts';
import { turnOf } from '../state.ts';
import { reportItem } from './report-item.ts';

const finals: ReadonlySet<string | undefined> = new Set(['completed', 'failed', 'cancelled']);

/** The rules of November: `_meta` merges by key, each kind of message has its own ids, and a tool call can be cancelled for good. */
export const novemberRules: UpdateRules = {
  patchMeta: mergedMeta,
  isFinal: (status) => finals.has(status),
  hasOneIdSpace: false,
  keepsCost: true,
  hasToolDetails: true,
  reopensByStatus: true,
  announcesByPermission: true,
  reportItem,
  // A session may also have turns that end by their answer, as the sessions of our own agents do.
  isOfTurn: (state) => turnOf(state, state.tracking.cursor.turns.running)?.endsBy === 'answer',
};
