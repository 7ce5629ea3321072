import type { RemoteState } from '@emend/acp/remote';
import { useEffect, useState } from 'react';

const carriers = { websocket: 'WebSocket', http: 'HTTP' };

/** Returns the seconds until the next attempt to connect. */
function useSecondsLeft(state: RemoteState): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const end = performance.now() + (state.type === 'waiting' ? state.delay : 0);
    const count = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    count();
    const timer = setInterval(count, 200);
    return () => clearInterval(timer);
  }, [state]);
  return left;
}

const labels = { connecting: 'Connecting', open: 'Connected', waiting: 'Reconnecting', closed: 'Disconnected' };

/** The state of the connection in a word or two, for the head of the page. */
export function ConnectionBadge({ state }: { state: RemoteState }) {
  return (
    <p className="badge" data-state={state.type} role="status" aria-label="Connection">
      {labels[state.type]}
      {state.type === 'open' ? <span className="carrier"> by {carriers[state.carrier]}</span> : null}
    </p>
  );
}

/** What the user has to know while the connection is not there, and a button to connect again when it is gone for good. */
export function ConnectionNotice({ state, connectAgain }: { state: RemoteState; connectAgain: () => void }) {
  const left = useSecondsLeft(state);
  if (state.type === 'waiting')
    return (
      <div className="notice" data-state="waiting" role="alert" aria-label="Connection lost">
        <p>
          <strong>The connection is lost.</strong> {state.cause} The agent goes on, and what you send waits.
        </p>
        {/* A screen reader would read every second aloud. */}
        <p aria-live="off">{left > 0 ? `Next attempt in ${left} s` : 'Connecting…'}</p>
      </div>
    );
  if (state.type === 'closed')
    return (
      <div className="notice" data-state="closed" role="alert" aria-label="Disconnected">
        <p>
          <strong>The connection has ended.</strong> {state.reason}
        </p>
        <button type="button" className="primary" onClick={connectAgain}>
          Connect again
        </button>
      </div>
    );
  return null;
}
