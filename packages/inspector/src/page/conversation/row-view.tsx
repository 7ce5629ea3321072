import { memo, type ReactNode } from 'react';
import type { ConversationRow } from '../../api/conversation.ts';
import { CompactionRow } from './compaction-row.tsx';
import { Unknown } from './content-block.tsx';
import { MessageRow } from './message-row.tsx';
import { PlanRow } from './plan-row.tsx';
import { RowOrigin } from './row-origin.tsx';
import { ToolCallRow } from './tool-call-row.tsx';

/** One row of a conversation, with what the selected frame changed marked. */
export const RowView = memo(
  (props: { readonly row: ConversationRow; readonly showAll: (row: ConversationRow) => void }): ReactNode => {
    const { row } = props;
    return (
      <div className={`row${row.isChanged ? ' is-changed' : ''}${row.isInContext ? '' : ' out-of-context'}`}>
        <Part row={row} />
        {!row.isInContext && <p className="muted">No longer in the context of the agent.</p>}
        {row.cut > 0 && (
          <button type="button" className="more" onClick={() => props.showAll(row)}>
            Show all ({row.cut.toLocaleString('en')} characters more)
          </button>
        )}
      </div>
    );
  },
);

function Part({ row }: { readonly row: ConversationRow }): ReactNode {
  switch (row.type) {
    case 'message':
    case 'prompt':
      return <MessageRow row={row} />;
    case 'tool-call':
      return <ToolCallRow row={row} />;
    case 'plan':
      return <PlanRow row={row} />;
    case 'compaction':
      return <CompactionRow row={row} />;
    case 'unknown':
      return (
        <article className="unknown-update" aria-label="Unknown update">
          <header>
            <span className="who">Update</span>
            <RowOrigin row={row} />
          </header>
          {typeof row.update === 'object' && row.update !== null && <Unknown value={row.update} />}
        </article>
      );
  }
}
