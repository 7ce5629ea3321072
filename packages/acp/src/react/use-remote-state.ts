import { useSyncExternalStore } from 'react';
import type { RemoteState } from '../remote/client/options.ts';
import type { RemoteStates } from '../remote/client/remote-states.ts';

/** Returns the state of a remote connection. The component re-renders when it changes. */
export function useRemoteState(states: RemoteStates): RemoteState {
  const read = () => states.state;
  return useSyncExternalStore(states.subscribe, read, read);
}
