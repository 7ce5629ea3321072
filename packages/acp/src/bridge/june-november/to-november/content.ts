import { isListOf, type JsonObject, type Meta } from '../../../protocol/reading/guard.ts';
import { isAbsoluteUri } from '../../../protocol/reading/text-format.ts';
import type { Note, TakeNote } from '../../ledger.ts';
import { metaKeys, withMeta, withoutMeta } from '../../meta-keys.ts';
import * as june from '../june.ts';
import { mapped } from '../mapped.ts';
import * as november from '../november.ts';
import { fileUri } from './uri.ts';

/** What a note about a piece of content refers to. */
export type Place = Pick<Note, 'messageId' | 'toolCallId'> & { readonly path: string };

type Known<T extends string> = Extract<june.KnownContentBlock, { readonly type: T }>;
type WithUri = { readonly uri?: string | null; readonly _meta?: Meta | null };

function inside(place: Place, name: string): Place {
  return { ...place, path: `${place.path}.${name}` };
}

function without<T extends object>(value: T, key: string): T {
  const { [key]: _, ...rest } = value as JsonObject;
  return rest as T;
}

/** Returns a block without a priority or a size that November does not take. */
function withoutBadNumbers(block: june.KnownContentBlock, place: Place, note: TakeNote): june.KnownContentBlock {
  let kept = block;
  const leaveOut = (path: string, lost: unknown) =>
    note({ kind: 'loss', rule: 'annotation', ...inside(place, path), lost, done: 'left out' });
  const priority = block.annotations?.priority;
  if (typeof priority === 'number' && !(priority >= 0 && priority <= 1)) {
    leaveOut('annotations.priority', priority);
    kept = { ...kept, annotations: without(block.annotations as object, 'priority') };
  }
  const { size } = block as { readonly size?: number | null };
  if (typeof size === 'number' && size < 0) {
    leaveOut('size', size);
    kept = without(kept, 'size');
  }
  return kept;
}

function noteUri(place: Place, lost: unknown, done: string, note: TakeNote): void {
  note({ kind: 'repair', rule: 'uri', ...inside(place, 'uri'), lost, done });
}

/** Returns a value whose URI is absolute, with the path that it was in `_meta`; `undefined` if it cannot be made absolute. */
function withAbsoluteUri<T extends WithUri>(value: T, place: Place, note: TakeNote): T | undefined {
  const { uri } = value;
  if (typeof uri !== 'string' || isAbsoluteUri(uri)) return value;
  const absolute = fileUri(uri);
  if (absolute === undefined) return undefined;
  noteUri(place, uri, `sent as ${absolute}`, note);
  return { ...value, uri: absolute, _meta: withMeta(value._meta, metaKeys.uri, uri) };
}

function shownAsText(text: string, raw: object): november.ContentBlock {
  return { type: 'text', text, _meta: { [metaKeys.raw]: raw } };
}

function withIcons(link: Known<'resource_link'>): Known<'resource_link'> {
  const icons = link._meta?.[metaKeys.icons];
  if (icons === undefined || !isListOf(icons, november.Icon.is)) return link;
  const meta = withoutMeta(link._meta as Meta, metaKeys.icons);
  return { ...without(link, '_meta'), icons, ...(meta === undefined ? {} : { _meta: meta }) } as typeof link;
}

function linkToNovember(link: Known<'resource_link'>, place: Place, note: TakeNote): november.ContentBlock {
  const absolute = withAbsoluteUri(withIcons(link), place, note);
  if (absolute !== undefined) return absolute as november.ContentBlock;
  noteUri(place, link.uri, 'shown as text', note);
  return shownAsText(link.uri === '' ? link.name : `[${link.name}](${link.uri})`, link);
}

function resourceToNovember(block: Known<'resource'>, place: Place, note: TakeNote): november.ContentBlock {
  const { resource } = block;
  const absolute = withAbsoluteUri(resource, inside(place, 'resource'), note);
  if (absolute === resource) return block as november.ContentBlock;
  if (absolute !== undefined) return { ...block, resource: absolute } as november.ContentBlock;
  noteUri(inside(place, 'resource'), resource.uri, 'shown as text', note);
  const text = 'text' in resource ? resource.text : '';
  return shownAsText([resource.uri, text].filter((part) => part !== '').join('\n\n'), block);
}

function imageToNovember(image: Known<'image'>, place: Place, note: TakeNote): november.ContentBlock {
  const absolute = withAbsoluteUri(image, place, note);
  if (absolute !== undefined) return absolute as november.ContentBlock;
  noteUri(place, image.uri, 'kept in _meta', note);
  return { ...without(image, 'uri'), _meta: withMeta(image._meta, metaKeys.uri, image.uri) } as november.ContentBlock;
}

/** Returns whether a block is sure to be the same in both dialects, which is so for nearly all. */
export function isPlain(block: june.ContentBlock): boolean {
  return block.type === 'text' && ((block as Known<'text'>).annotations ?? undefined) === undefined;
}

/** Returns a content block as November has it: itself, or with what November does not take repaired or left out. */
export function contentBlockToNovember(block: june.ContentBlock, place: Place, note: TakeNote): november.ContentBlock {
  if (isPlain(block) || !june.isKnownContentBlock(block)) return block as november.ContentBlock;
  const kept = withoutBadNumbers(block, place, note);
  switch (kept.type) {
    case 'image':
      return imageToNovember(kept, place, note);
    case 'resource_link':
      return linkToNovember(kept, place, note);
    case 'resource':
      return resourceToNovember(kept, place, note);
    default:
      return kept as november.ContentBlock;
  }
}

/** Returns a list of content blocks as November has them; a list in which nothing changes is returned itself. */
export function blocksToNovember(
  blocks: readonly june.ContentBlock[],
  place: Place,
  note: TakeNote,
): readonly november.ContentBlock[] {
  return mapped(blocks, (block, index) =>
    contentBlockToNovember(block, { ...place, path: `${place.path}[${index}]` }, note),
  );
}

/** Returns the content of a request as November has it; the same list if nothing had to change. */
export function contentBlocksToNovember(
  blocks: readonly june.ContentBlock[],
  path: string,
  note: TakeNote,
): readonly november.ContentBlock[] {
  return blocksToNovember(blocks, { path }, note);
}
