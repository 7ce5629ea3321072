import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { SessionUpdate } from '../protocol/june/generated/session-update.ts';
import { joinedText } from '../session/plain-text.ts';
import { replayOf } from '../session/replay.ts';
import type { SessionState } from '../session/state.ts';
import { joinedContent } from '../session/written-text.ts';

/**
 * Returns the updates that rebuild a state for a client: one per terminal, then one per message, tool call, plan and compaction, in the order
 * of the timeline.
 *
 * Adjacent plain text of a message or of a summary is joined to one block: how it was cut into tokens does not matter afterwards.
 */
export function joinedReplay(state: SessionState): SessionUpdate[] {
  return replayOf(state, joinedContent).map((update) => {
    const field = fieldOf(update.sessionUpdate);
    const content = field && (update as Readonly<Record<string, unknown>>)[field];
    if (field === undefined || !Array.isArray(content)) return update;
    const joined = joinedText(content as readonly ContentBlock[]);
    return joined === content ? update : ({ ...update, [field]: joined } as SessionUpdate);
  });
}

/** Returns the field of an update that holds text of a message or of a summary. */
function fieldOf(tag: string): 'content' | 'summary' | undefined {
  if (tag === 'agent_message' || tag === 'agent_thought' || tag === 'user_message') return 'content';
  return tag === 'compaction_update' ? 'summary' : undefined;
}
