import type { DialectSigns } from '../dialect.ts';
import { isObject, type JsonObject } from '../reading/guard.ts';

/** The session updates that v1 has and later dialects do not. */
export const updatesOnlyInV1: ReadonlySet<unknown> = new Set(['tool_call', 'plan', 'current_mode_update']);

/** Chunks carry a message id in every dialect but v1. */
const chunks: ReadonlySet<unknown> = new Set(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk']);

function hasOldNumber({ protocolVersion }: JsonObject): boolean {
  return typeof protocolVersion !== 'number' || protocolVersion < 2;
}

/** How v1 is recognised: in an answer, its shape counts for more than its number. */
export const v1Signs: DialectSigns = {
  client: hasOldNumber,
  agent: (result) => isObject(result['agentCapabilities']) || hasOldNumber(result),
  update: ({ sessionUpdate, messageId }) =>
    updatesOnlyInV1.has(sessionUpdate) || (chunks.has(sessionUpdate) && typeof messageId !== 'string'),
};
