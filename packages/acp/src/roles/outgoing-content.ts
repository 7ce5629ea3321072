import type { Diff } from '../protocol/base/generated/tool-call.ts';
import type { KnownContentBlock } from '../protocol/june/generated/content.ts';
import type { Content } from '../protocol/june/generated/tool-call.ts';
import type { OfLaterDraft } from '../protocol/reading/later-draft.ts';

/** An extension: its type begins with an underscore, and it may have any fields. */
export interface ExtensionVariant {
  readonly type: `_${string}`;
  readonly [key: string]: unknown;
}

/** A received value that is passed on. Its fields are not part of the type, or a typo in another variant would match it. */
export interface ReadVariant extends OfLaterDraft {
  readonly type: string;
}

/** A content block to send: one that the protocol defines, an extension, or a received one. */
export type OutgoingContentBlock = KnownContentBlock | ExtensionVariant | ReadVariant;

/** Content of a tool call to send: a content block, a diff, an extension, or a received one. */
export type OutgoingToolCallContent =
  | ({ readonly type: 'content'; readonly content: OutgoingContentBlock } & Omit<Content, 'content'>)
  | ({ readonly type: 'diff' } & Diff)
  | ExtensionVariant
  | ReadVariant;
