import { useCallback, useEffect, useState } from 'react';
import type { TalkOrder, TalkResult, TalkSession, TalkState } from '../../api/talk.ts';
import { useConnectionStatus, useInspector } from '../connection/connected.tsx';
import { useShownSession } from '../selection/selected.tsx';

/** What the region "Talk" works with. */
interface Talking {
  readonly state: TalkState | undefined;
  /** The session that is talked to: the one that is shown, or else the newest. */
  readonly session: TalkSession | undefined;
  /** Gives an order; what went wrong is shown until the next one. */
  readonly order: (order: TalkOrder) => Promise<TalkResult>;
  readonly failure: string | undefined;
}

/** Returns the state of the talk, kept fresh, and the way to order something. */
export function useTalk(): Talking {
  const inspector = useInspector();
  const { state: connection } = useConnectionStatus();
  const shown = useShownSession();
  const [state, setState] = useState<TalkState>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (connection !== 'open') return;
    let isCurrent = true;
    const stop = inspector.listen((event) => {
      if (event.type === 'talk') setState(event.state);
    });
    inspector.ask('talkState', {}).then(
      (first) => isCurrent && setState(first),
      // A lost connection is shown in the title bar.
      () => {},
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [inspector, connection]);

  const order = useCallback(
    async (wanted: TalkOrder): Promise<TalkResult> => {
      setFailure(undefined);
      try {
        const result = await inspector.ask('talk', wanted);
        if ('failed' in result) setFailure(result.failed);
        return result;
      } catch (error) {
        const failed = error instanceof Error ? error.message : String(error);
        setFailure(failed);
        return { failed };
      }
    },
    [inspector],
  );

  const session =
    state?.sessions.find(({ id }) => id === shown) ?? state?.sessions.find(({ id }) => id === state.session);
  return { state, session, order, failure };
}
