import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { Message } from '../session/message.ts';
import { blockText, isPlainText, textOf } from '../session/plain-text.ts';
import { type Accumulation, Sequence } from '../session/structures/sequence.ts';

const joined: Accumulation<ContentBlock, string> = {
  start: '',
  step: (text, block) => text + blockText(block),
};

/** All text of a message in one piece; a chunk more costs a chunk, since the text so far is remembered. */
export function messageText(message: Message): string {
  return message.content.accumulate(joined);
}

/** All text of a prompt in one piece. */
export function promptText(prompt: readonly ContentBlock[]): string {
  return textOf(prompt);
}

/** Content as a screen shows it: what was one text before it was cut into chunks is one text again. */
export type ContentRun =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'block'; readonly block: ContentBlock };

interface Runs {
  readonly done: Sequence<ContentRun>;
  /** The text that the next chunk may continue. */
  readonly open: string | undefined;
}

const merged: Accumulation<ContentBlock, Runs> = {
  start: { done: Sequence.empty(), open: undefined },
  step(runs, block) {
    if (isPlainText(block)) return { done: runs.done, open: (runs.open ?? '') + block.text };
    return { done: closed(runs).append({ type: 'block', block }), open: undefined };
  },
};

function closed(runs: Runs): Sequence<ContentRun> {
  return runs.open === undefined ? runs.done : runs.done.append({ type: 'text', text: runs.open });
}

/** The content with adjacent plain texts merged; a text with annotations or `_meta` stays apart, as they speak of it alone. */
export function contentRuns(content: Sequence<ContentBlock>): ContentRun[] {
  return closed(content.accumulate(merged)).toArray();
}
