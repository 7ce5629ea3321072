import type { ReactNode } from 'react';
import type { ConversationRow } from '../../api/conversation.ts';
import { Said } from '../said/said.tsx';
import { Content } from './content-block.tsx';
import { OpenPart } from './open-parts.tsx';
import { RowOrigin } from './row-origin.tsx';
import { StatusSign } from './status-sign.tsx';

type CompactionRowData = Extract<ConversationRow, { readonly type: 'compaction' }>;

/** A compaction of the agent's context, with the summary that takes the place of what was there. */
export function CompactionRow({ row }: { readonly row: CompactionRowData }): ReactNode {
  const { status, summary, error } = row.compaction;
  return (
    <article className="compaction" aria-label="Compaction of the context">
      <header>
        <span className="who">Context compacted</span>
        {status !== undefined && <StatusSign status={status} />}
        <RowOrigin row={row} />
      </header>
      {error !== undefined && (
        <p className="turn-end">
          <Said text={error} />
        </p>
      )}
      {summary.length > 0 && (
        <OpenPart name={row.key} summary="Summary">
          {() => <Content content={summary} text="markdown" />}
        </OpenPart>
      )}
    </article>
  );
}
