import type { Diff } from '../protocol/base/generated/tool-call.ts';
import type { KnownContentBlock } from '../protocol/june/generated/content.ts';
import type { Content } from '../protocol/june/generated/tool-call.ts';
import type { OfLaterDraft } from '../protocol/reading/later-draft.ts';

/** A variant of the author's own: its type begins with an underscore, and it has any fields. */
export interface ExtensionVariant {
  readonly type: `_${string}`;
  readonly [key: string]: unknown;
}

/** A variant that was read and is passed on. It shows none of its fields here, or a slip in a key of another variant would be one of them. */
export interface ReadVariant extends OfLaterDraft {
  readonly type: string;
}

/** A content block as an author writes it: one that the draft defines, with its fields and no others, an extension, or one that was read. */
export type WrittenContentBlock = KnownContentBlock | ExtensionVariant | ReadVariant;

/** What a tool call shows, as an author writes it: content, a diff, an extension, or what was read. */
export type WrittenToolCallContent =
  | ({ readonly type: 'content'; readonly content: WrittenContentBlock } & Omit<Content, 'content'>)
  | ({ readonly type: 'diff' } & Diff)
  | ExtensionVariant
  | ReadVariant;
