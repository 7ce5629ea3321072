import { wholeStart } from '@emend/acp/view';
import type { KeyboardEvent, ReactNode } from 'react';
import type { SessionSummary } from '../../api/overview.ts';
import { useOverview } from '../connection/connected.tsx';
import { Said } from '../said/said.tsx';
import { useSelectionStore } from '../selection/selected.tsx';
import { count } from '../text/figures.ts';
import { sessionName } from '../text/session-name.ts';
import { visibleLine } from '../text/visible.ts';

/** The most tabs; more sessions are counted. */
const mostTabs = 30;

/** The sessions of the recording as tabs, if there are several. */
export function SessionTabs({ session }: { readonly session: string }): ReactNode {
  const store = useSelectionStore();
  const overview = useOverview();
  const shown = shownSessions(overview?.sessions ?? [], session);
  const total = overview?.sessionCount ?? 0;
  if (total < 2) return null;

  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const index = shown.findIndex(({ id }) => id === session);
    const next = shown[(index + step + shown.length) % shown.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    store.chooseSession(next.id);
    const tabs = event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]');
    tabs[(index + step + shown.length) % shown.length]?.focus();
  };

  return (
    <div className="session-tabs-line">
      <div className="session-tabs" role="tablist" aria-label="Sessions" onKeyDown={onKey}>
        {shown.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={tabId(shown, id)}
            aria-selected={id === session}
            aria-controls="conversation-panel"
            tabIndex={id === session ? 0 : -1}
            title={visibleLine(wholeStart(id, 1_000))}
            onClick={() => store.chooseSession(id)}
          >
            <Said text={sessionName({ id, title })} />
          </button>
        ))}
      </div>
      {total > shown.length && <span className="muted">and {count(total - shown.length)} more</span>}
    </div>
  );
}

function tabId(sessions: readonly SessionSummary[], id: string): string {
  return `session-tab-${sessions.findIndex((each) => each.id === id)}`;
}

/** The first sessions, and the one that is shown. */
function shownSessions(sessions: readonly SessionSummary[], session: string): readonly SessionSummary[] {
  const first = sessions.slice(0, mostTabs);
  if (first.some(({ id }) => id === session)) return first;
  const found = sessions.find(({ id }) => id === session) ?? { id: session, frames: 0, first: 0, last: 0 };
  return [...first, found];
}
