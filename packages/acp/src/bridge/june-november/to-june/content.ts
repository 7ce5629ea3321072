import { isObject, type Meta } from '../../../protocol/reading/guard.ts';
import type { Note, TakeNote } from '../../ledger.ts';
import { metaKeys, rawOf, withMeta, withoutMeta } from '../../meta-keys.ts';
import * as june from '../june.ts';
import { mapped } from '../mapped.ts';
import type * as november from '../november.ts';

/** What a note about a piece of content refers to. */
type Place = Pick<Note, 'messageId' | 'toolCallId'> & { readonly path: string };

type Known<T extends string> = Extract<november.ContentBlock, { readonly type: T }>;

/** Returns an object with another `_meta`, or without any. */
function withMetaOnly<T extends { readonly _meta?: Meta | null }>(value: T, meta: Meta | undefined): T {
  const { _meta: _, ...rest } = value;
  return (meta === undefined ? rest : { ...rest, _meta: meta }) as T;
}

/** Returns an object with the URI that a bridge has kept in its `_meta`. */
function withOwnUri<T extends { readonly uri?: string | null; readonly _meta?: Meta | null }>(value: T): T {
  const uri = value._meta?.[metaKeys.uri];
  if (typeof uri !== 'string') return value;
  return { ...withMetaOnly(value, withoutMeta(value._meta as Meta, metaKeys.uri)), uri };
}

function linkToJune(link: Known<'resource_link'>, place: Place, note: TakeNote): june.ContentBlock {
  const own = withOwnUri(link);
  if (own.icons === undefined) return own as june.ContentBlock;
  const { icons, ...rest } = own;
  if (icons === null) return rest as june.ContentBlock;
  note({ kind: 'repair', rule: 'icons', ...place, path: `${place.path}.icons`, lost: icons, done: 'kept in _meta' });
  return { ...rest, _meta: withMeta(own._meta, metaKeys.icons, icons) } as june.ContentBlock;
}

/** Returns a content block as June has it: itself, with its icons in `_meta`, or as it was before a bridge has changed it. */
export function contentBlockToJune(block: november.ContentBlock, place: Place, note: TakeNote): june.ContentBlock {
  switch (block.type) {
    case 'text': {
      if (block['_meta'] === undefined || block['_meta'] === null) return block;
      const raw = rawOf(block['_meta']);
      return june.ContentBlock.is(raw) ? raw : block;
    }
    case 'image':
      return withOwnUri(block as Known<'image'>);
    case 'resource_link':
      return linkToJune(block as Known<'resource_link'>, place, note);
    case 'resource': {
      const { resource } = block as Known<'resource'>;
      const own = isObject(resource) ? withOwnUri(resource) : resource;
      return (own === resource ? block : { ...block, resource: own }) as june.ContentBlock;
    }
    default:
      return block as june.ContentBlock;
  }
}

/** Returns a list of content blocks as June has them; a list in which nothing changes is returned itself. */
export function blocksToJune(
  blocks: readonly november.ContentBlock[],
  place: Place,
  note: TakeNote,
): readonly june.ContentBlock[] {
  return mapped(blocks, (block, index) =>
    contentBlockToJune(block, { ...place, path: `${place.path}[${index}]` }, note),
  );
}

/** Returns the content of a request as June has it; the same list if nothing had to change. */
export function contentBlocksToJune(
  blocks: readonly november.ContentBlock[],
  path: string,
  note: TakeNote,
): readonly june.ContentBlock[] {
  return blocksToJune(blocks, { path }, note);
}
