import type { ReactNode } from 'react';
import type { ConversationRow } from '../../api/conversation.ts';
import { Said } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';
import { Unknown } from './content-block.tsx';
import { RowOrigin } from './row-origin.tsx';

type PlanRowData = Extract<ConversationRow, { readonly type: 'plan' }>;

const signs: ReadonlyMap<string, string> = new Map([
  ['completed', '☑'],
  ['in_progress', '◐'],
  ['pending', '☐'],
]);

interface Entry {
  readonly content: string;
  readonly status: string;
  readonly priority: string;
}

/** A plan with its steps. */
export function PlanRow({ row }: { readonly row: PlanRowData }): ReactNode {
  const { plan } = row;
  const entries = 'entries' in plan && Array.isArray(plan.entries) ? (plan.entries as readonly Entry[]) : undefined;
  const done = entries?.filter(({ status }) => status === 'completed').length ?? 0;
  return (
    <article className="plan" aria-label="Plan">
      <header>
        <span className="who">Plan</span>
        {entries !== undefined && (
          <span className="muted">
            {done} of {entries.length} done
          </span>
        )}
        <RowOrigin row={row} />
      </header>
      {entries === undefined ? (
        <Unknown value={plan} />
      ) : (
        <ul className="steps">
          {entries.map(({ content, status, priority }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name.
            <li key={index} className={`step ${signs.has(status) ? status : ''}`}>
              <span aria-hidden="true">{signs.get(status) ?? '·'}</span>
              <span>
                <Said text={content} />
                <span className="unseen"> ({visibleText(status.slice(0, 40)).replaceAll('_', ' ')})</span>
              </span>
              {priority === 'high' && <span className="tag">high</span>}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
