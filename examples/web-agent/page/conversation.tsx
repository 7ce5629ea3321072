import { useScreen, useSession } from '@emend/acp/react';
import { isBusy, type SessionStore } from '@emend/acp/session';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { Conversation } from './open-conversation.ts';
import type { Questions } from './questions.ts';
import { Row } from './row.tsx';

/** The open permission requests, each with a button for every option. */
function Permissions({ store, questions }: { store: SessionStore; questions: Questions }) {
  const permissions = useSession(store, (state) => state.permissions);
  return permissions.map(({ requestId, title, description, options }) => (
    <section key={String(requestId)} className="question" aria-label="Permission request">
      <h2>{title ?? 'May I do this?'}</h2>
      {description === undefined ? null : <p>{description}</p>}
      <div className="options">
        {options.map(({ optionId, name, kind }) => (
          <button
            key={optionId}
            type="button"
            className={kind.startsWith('allow') ? 'primary' : ''}
            onClick={() => questions.answer(requestId, optionId)}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  ));
}

interface PromptBoxProps {
  readonly canSend: boolean;
  readonly isWorking: boolean;
  readonly send: (text: string) => void;
  readonly stop: () => void;
}

/** The box for the next prompt. Enter sends it, and Shift+Enter starts a line. */
function PromptBox({ canSend, isWorking, send, stop }: PromptBoxProps) {
  const [text, setText] = useState('');
  const isSendable = canSend && text.trim() !== '';
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!isSendable) return;
    send(text.trim());
    setText('');
  };
  return (
    <form className="prompt" onSubmit={submit}>
      <textarea
        aria-label="Message"
        placeholder="Sunday: closed"
        rows={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      {isWorking ? (
        <button type="button" onClick={stop}>
          Stop
        </button>
      ) : null}
      <button type="submit" className="primary" disabled={!isSendable}>
        Send
      </button>
    </form>
  );
}

interface ConversationProps {
  readonly conversation: Conversation;
  /** False while another connection loads the session. */
  readonly isCurrent: boolean;
}

/** A conversation: its rows, what the agent asks, and the box for the next prompt. */
export function ConversationView({ conversation: { session, questions }, isCurrent }: ConversationProps) {
  const { store } = session;
  const rows = useScreen(store).toArray();
  const isWorking = useSession(store, isBusy);
  const [failure, setFailure] = useState('');
  const send = (text: string) => {
    setFailure('');
    session.prompt(text).catch((error: Error) => setFailure(error.message));
  };
  return (
    <>
      <main>
        <div className="rows" role="log" aria-label="Conversation" aria-busy={isWorking}>
          {rows.length === 0 ? <p className="empty">Tell the agent when the shop is open.</p> : null}
          {rows.map((row) => (
            <Row key={row.key} store={store} row={row} />
          ))}
          <Permissions store={store} questions={questions} />
          {failure === '' ? null : (
            <p className="failure" role="alert">
              {failure}
            </p>
          )}
        </div>
      </main>
      <PromptBox canSend={isCurrent} isWorking={isWorking && isCurrent} send={send} stop={() => session.cancel()} />
    </>
  );
}
