import type { Diff } from '../protocol/base/generated/tool-call.ts';
import type { KnownContentBlock } from '../protocol/june/generated/content.ts';
import type { Content } from '../protocol/june/generated/tool-call.ts';
import type { DiffPatch, KnownDiffChange } from '../protocol/november/generated/diff.ts';
import type { Terminal } from '../protocol/november/generated/terminal.ts';
import type { Meta } from '../protocol/reading/guard.ts';
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

/** A diff that lists what happened to files, with a patch that shows it; made by `fileDiff`. */
export interface FileDiff {
  readonly type: 'diff';
  readonly changes: readonly KnownDiffChange[];
  readonly patch?: DiffPatch | null;
  readonly _meta?: Meta | null;
}

/** Content of a tool call to send: a content block, a diff, a terminal, an extension, or a received one. */
export type OutgoingToolCallContent =
  | ({ readonly type: 'content'; readonly content: OutgoingContentBlock } & Omit<Content, 'content'>)
  | ({ readonly type: 'diff' } & Diff)
  | FileDiff
  | ({ readonly type: 'terminal' } & Terminal)
  | ExtensionVariant
  | ReadVariant;
