import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import type { SessionDialect } from './session-readers.ts';

const ownTags: ReadonlySet<string> = new Set([
  'state_update',
  'terminal_update',
  'terminal_output_chunk',
  'notice',
  'compaction_update',
  'compaction_summary_chunk',
]);

/**
 * Returns as what an update of our own has to be read: June, unless it has something that only November has.
 *
 * Agents and replays write June's form, and as on November's wire what June does not have.
 */
export function dialectOfUpdate(update: SessionUpdate): SessionDialect {
  const { sessionUpdate, plan, name, capabilities, content } = update as Readonly<Record<string, unknown>>;
  if (ownTags.has(sessionUpdate as string)) return 'november';
  if (sessionUpdate === 'plan_update') return 'planId' in (plan as object) ? 'november' : 'june';
  if (sessionUpdate !== 'tool_call_update' && sessionUpdate !== 'tool_call_content_chunk') return 'june';
  if (name !== undefined || capabilities !== undefined) return 'november';
  const items: readonly unknown[] = Array.isArray(content) ? content : [content];
  return items.some(isOwnItem) ? 'november' : 'june';
}

function isOwnItem(item: unknown): boolean {
  const { type, changes } = (item ?? {}) as { type?: unknown; changes?: unknown };
  return type === 'terminal' || (type === 'diff' && changes !== undefined);
}
