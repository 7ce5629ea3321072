import { type FoldedToolCall, isPlainText } from '@emend/acp/session';

type Item = FoldedToolCall['content'][number];
type Block = Parameters<typeof isPlainText>[0];

/** A piece of the content of a tool call as it is shown: the joined text of several chunks, or one item. `first` and `last` are their indexes. */
type ToolRun =
  | { readonly type: 'text'; readonly text: string; readonly first: number; readonly last: number }
  | { readonly type: 'item'; readonly item: Item; readonly first: number; readonly last: number };

/** Returns the content of a tool call with adjacent plain texts joined. */
export function toolRuns(content: readonly Item[]): readonly ToolRun[] {
  const runs: ToolRun[] = [];
  for (const [index, item] of content.entries()) {
    const text = plainText(item);
    const before = runs.at(-1);
    if (text === undefined) runs.push({ type: 'item', item, first: index, last: index });
    else if (before?.type === 'text') runs[runs.length - 1] = { ...before, text: before.text + text, last: index };
    else runs.push({ type: 'text', text, first: index, last: index });
  }
  return runs;
}

function plainText(item: Item): string | undefined {
  const block = item.type === 'content' && 'content' in item ? item.content : undefined;
  if (typeof block !== 'object' || block === null || !isPlainText(block as Block)) return undefined;
  return (block as { readonly text: string }).text;
}
