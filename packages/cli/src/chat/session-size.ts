import type { SessionState } from '@emend/acp';
import type { Accumulation } from '@emend/acp/session';

/** Maximum text of one session kept in memory, in characters. */
export const largestSession = 100 * 1024 * 1024;

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let length = 16;
  for (const part of Object.values(value)) length += lengthOf(part);
  return length;
}

const lengths: Accumulation<unknown, number> = {
  start: 0,
  step: (sum, item) => sum + lengthOf(item),
};

/** Returns roughly how much text a session holds; only what was added since the last call is measured. */
export function sessionSize(state: SessionState): number {
  let size = 0;
  for (const { content } of state.messages) size += content.accumulate(lengths);
  for (const { content } of state.toolCalls) size += content.accumulate(lengths);
  for (const plan of state.plans) size += lengthOf(plan.value);
  return size;
}
