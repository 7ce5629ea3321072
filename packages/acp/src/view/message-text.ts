import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { Message } from '../session/message.ts';
import { blockText, isPlainText, textOf } from '../session/plain-text.ts';
import { type Accumulation, Sequence } from '../session/structures/sequence.ts';

const joined: Accumulation<ContentBlock, string> = {
  start: '',
  step: (text, block) => text + blockText(block),
};

/** Returns the joined text of a message. The text so far is cached, so one more chunk costs only that chunk. */
export function messageText(message: Message): string {
  return message.content.accumulate(joined);
}

/** Returns the joined text of a prompt. */
export function promptText(prompt: readonly ContentBlock[]): string {
  return textOf(prompt);
}

/** A piece of content as a screen shows it: the joined text of several chunks, or a block that is not plain text. */
export type ContentRun =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'block'; readonly block: ContentBlock };

interface Runs {
  readonly done: Sequence<ContentRun>;
  /** The text that the next block may continue. */
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

/** Returns content with adjacent plain texts joined. A text with annotations or `_meta` stays separate, because they belong to it alone. */
export function contentRuns(content: Sequence<ContentBlock>): ContentRun[] {
  return closed(content.accumulate(merged)).toArray();
}
