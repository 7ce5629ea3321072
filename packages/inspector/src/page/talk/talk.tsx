import './talk.css';
import type { ReactNode } from 'react';
import type { TalkQuestion, TalkSession, TalkState } from '../../api/talk.ts';
import { Said } from '../said/said.tsx';
import { useSelectionStore } from '../selection/selected.tsx';
import { Composer } from './composer.tsx';
import { Login } from './login.tsx';
import { OptionBar } from './option-bar.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { SessionMenu } from './session-menu.tsx';
import { useTalk } from './use-talk.ts';

/** The region "Talk": prompts, answers to questions, options and sessions of the agent that the page is a client of. */
export function Talk(): ReactNode {
  const { state, session, order, failure } = useTalk();
  const store = useSelectionStore();
  const show = (id: string): void => {
    store.chooseSession(id);
    store.setLive(true);
  };
  const questions: readonly (TalkQuestion & { readonly session?: string })[] = [
    ...(state?.questions ?? []),
    ...(session?.questions ?? []).map((question) => ({ ...question, session: session?.id ?? '' })),
  ];
  const [question] = questions;
  const problem = failure ?? session?.remark ?? state?.remark;
  return (
    <section className="pane talk" aria-label="Talk">
      <header className="pane-head">
        <h2>Talk</h2>
        <p className="talk-status" role="status">
          <Said text={statusWords(state, session, question !== undefined)} />
        </p>
        {state !== undefined && <SessionMenu state={state} session={session?.id} order={order} onShow={show} />}
      </header>
      <div className="talk-body">
        {problem !== undefined && (
          <p className="talk-failure" role="alert">
            <Said text={problem} />
          </p>
        )}
        {state?.login !== undefined && state.ended === undefined && (
          <Login
            methods={state.login}
            onLogin={async (wanted) => {
              const result = await order(wanted);
              if ('session' in result) show(result.session);
            }}
          />
        )}
        {question !== undefined && (
          <QuestionPanel
            key={`${question.session} ${question.requestId}`}
            question={question}
            session={question.session}
            order={order}
          />
        )}
        {questions.length > 1 && <p className="muted">{questions.length - 1} more questions wait.</p>}
        {state?.ended === undefined && (
          <Composer
            session={session}
            canAttach={state?.canAttach === true}
            placeholder={placeholder(session?.availableCommands.length ?? 0)}
            onSend={(text, files) => {
              if (session === undefined) return;
              show(session.id);
              void order({ do: 'prompt', session: session.id, text, ...(files.length > 0 && { files }) });
            }}
            onStop={() => session !== undefined && void order({ do: 'stop', session: session.id })}
          />
        )}
        {session !== undefined && state?.ended === undefined && <OptionBar session={session} order={order} />}
      </div>
    </section>
  );
}

function placeholder(commands: number): string {
  return commands > 0 ? 'Type a message, or / for commands' : 'Type a message';
}

function statusWords(state: TalkState | undefined, session: TalkSession | undefined, isAsked: boolean): string {
  if (state === undefined) return 'Connecting …';
  if (state.ended !== undefined) return state.ended;
  if (state.isStarting) return 'The agent is being started …';
  if (session?.isStopping === true) return 'Stopping …';
  if (isAsked) return 'The agent waits for your answer.';
  if (session?.isRunning === true) return 'The agent is working …';
  const { agent } = state;
  if (state.login !== undefined) return 'The agent waits for a login.';
  if (state.sessions.length === 0) return 'No session is open.';
  return agent === undefined ? 'Ready.' : `Talking to ${agent.slice(0, 80)}.`;
}
