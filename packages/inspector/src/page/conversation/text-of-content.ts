import type { FoldedMessage } from '@emend/acp/session';
import { oneLine, promptText } from '@emend/acp/view';

/** Returns the beginning of the text of content, on one line. */
export function textOfContent(content: FoldedMessage['content'], width: number): string {
  return oneLine(promptText(content), width);
}
