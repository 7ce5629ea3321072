import type { RemoteState } from './options.ts';

/** The latest state of a remote connection, for a screen that shows it. */
export interface RemoteStates {
  /** The latest state; `connecting` until there is another. */
  readonly state: RemoteState;
  /** Takes the next state. Pass it to `remote` as its option `onState`. */
  readonly onState: (state: RemoteState) => void;
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns an object that remembers the state of a remote connection and calls listeners when it changes. */
export function remoteStates(): RemoteStates {
  let latest: RemoteState = { type: 'connecting' };
  const listeners = new Set<() => void>();
  return {
    get state() {
      return latest;
    },
    onState(state) {
      latest = state;
      // A listener may add or remove others.
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      // Each subscription counts, also of a listener that has another.
      const call = () => listener();
      listeners.add(call);
      return () => void listeners.delete(call);
    },
  };
}
