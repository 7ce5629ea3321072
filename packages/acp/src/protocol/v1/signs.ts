import type { DialectSigns } from '../dialect.ts';
import { updateIn } from '../reading/update-in.ts';

/** The session updates that v1 has and later dialects do not. */
export const updatesOnlyInV1: ReadonlySet<unknown> = new Set(['tool_call', 'plan', 'current_mode_update']);

/** Chunks carry a message id in every dialect but v1. */
const chunks: ReadonlySet<unknown> = new Set(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk']);

const updatesOfLaterDialects: ReadonlySet<unknown> = new Set([
  'user_message',
  'agent_message',
  'agent_thought',
  'tool_call_content_chunk',
  'plan_update',
]);

/** How v1 is recognised in a stream. */
export const v1Signs: DialectSigns = {
  isOwn(message) {
    const { sessionUpdate, messageId } = updateIn(message);
    return updatesOnlyInV1.has(sessionUpdate) || (chunks.has(sessionUpdate) && typeof messageId !== 'string');
  },
  isForeign: (message) => updatesOfLaterDialects.has(updateIn(message)['sessionUpdate']),
};
