import { hunkTexts } from '../../protocol/git-patch/hunk.ts';
import { type FileChange, fileChanges } from '../../session/file-changes.ts';
import { isEqual } from '../equal.ts';
import { metaKeys, withMeta } from '../meta-keys.ts';
import { type NovemberDiff, plainDiffToNovember } from './diff-to-november.ts';
import type * as june from './june.ts';

type JuneDiff = june.Diff & { readonly type: 'diff' };
type JuneText = Extract<june.ToolCallContent, { readonly type: 'content' }>;

/** A November diff as June shows it. */
interface DiffInJune {
  /** At least one item; the first has the November diff in `_meta`, unless the item alone says the same. */
  readonly items: readonly june.ToolCallContent[];
  /** Whether a file of it has several hunks, each of which is an item. */
  readonly hasManyHunks: boolean;
  /** Whether some of it can only be shown as text. */
  readonly hasText: boolean;
}

const verbs: Readonly<Record<string, string>> = {
  add: 'Added',
  delete: 'Deleted',
  modify: 'Modified',
  move: 'Moved',
  copy: 'Copied',
};

/** Files that have no lines to show. */
const fileTypesWithoutLines: ReadonlySet<unknown> = new Set(['binary', 'directory', 'symlink']);

function textItem(text: string): JuneText {
  return { type: 'content', content: { type: 'text', text } };
}

function label({ operation, oldPath, path }: FileChange): JuneText {
  const verb = Object.hasOwn(verbs, operation) ? verbs[operation] : operation;
  const paths = [oldPath, path].filter((each) => each !== undefined).join(' → ');
  return textItem(paths === '' ? `${verb}` : `${verb} ${paths}`);
}

function hunkItems({ operation, path = '', hunks = [], isNewInPatch }: FileChange): JuneDiff[] {
  const isNew = operation === 'add' || isNewInPatch;
  return hunks.map((hunk) => {
    const { oldText, newText } = hunkTexts(hunk);
    const item: JuneDiff = { type: 'diff', path, oldText: isNew ? null : oldText, newText };
    return operation === 'delete' ? { ...item, _meta: { kind: 'delete' } } : item;
  });
}

function itemsOf(change: FileChange): (JuneDiff | JuneText)[] {
  const { operation, path, hunks, hasNoHunks, fileType } = change;
  if (path === undefined || !Object.hasOwn(verbs, operation) || fileTypesWithoutLines.has(fileType)) {
    return [label(change)];
  }
  if (operation === 'add' && hasNoHunks) return [{ type: 'diff', path, oldText: null, newText: '' }];
  if (hunks === undefined) return [label(change)];
  const isElsewhere = operation === 'move' || operation === 'copy';
  return isElsewhere ? [label(change), ...hunkItems(change)] : hunkItems(change);
}

/** Returns the June items that show a November diff. */
export function diffToJune(diff: NovemberDiff): DiffInJune {
  const { changes, rest: unread } = fileChanges(diff);
  const items = changes.flatMap(itemsOf);
  if (unread !== '') items.push(textItem(unread));
  const [first = textItem('[diff]'), ...rest] = items;
  const saysAll = first.type === 'diff' && rest.length === 0 && isEqual(plainDiffToNovember(first), diff);
  const marked = saysAll ? first : { ...first, _meta: withMeta(first._meta, metaKeys.raw, diff) };
  return {
    items: [marked, ...rest],
    hasManyHunks: changes.some(({ hunks }) => hunks !== undefined && hunks.length > 1),
    hasText: first.type !== 'diff' || rest.some(({ type }) => type !== 'diff'),
  };
}
