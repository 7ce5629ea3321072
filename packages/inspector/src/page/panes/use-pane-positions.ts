import { useCallback, useState, useSyncExternalStore } from 'react';
import { type PanePositions, readPositions, startPositions } from './pane-positions.ts';

/** From this width on there are three columns; the style sheet has the same number. */
const wideWindow = '(min-width: 1300px)';

/** Returns where the lines between the panes are, and the way to move them, which is remembered where the browser allows it. */
export function usePanePositions(): {
  readonly layout: 'wide' | 'narrow';
  readonly positions: PanePositions;
  readonly setPositions: (positions: PanePositions) => void;
} {
  const isWide = useSyncExternalStore(listenToWidth, () => matchMedia(wideWindow).matches);
  const layout = isWide ? 'wide' : 'narrow';
  const [moved, setMoved] = useState<{ readonly [layout: string]: PanePositions }>({});
  const positions = moved[layout] ?? remembered(layout) ?? startPositions[layout];
  const setPositions = useCallback(
    (next: PanePositions): void => {
      setMoved((before) => ({ ...before, [layout]: next }));
      remember(layout, next);
    },
    [layout],
  );
  return { layout, positions, setPositions };
}

function listenToWidth(listener: () => void): () => void {
  const query = matchMedia(wideWindow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function keyOf(layout: string): string {
  return `emend-inspector-panes-${layout}`;
}

// A browser may refuse to keep anything, for example for a page from disk.
function remembered(layout: string): PanePositions | undefined {
  try {
    return readPositions(localStorage.getItem(keyOf(layout)));
  } catch {
    return undefined;
  }
}

function remember(layout: string, positions: PanePositions): void {
  try {
    localStorage.setItem(keyOf(layout), JSON.stringify(positions));
  } catch {
    // Then it is as it was at the next start.
  }
}
