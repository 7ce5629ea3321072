import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { isKnownToolCallContent, type ToolCallContent } from '../../protocol/november/generated/tool-call.ts';
import type { Position } from '../event.ts';
import { reportBlock, reportTag } from '../reduce/unknown-tag.ts';
import type { SessionState } from '../state.ts';
import type { ToolCallContent as AnyToolCallContent } from '../tool-call.ts';

/** Reports an unknown type of tool call content, or of the content within. */
export function reportItem(state: SessionState, item: AnyToolCallContent, at: Position): SessionState {
  const read = item as ToolCallContent;
  if (!isKnownToolCallContent(read)) return reportTag(state, read.type, 'tool call content', at);
  return read.type === 'content' ? reportBlock(state, read.content as ContentBlock, at) : state;
}
