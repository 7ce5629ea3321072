import { type ContentBlock, isKnownContentBlock } from '../../protocol/june/generated/content.ts';
import {
  isKnownToolCallContent,
  type ToolCallContent as JuneToolCallContent,
} from '../../protocol/june/generated/tool-call.ts';
import { originOf } from '../../protocol/reading/origin.ts';
import { updatesOnlyInV1 } from '../../protocol/v1/signs.ts';
import type { Position } from '../event.ts';
import type { SessionState } from '../state.ts';
import type { ToolCallContent } from '../tool-call.ts';
import { quoted, reported } from './report.ts';

/** Reports a tag that is neither known nor an extension. */
export function reportTag(state: SessionState, tag: string, what: string, at: Position): SessionState {
  if (originOf(tag) === 'extension') return state;
  const hint = what === 'update' && updatesOnlyInV1.has(tag) ? '; the agent seems to speak v1' : '';
  return reported(state, 'unknown_tag', at, `${what} ${quoted(tag)} is not known${hint}`);
}

/** Reports an unknown type of message content. */
export function reportBlock(state: SessionState, block: ContentBlock, at: Position): SessionState {
  return isKnownContentBlock(block) ? state : reportTag(state, block.type, 'content', at);
}

/** Reports an unknown type of tool call content, or of the content within. */
export function reportItem(state: SessionState, item: ToolCallContent, at: Position): SessionState {
  const read = item as JuneToolCallContent;
  if (!isKnownToolCallContent(read)) return reportTag(state, read.type, 'tool call content', at);
  return read.type === 'content' ? reportBlock(state, read.content, at) : state;
}

/** Reports what is unknown among the items of a patched list. */
export function reportAll<T>(
  state: SessionState,
  items: readonly T[] | null | undefined,
  report: (state: SessionState, item: T, at: Position) => SessionState,
  at: Position,
): SessionState {
  let next = state;
  if (items !== undefined && items !== null) for (const item of items) next = report(next, item, at);
  return next;
}
