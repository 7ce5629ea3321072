import type { ReactNode } from 'react';
import type { Conversation } from '../../api/conversation.ts';
import { Said } from '../said/said.tsx';

const signs: ReadonlyMap<string, string> = new Map([
  ['info', 'ℹ'],
  ['warning', '⚠'],
  ['error', '✗'],
]);

/** The newest notices of the agent, which are no part of the conversation. */
export function Notices({ notices }: { readonly notices: Conversation['notices'] }): ReactNode {
  if (notices.length === 0) return null;
  return (
    <ul className="notices" aria-label="Notices">
      {notices.slice(-3).map(({ number, notice }) => (
        <li key={number} className={signs.has(notice.severity) ? `notice-${notice.severity}` : undefined}>
          <span aria-hidden="true">{signs.get(notice.severity) ?? '·'}</span>
          <span>
            <strong>
              <Said text={notice.title} />
            </strong>{' '}
            {typeof notice.description === 'string' && <Said text={notice.description} />}
          </span>
        </li>
      ))}
    </ul>
  );
}
