import { useRemoteState } from '@emend/acp/react';
import { type RemoteState, remoteStates } from '@emend/acp/remote';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectionBadge, ConnectionNotice } from './connection-state.tsx';
import { ConversationView } from './conversation.tsx';
import { type Conversation, openConversation } from './open-conversation.ts';

const connecting: RemoteState = { type: 'connecting' };

function Page() {
  const [attempt, setAttempt] = useState(1);
  const [conversation, setConversation] = useState<Conversation>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has states of its own
  const states = useMemo(() => remoteStates(), [attempt]);
  const [end, setEnd] = useState<RemoteState>();
  const latest = useRemoteState(states);
  // A client whose connection has ended opens another one, unless that is the end of the client, too.
  const state = end ?? (latest.type === 'closed' ? connecting : latest);

  useEffect(() => {
    setEnd(undefined);
    const over = ({ message }: Error) => setEnd({ type: 'closed', reason: message });
    const opening = openConversation(states);
    // What was shown stays until another conversation takes its place.
    opening.then(setConversation, over);
    let isLeft = false;
    opening.then(async ({ client }) => client.closed.then((error) => isLeft || over(error))).catch(() => {});
    return () => {
      isLeft = true;
      opening.then(({ client }) => client.close()).catch(() => {});
    };
  }, [states]);

  return (
    <>
      <header>
        <h1>Shop agent</h1>
        <ConnectionBadge state={state} />
        <a className="button" href={location.pathname} aria-label="New conversation">
          New<span className="wide"> conversation</span>
        </a>
      </header>
      <ConnectionNotice state={state} connectAgain={() => setAttempt(attempt + 1)} />
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
