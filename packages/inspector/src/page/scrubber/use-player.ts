import { useEffect } from 'react';
import { useInspector } from '../connection/connected.tsx';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { Player } from './player.ts';

/** How often the next frame is looked for, in milliseconds. */
const step = 16;

/** Plays the recording while the selection says so. */
export function usePlayer(): void {
  const { isPlaying, speed } = useSelection();
  const store = useSelectionStore();
  const inspector = useInspector();
  useEffect(() => {
    if (!isPlaying) return;
    const player = new Player(speed, store.get().frame, (start, end) =>
      inspector.ask('times', { start, end }).then(({ times }) => times),
    );
    let last = performance.now();
    // A page that is not in front gets no animation frames for a while, and is played all the same.
    const timer = setInterval(() => {
      const { frame, frames } = store.get();
      const now = performance.now();
      const next = player.advance(now - last, frames);
      last = now;
      if (next !== frame) store.playTo(next);
    }, step);
    return () => clearInterval(timer);
  }, [isPlaying, speed, store, inspector]);
}
