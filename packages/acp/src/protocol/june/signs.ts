import type { DialectSigns } from '../dialect.ts';

const updates: ReadonlySet<unknown> = new Set([
  'user_message',
  'agent_message',
  'agent_thought',
  'tool_call_content_chunk',
  'plan_update',
]);

/** How the June draft is recognised in a stream. In a handshake nothing marks it: a peer of no other dialect speaks June. */
export const juneSigns: DialectSigns = {
  update: ({ sessionUpdate }) => updates.has(sessionUpdate),
};
