import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the help on keys and filters. */
export function setHelpOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Returns whether the help is open. */
export function useHelpOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
}

/** The button of the help in the title bar. */
export function HelpButton() {
  return (
    <button
      type="button"
      className="button quiet"
      aria-label="Help"
      title="Help on keys and filters (?)"
      onClick={() => setHelpOpen(true)}
    >
      ?
    </button>
  );
}
