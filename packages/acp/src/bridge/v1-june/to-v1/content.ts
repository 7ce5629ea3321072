import { under } from '../../conversion.ts';
import type { Note } from '../../ledger.ts';
import { metaKeys } from '../../meta-keys.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV1 } from './content-block.ts';
import { toolCallContentToV1 } from './tool-call.ts';

/** What an entry about a piece of content belongs to. */
export type Place = Pick<Note, 'messageId' | 'toolCallId'> & { readonly path: string };

function placeholder(type: string, raw: object): { type: 'text'; text: string; _meta: { [key: string]: unknown } } {
  return { type: 'text', text: `[${type}]`, _meta: { [metaKeys.raw]: raw } };
}

/** A content block for v1: itself, or without the roles that v1 does not know, or as text that says its type. */
export function carryBlock(block: june.ContentBlock, place: Place, note: (note: Note) => void): v1.ContentBlock {
  const result = contentBlockToV1(block);
  if (result.ok) return result.value;
  const { path, ...owner } = place;
  const at = under(path, result.path);
  if (!june.isKnownContentBlock(block)) {
    note({ kind: 'repair', rule: 'placeholder', ...owner, path: at, lost: block.type, done: 'shown as text' });
    return placeholder(block.type, block);
  }
  const audience = block.annotations?.audience ?? [];
  const unknown = audience.filter((role) => !june.isKnownRole(role));
  // An empty audience stays: without the field the block would be for everybody.
  note({
    kind: 'loss',
    rule: 'role',
    ...owner,
    path: under(path, 'annotations.audience'),
    lost: unknown,
    done: 'left out of the audience',
  });
  const annotations = { ...block.annotations, audience: audience.filter((role) => june.isKnownRole(role)) };
  return { ...block, annotations } as v1.ContentBlock;
}

/** A piece of tool content for v1: itself, or with what v1 does not know shown as text. */
export function carryToolContent(
  item: june.ToolCallContent,
  place: Place,
  note: (note: Note) => void,
): v1.ToolCallContent {
  const result = toolCallContentToV1(item);
  if (result.ok) return result.value;
  if (june.isKnownToolCallContent(item) && item.type === 'content') {
    const inner = { ...place, path: under(place.path, 'content') };
    return { ...item, content: carryBlock(item.content, inner, note) };
  }
  const { path, ...owner } = place;
  note({
    kind: 'repair',
    rule: 'placeholder',
    ...owner,
    path: under(path, 'type'),
    lost: item.type,
    done: 'shown as text',
  });
  return { type: 'content', content: { type: 'text', text: `[${item.type}]` }, _meta: { [metaKeys.raw]: item } };
}
