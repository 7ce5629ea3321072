import { type ReactNode, useState } from 'react';
import type { ListedSession, TalkOrder, TalkResult, TalkState } from '../../api/talk.ts';
import { Said } from '../said/said.tsx';
import { visibleText } from '../said/visible-pieces.ts';
import { sessionName } from '../text/session-name.ts';

/** The sessions of the agent: which one is talked to, and how to open, list, load and close one. */
export function SessionMenu(props: {
  readonly state: TalkState;
  readonly session: string | undefined;
  readonly order: (order: TalkOrder) => Promise<TalkResult>;
  /** Shows a session. */
  readonly onShow: (session: string) => void;
}): ReactNode {
  const { state, session, order, onShow } = props;
  const [listed, setListed] = useState<readonly ListedSession[]>();
  const isOver = state.ended !== undefined || state.isStarting;

  const open = async (wanted: TalkOrder): Promise<void> => {
    const result = await order(wanted);
    if ('session' in result) onShow(result.session);
    if ('session' in result) setListed(undefined);
  };
  const list = async (): Promise<void> => {
    if (listed !== undefined) return setListed(undefined);
    const result = await order({ do: 'list' });
    if ('sessions' in result) setListed(result.sessions);
  };

  return (
    <>
      <div className="session-menu">
        {state.sessions.length > 1 && (
          <select aria-label="Session" value={session ?? ''} onChange={(event) => onShow(event.target.value)}>
            {state.sessions.map(({ id, title }) => (
              <option key={id} value={id} title={visibleText(id.slice(0, 1_000))}>
                {visibleText(sessionName({ id, title }).slice(0, 80))}
              </option>
            ))}
          </select>
        )}
        <button type="button" className="button quiet" disabled={isOver} onClick={() => void open({ do: 'new' })}>
          New session
        </button>
        {state.canList && (
          <button
            type="button"
            className="button quiet"
            aria-expanded={listed !== undefined}
            disabled={isOver}
            onClick={() => void list()}
          >
            Sessions
          </button>
        )}
        {state.canClose && session !== undefined && (
          <button
            type="button"
            className="button quiet"
            disabled={isOver}
            onClick={() => void order({ do: 'close', session })}
          >
            Close
          </button>
        )}
      </div>
      {listed !== undefined && (
        <ul className="listed-sessions" aria-label="Sessions of the agent">
          {listed.length === 0 && <li className="muted">The agent has no sessions.</li>}
          {listed.map(({ id, title, updatedAt }) => (
            <li key={id}>
              <button
                type="button"
                className="link"
                title={visibleText(id.slice(0, 1_000))}
                disabled={!state.canLoad || isOver}
                onClick={() => void open({ do: 'load', session: id })}
              >
                <Said text={sessionName({ id, title })} />
              </button>
              {updatedAt !== undefined && (
                <span className="muted">
                  <Said text={updatedAt.slice(0, 40)} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
