import { remoteStates } from '@emend/acp/remote';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectionBadge, ConnectionNotice } from './connection-state.tsx';
import { ConversationView } from './conversation.tsx';
import { type Conversation, openConversation } from './open-conversation.ts';

function Page() {
  const [attempt, setAttempt] = useState(1);
  const [conversation, setConversation] = useState<Conversation>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has states of its own
  const states = useMemo(() => remoteStates(), [attempt]);

  useEffect(() => {
    const opening = openConversation(states);
    opening.then(setConversation, (error: Error) => states.onState({ type: 'closed', reason: error.message }));
    // What was shown stays until another conversation takes its place.
    return () => void opening.then(({ client }) => client.close()).catch(() => {});
  }, [states]);

  return (
    <>
      <header>
        <h1>Shop agent</h1>
        <ConnectionBadge states={states} />
        <a className="button" href={location.pathname} aria-label="New conversation">
          New<span className="wide"> conversation</span>
        </a>
      </header>
      <ConnectionNotice states={states} connectAgain={() => setAttempt(attempt + 1)} />
      {conversation === undefined ? <main /> : <ConversationView conversation={conversation} />}
    </>
  );
}

const root = document.getElementById('page');
if (root !== null) createRoot(root).render(<Page />);
