import { remoteStates } from '@emend/acp/remote';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectionBadge, ConnectionNotice } from './connection-state.tsx';
import { ConversationView } from './conversation.tsx';
import { type Conversation, openConversation } from './open-conversation.ts';

function Page() {
  const [attempt, setAttempt] = useState(1);
  const [conversation, setConversation] = useState<Conversation>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has states of its own
  const states = useMemo(() => remoteStates(), [attempt]);

  const connectAgain = useCallback(() => setAttempt((number) => number + 1), []);

  useEffect(() => {
    const opening = openConversation(states);
    // What was shown stays until another conversation takes its place.
    opening.then(setConversation, (error: Error) => states.onState({ type: 'closed', reason: error.message }));
    const leaving = opening.then(async ({ client }) => {
      const { reason } = await client.closed;
      // The server has started anew, or the page was away for too long: a new connection loads the session.
      if (reason === 'forgotten') connectAgain();
    });
    leaving.catch(() => {});
    return () => void opening.then(({ client }) => client.close()).catch(() => {});
  }, [states, connectAgain]);

  return (
    <>
      <header>
        <h1>Shop agent</h1>
        <ConnectionBadge states={states} />
        <a className="button" href={location.pathname} aria-label="New conversation">
          New<span className="wide"> conversation</span>
        </a>
      </header>
      <ConnectionNotice states={states} connectAgain={connectAgain} />
      {conversation === undefined ? (
        <main />
      ) : (
        <ConversationView conversation={conversation} isCurrent={conversation.states === states} />
      )}
    </>
  );
}

const root = document.getElementById('page');
if (root !== null) createRoot(root).render(<Page />);
