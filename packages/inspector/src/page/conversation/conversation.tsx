import './conversation.css';
import './rows.css';
import { type ReactNode, useState } from 'react';
import { useAnswer, useOverview } from '../connection/connected.tsx';
import { Said } from '../said/said.tsx';
import { useSelection, useShownSession } from '../selection/selected.tsx';
import { type AskedRange, lastRows } from './asked-range.ts';
import { ConversationList } from './conversation-list.tsx';
import { Notices } from './notices.tsx';
import { OpenPartsProvider } from './open-parts.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionTabs } from './session-tabs.tsx';

/** The region "Conversation": a session as it was after the selected frame. */
export function Conversation(): ReactNode {
  const session = useShownSession();
  return (
    <section className="pane conversation" aria-label="Conversation">
      {session === undefined ? (
        <>
          <header className="pane-head">
            <h2>Conversation</h2>
          </header>
          <Nothing />
        </>
      ) : (
        <SessionConversation key={session} session={session} />
      )}
    </section>
  );
}

function Nothing(): ReactNode {
  const overview = useOverview();
  const isReading = overview === undefined || overview.progress < 1;
  return <p className="empty">{isReading ? 'Reading the recording …' : 'No session has been opened yet.'}</p>;
}

function NothingSaid({ session }: { readonly session: string }): ReactNode {
  const overview = useOverview();
  const { frame, frames } = useSelection();
  if (overview === undefined || overview.progress < 1) return <p className="empty">Reading the recording …</p>;
  const { sessions, sessionCount, canTalk } = overview;
  // A session that was opened just now may not be in the list yet.
  const isMissing = !canTalk && sessions.length >= sessionCount && sessions.every(({ id }) => id !== session);
  if (isMissing)
    return (
      <p className="empty">
        There is no session <Said text={session.slice(0, 200)} />.
      </p>
    );
  return <p className="empty">{frame < frames ? 'Nothing has been said before this frame.' : 'No messages yet.'}</p>;
}

function SessionConversation({ session }: { readonly session: string }): ReactNode {
  const { frame } = useSelection();
  const [range, setRange] = useState<AskedRange>(lastRows);
  const { value, question, failure } = useAnswer('conversation', { frame, session, ...range });
  return (
    <>
      <header className="pane-head">
        <h2>Conversation</h2>
        {value !== undefined && <SessionFacts conversation={value} />}
      </header>
      <SessionTabs session={session} />
      <div className="conversation-panel" id="conversation-panel" role="tabpanel" aria-label="Session">
        {value === undefined || question === undefined ? (
          <p className="empty">{failure ?? 'Loading …'}</p>
        ) : value.total === 0 ? (
          <NothingSaid session={session} />
        ) : (
          <OpenPartsProvider>
            <ConversationList conversation={value} frame={question.frame} session={session} onRange={setRange} />
          </OpenPartsProvider>
        )}
        {value !== undefined && (
          <>
            <Notices notices={value.notices} />
            <OpenQuestions conversation={value} />
          </>
        )}
      </div>
    </>
  );
}
