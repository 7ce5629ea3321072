import type { Meta } from '../../../protocol/reading/guard.ts';
import { isBinaryDiff } from '../../../session/file-changes.ts';
import { isEqual } from '../../equal.ts';
import { metaKeys, rawOf, withoutMeta } from '../../meta-keys.ts';
import { diffToJune } from '../diff-to-june.ts';
import { type NovemberDiff, plainDiffToNovember } from '../diff-to-november.ts';
import type * as june from '../june.ts';
import * as november from '../november.ts';
import { terminalPlaceholder } from '../terminal-placeholder.ts';
import { contentBlockToNovember, type Place } from './content.ts';
import type { Crossing } from './crossing.ts';
import { revealedDiff } from './november-diffs.ts';

type JuneDiff = june.Diff & { readonly type: 'diff' };
type JuneContent = Extract<june.ToolCallContent, { readonly type: 'content' }>;

function withoutRaw<T extends { readonly _meta?: Meta | null }>(item: T): T {
  const { _meta, ...rest } = item;
  const meta = withoutMeta(_meta as Meta, metaKeys.raw);
  return (meta === undefined ? rest : { ...rest, _meta: meta }) as T;
}

/** Returns a terminal of the agent that the client knows; `undefined` if the value is anything else. */
function knownTerminal({ session: { values } }: Crossing, value: unknown): november.ToolCallContent | undefined {
  if (!november.ToolCallContent.is(value) || value.type !== 'terminal') return undefined;
  return values.terminals.has((value as { readonly terminalId: string }).terminalId) ? value : undefined;
}

function diffToNovember(crossing: Crossing, diff: JuneDiff, place: Place): november.ToolCallContent {
  if (isBinaryDiff(diff)) {
    const lost = 'the text of a file that is not text';
    crossing.note({ kind: 'loss', rule: 'diff-text', ...place, lost, done: 'sent as a change without a patch' });
  }
  return plainDiffToNovember(diff) as november.ToolCallContent;
}

/** Returns an item as November has it. */
function itemToNovember(crossing: Crossing, item: june.ToolCallContent, place: Place): november.ToolCallContent {
  const own = revealedDiff(item) ?? knownTerminal(crossing, item);
  if (own !== undefined) return own;
  if (item.type === 'diff') return diffToNovember(crossing, item as JuneDiff, place);
  if (item.type === 'content') {
    const { content } = item as JuneContent;
    const block = contentBlockToNovember(content, { ...place, path: `${place.path}.content` }, crossing.note);
    return ((block as unknown) === content ? item : { ...item, content: block }) as november.ToolCallContent;
  }
  if (item.type !== 'terminal') return item as november.ToolCallContent;
  const done = 'shown as text';
  crossing.note({ kind: 'repair', rule: 'agent-terminal', ...place, lost: 'a terminal that is not known', done });
  const text = terminalPlaceholder;
  return { type: 'content', content: { type: 'text', text }, _meta: { [metaKeys.raw]: item } };
}

/** Returns the item that a bridge has shown as the first of these items and maybe more, and how many; `undefined` if there is none. */
function shownAs(
  crossing: Crossing,
  items: readonly june.ToolCallContent[],
  index: number,
): { readonly item: november.ToolCallContent; readonly count: number } | undefined {
  const raw = rawOf((items[index] as { readonly _meta?: unknown })._meta);
  if (raw === undefined) return undefined;
  const terminal = knownTerminal(crossing, raw);
  if (terminal !== undefined) return { item: terminal, count: 1 };
  if (raw.type !== 'diff' || !november.Diff.is(raw)) return undefined;
  const shown = diffToJune(raw as NovemberDiff).items;
  // Items that were changed since are what counts.
  const isSame = isEqual(shown, items.slice(index, index + shown.length));
  return isSame ? { item: raw as NovemberDiff as november.ToolCallContent, count: shown.length } : undefined;
}

/** Returns tool content as November has it; content in which nothing changes is returned itself. */
export function toolContentToNovember(
  crossing: Crossing,
  toolCallId: string,
  items: readonly june.ToolCallContent[],
  path = 'content',
): readonly november.ToolCallContent[] {
  const carried: november.ToolCallContent[] = [];
  for (let index = 0; index < items.length; ) {
    const whole = shownAs(crossing, items, index);
    const item = items[index] as june.ToolCallContent;
    const place = { toolCallId, path: `${path}[${index}]` };
    const isDiff = rawOf((item as { readonly _meta?: unknown })._meta)?.type === 'diff';
    carried.push(whole?.item ?? itemToNovember(crossing, isDiff ? withoutRaw(item as JuneContent) : item, place));
    index += whole?.count ?? 1;
  }
  const isSame = carried.length === items.length && carried.every((item, index) => (item as unknown) === items[index]);
  return isSame ? (items as readonly unknown[] as readonly november.ToolCallContent[]) : carried;
}
