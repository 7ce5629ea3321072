import { present } from '@emend/acp/protocol';
import type { SessionState } from '@emend/acp/session';

/** What a session shows besides its messages; the `state` of the thread. */
export interface ThreadState {
  readonly title?: string;
  readonly usage?: NonNullable<SessionState['usage']>;
  /** The newest notices of the agent, newest last. */
  readonly notices: SessionState['notices'];
  readonly availableCommands: SessionState['availableCommands'];
  readonly configOptions: SessionState['configOptions'];
  /** What the agent asks the user for besides permission. */
  readonly elicitations: SessionState['elicitations'];
}

/** Returns what a session shows besides its messages. */
export function toThreadState(state: SessionState): ThreadState {
  const { info, usage, notices, availableCommands, configOptions, elicitations } = state;
  return present({ title: info?.title, usage, notices, availableCommands, configOptions, elicitations });
}

/** Creates a {@link toThreadState} that returns the same object as before if nothing of it has changed. */
export function createThreadState(): (state: SessionState) => ThreadState {
  let known: ThreadState | undefined;
  return (state) => {
    const next = toThreadState(state);
    if (known === undefined || !isSame(known, next)) known = next;
    return known;
  };
}

function isSame(one: ThreadState, other: ThreadState): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ThreadState>;
  return [...keys].every((key) => one[key] === other[key]);
}
