import type { Compaction } from '@emend/acp/session';
import { messageText } from './content-words.ts';

/** What people are told about each status; a map, since a status may be any word. */
const heads: ReadonlyMap<string, string> = new Map([
  ['in_progress', 'The conversation is being compacted …'],
  ['completed', 'The conversation was compacted.'],
  ['failed', 'The conversation could not be compacted.'],
  ['cancelled', 'Compacting the conversation was cancelled.'],
]);

/** Returns a compaction as text: what happened, and the summary that takes the place of what was said. */
export function compactionWords({ status, summary, error }: Compaction): {
  readonly head: string;
  readonly text: string;
} {
  const head = heads.get(status ?? 'in_progress') ?? `Compacting the conversation: ${status}`;
  const text = [...summary].map((block) => messageText('agent', block)).join('');
  return { head: error === undefined ? head : `${head} ${error}`, text };
}
