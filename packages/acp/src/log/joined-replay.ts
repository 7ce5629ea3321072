import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import { joinedText } from '../session/plain-text.ts';
import { replayOf } from '../session/replay.ts';
import type { SessionState } from '../session/state.ts';

/**
 * Returns the updates that rebuild a state for a client: one per message, tool call and plan, in the order of the timeline.
 *
 * Adjacent plain text of a message is joined to one block: how it was cut into tokens does not matter afterwards.
 */
export function joinedReplay(state: SessionState): SessionUpdate[] {
  return replayOf(state).map((update) => {
    if (!isMessage(update) || !Array.isArray(update.content)) return update;
    const content = joinedText(update.content);
    return content === update.content ? update : { ...update, content };
  });
}

type MessageUpdate = SessionUpdate & { readonly content?: readonly ContentBlock[] | null };

function isMessage(update: SessionUpdate): update is MessageUpdate {
  const { sessionUpdate: tag } = update;
  return tag === 'agent_message' || tag === 'agent_thought' || tag === 'user_message';
}
