import type { Note, TakeNote } from '../../ledger.ts';
import { metaKeys } from '../../meta-keys.ts';
import * as june from '../june.ts';
import { placeholderText } from '../placeholder-text.ts';
import type * as v1 from '../v1.ts';

/** What a note about a piece of content refers to. */
type Place = Pick<Note, 'messageId' | 'toolCallId'> & { readonly path: string };

function inside(place: Place, name: string): Place {
  return { ...place, path: place.path === '' ? name : `${place.path}.${name}` };
}

/** Shows a value of an unknown type as text that says the type, with the value itself in `_meta`. */
function placeholder(
  value: { readonly type: string },
  place: Place,
  note: TakeNote,
): v1.ContentBlock & { type: 'text' } {
  note({
    kind: 'repair',
    rule: 'placeholder',
    ...inside(place, 'type'),
    lost: value.type,
    done: 'shown as text',
  });
  return { type: 'text', text: placeholderText(value), _meta: { [metaKeys.raw]: value } };
}

/** Returns a content block as v1 has it: itself, without the roles that v1 does not know, or as text that says its type. */
export function contentBlockToV1(block: june.ContentBlock, place: Place, note: TakeNote): v1.ContentBlock {
  if (!june.isKnownContentBlock(block)) return placeholder(block, place, note);
  const audience = block.annotations?.audience;
  // All that differs between the two types is that June has roles which v1 does not know.
  if (!audience?.some((role) => !june.isKnownRole(role))) return block as v1.ContentBlock;
  note({
    kind: 'loss',
    rule: 'role',
    ...inside(place, 'annotations.audience'),
    lost: audience.filter((role) => !june.isKnownRole(role)),
    done: 'left out of the audience',
  });
  // An empty audience stays: without the field the block would be for everybody.
  const annotations = { ...block.annotations, audience: audience.filter((role) => june.isKnownRole(role)) };
  return { ...block, annotations } as v1.ContentBlock;
}

/** Returns a list of content blocks as v1 has them; a list in which nothing changes is returned itself. */
export function contentBlocksToV1(
  blocks: readonly june.ContentBlock[],
  path: string,
  note: TakeNote,
): readonly v1.ContentBlock[] {
  const all = blocks.map((block, index) => contentBlockToV1(block, { path: `${path}[${index}]` }, note));
  return all.every((block, index) => (block as unknown) === blocks[index]) ? (blocks as typeof all) : all;
}

/** Returns a piece of tool content as v1 has it: itself, or with what v1 does not know shown as text. */
export function toolContentToV1(item: june.ToolCallContent, place: Place, note: TakeNote): v1.ToolCallContent {
  if (!june.isKnownToolCallContent(item)) {
    const { _meta, ...content } = placeholder(item, place, note);
    return { type: 'content', content, _meta: _meta ?? null };
  }
  if (item.type === 'diff') return item;
  const content = contentBlockToV1(item.content, inside(place, 'content'), note);
  return (content as unknown) === item.content ? (item as v1.ToolCallContent) : { ...item, content };
}
