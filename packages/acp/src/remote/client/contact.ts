import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { CarrierOptions, RemotePlatform, RemoteState } from './options.ts';
import { onPageReturn } from './page-events.ts';
import type { Reconnect, Setback } from './reconnect.ts';
import { RemoteError, type RemoteFailure } from './remote-error.ts';

/** Why there has to be another attempt, and when. */
export interface Problem extends Setback {
  readonly cause: string;
  /** The shortest pause, in milliseconds. */
  readonly atLeast?: number;
  /** Whether the server was reached and said no, so that the connection as a whole is not in doubt. */
  readonly isRefused?: boolean;
}

/** A client's contact with its server, whatever carries the messages: tells the state of it, paces attempts, and ends once. */
interface Contact {
  /** Whether nothing more is tried. */
  isOver(): boolean;
  /** Whether something has failed to reach the server, and has not succeeded since. */
  isBroken(): boolean;
  /** Begins with an attempt, unless the caller's signal has ended the contact already. */
  begin(attempt: () => void): void;
  /** Tells that messages flow. */
  opened(isResumed: boolean): void;
  /** Waits before the next attempt. Resolves with false if there is none. */
  pause(reconnect: Reconnect, problem: Problem): Promise<boolean>;
  /** The server was reached. What else waits to try again need not wait any longer. */
  reached(reconnect: Reconnect): void;
  /** Something is no longer needed, whether it reaches the server or not. */
  forget(reconnect: Reconnect): void;
  fail(reason: RemoteFailure, sentence: string, status?: number): void;
  end(failure?: RemoteError, reason?: string): void;
}

/** Callbacks of a {@link Contact}. */
interface ContactListener {
  /** The caller's signal wants the end. */
  abort(): void;
  /** Called once, when the contact has ended. Returns true if another one takes its place, so that nothing is told. */
  ended(failure: RemoteError | undefined): boolean | undefined;
  /** The page may have been without its network. */
  returned(): void;
}

/** Returns the contact of a client that is about to begin. */
export function contact(
  carrier: 'websocket' | 'http',
  { onState, signal, triedBefore = '' }: CarrierOptions,
  { clock }: RemotePlatform,
  { abort, ended, returned }: ContactListener,
): Contact {
  /** What waits for its next attempt, and how to end its waiting. */
  const pauses = new Map<Reconnect, () => void>();
  /** What has failed to reach the server, and has not succeeded since. */
  const broken = new Set<Reconnect>();
  /** How many attempts were told of since messages last flowed. */
  let attempt = 0;
  const over = new AbortController();

  const isOver = () => over.signal.aborted;
  const tell = (state: RemoteState) => notifyListener(onState, state);

  function opened(isResumed: boolean): void {
    broken.clear();
    triedBefore = '';
    tell({ type: 'open', carrier, isResumed });
  }

  /** Returns whether it was broken. */
  function forget(reconnect: Reconnect): boolean {
    const wasBroken = broken.delete(reconnect);
    if (wasBroken && broken.size === 0 && !isOver()) opened(true);
    return wasBroken;
  }

  function wake(): void {
    for (const end of pauses.values()) end();
  }

  function end(failure?: RemoteError, reason?: string): void {
    if (isOver()) return;
    over.abort();
    wake();
    if (!ended(failure)) tell({ type: 'closed', reason: failure?.message || reason || 'It was closed.' });
  }

  function fail(reason: RemoteFailure, sentence: string, status?: number): void {
    end(new RemoteError(reason, sentence + triedBefore, status));
  }

  return {
    isOver,
    isBroken: () => broken.size > 0,
    begin(attempt) {
      signal?.addEventListener('abort', abort, { signal: over.signal });
      onPageReturn(() => {
        wake();
        returned();
      }, over.signal);
      tell({ type: 'connecting' });
      if (signal?.aborted) abort();
      else attempt();
    },
    opened,
    async pause(reconnect, problem) {
      const { cause, atLeast = 0, isRefused } = problem;
      const pausing = isOver() ? 0 : reconnect.pauseAfter(problem);
      if (pausing === undefined) fail('unreachable', `The server could not be reached again. ${cause}`);
      if (isOver() || pausing === undefined) return false;
      const delay = Math.max(pausing, atLeast);
      await new Promise<void>((resolve) => {
        const stop = clock.after(delay, resolve);
        pauses.set(reconnect, () => {
          stop();
          resolve();
        });
        if (isRefused) return;
        if (broken.size === 0) attempt = reconnect.attempts() - 1;
        broken.add(reconnect);
        // What was lost first speaks for all.
        const [speaker] = broken;
        if (speaker !== reconnect) return;
        attempt += 1;
        tell({ type: 'waiting', attempt, delay, cause });
      });
      pauses.delete(reconnect);
      return !isOver();
    },
    reached(reconnect) {
      reconnect.opened();
      if (forget(reconnect)) wake();
    },
    forget,
    fail,
    end,
  };
}
