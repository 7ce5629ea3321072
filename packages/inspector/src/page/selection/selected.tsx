import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { useOverview } from '../connection/connected.tsx';
import type { Selection, SelectionStore } from './selection-store.ts';

const Context = createContext<SelectionStore | undefined>(undefined);

/** Gives the hooks below their store, and tells it how the recording grows. */
export function SelectionProvider({ store, children }: { store: SelectionStore; children: ReactNode }) {
  const overview = useOverview();
  useEffect(() => {
    if (overview !== undefined) store.grow(overview.frames, overview.progress === 1);
  }, [store, overview]);
  return <Context value={store}>{children}</Context>;
}

/** Returns the store, to change what is selected. */
export function useSelectionStore(): SelectionStore {
  const store = use(Context);
  if (store === undefined) throw new Error('There is no SelectionProvider around this component.');
  return store;
}

/** Returns what is selected. */
export function useSelection(): Selection {
  const store = useSelectionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Returns the session to show: the chosen one, that of the selected frame, or the first one. */
export function useShownSession(): string | undefined {
  const { session, frameSession } = useSelection();
  const overview = useOverview();
  return session ?? frameSession ?? overview?.sessions[0]?.id;
}
