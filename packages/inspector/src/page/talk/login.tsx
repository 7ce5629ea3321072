import type { ReactNode } from 'react';
import type { LoginMethod, TalkOrder } from '../../api/talk.ts';
import { Said } from '../said/said.tsx';

/** The ways to log in that the agent offers: a button for each, or what to do in a terminal. */
export function Login(props: {
  readonly methods: readonly LoginMethod[];
  readonly onLogin: (order: Extract<TalkOrder, { readonly do: 'login' }>) => unknown;
}): ReactNode {
  const { methods, onLogin } = props;
  if (methods.length === 0)
    return <p className="muted">It offers no way to log in here. Log in with the agent itself, then start again.</p>;
  return (
    <ul className="login-methods" aria-label="Ways to log in">
      {methods.map((method) => (
        <li key={method.id}>
          {method.terminal === undefined ? (
            <button type="button" className="button" onClick={() => onLogin({ do: 'login', method: method.id })}>
              <Said text={method.name} />
            </button>
          ) : (
            <span className="login-name">
              <Said text={method.name} />
            </span>
          )}
          <span className="muted">
            {method.description !== undefined && <Said text={method.description} />}
            {method.terminal !== undefined && <TerminalWords args={method.terminal} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function TerminalWords({ args }: { readonly args: string }): ReactNode {
  if (args === '') return ' This needs a terminal: run the command of the agent there, then start again.';
  return (
    <>
      {' '}
      This needs a terminal: run the command of the agent there with{' '}
      <code>
        <Said text={args} />
      </code>
      , then start again.
    </>
  );
}
