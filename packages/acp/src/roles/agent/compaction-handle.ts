import type { KnownCompactionStatus } from '../../protocol/november/generated/compaction.ts';
import type { ContentBlock } from '../../protocol/november/generated/content.ts';
import { type ContentLike, toBlocks } from '../content.ts';
import type { UpdateTarget } from './message-handle.ts';
import { novemberUpdate } from './november-update.ts';

/** A compaction of the conversation that an agent reports. */
export class CompactionHandle {
  readonly id: string;
  readonly #target: UpdateTarget;

  /** @internal */
  constructor(id: string, target: UpdateTarget) {
    this.id = id;
    this.#target = target;
  }

  /** Appends to the summary. */
  append(content: ContentLike): Promise<void> {
    let sent = Promise.resolve();
    for (const block of toBlocks(content)) {
      const update = { sessionUpdate: 'compaction_summary_chunk', compactionId: this.id } as const;
      sent = this.#target.update(novemberUpdate({ ...update, content: block as ContentBlock }));
    }
    return sent;
  }

  /** Reports that the conversation was compacted; a summary replaces what was appended. */
  finish(summary?: ContentLike): Promise<void> {
    return this.#end('completed', summary === undefined ? {} : { summary: toBlocks(summary) as ContentBlock[] });
  }

  /** Reports that the conversation could not be compacted. */
  fail(error?: string): Promise<void> {
    return this.#end('failed', error === undefined ? {} : { error });
  }

  /** Reports that the compaction was cancelled. */
  cancel(): Promise<void> {
    return this.#end('cancelled', {});
  }

  #end(status: KnownCompactionStatus, rest: { readonly error?: string; readonly summary?: readonly ContentBlock[] }) {
    const update = { sessionUpdate: 'compaction_update', compactionId: this.id, status, ...rest } as const;
    return this.#target.update(novemberUpdate(update));
  }
}
