import type { ContentBlock } from '../protocol/v2/generated/content.ts';
import type { SessionUpdate } from '../protocol/v2/generated/session-update.ts';
import { replayOf } from '../session/replay.ts';
import type { SessionState } from '../session/state.ts';

/**
 * The updates that rebuild a state for a client: one a message, a tool call and a plan, in the order of the timeline (A14).
 *
 * Adjacent plain text of a message is one block, since what was a token on its way is of no interest afterwards.
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

/** Content with neighbouring texts joined that have nothing but their text; the same array if there are none. */
export function joinedText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const joined: ContentBlock[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) joined.push({ type: 'text', text: texts.join('') });
    texts = [];
  };
  for (const block of content) {
    if (isPlainText(block)) {
      texts.push(block.text);
    } else {
      flush();
      joined.push(block);
    }
  }
  flush();
  return joined.length === content.length ? content : joined;
}

function isPlainText(block: ContentBlock): block is { readonly type: 'text'; readonly text: string } {
  return block.type === 'text' && typeof block['text'] === 'string' && Object.keys(block).length === 2;
}
