import { useEffect } from 'react';
import { useInspector } from '../connection/connected.tsx';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { Player } from './player.ts';

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
    let request = requestAnimationFrame(function tick(now: number) {
      const { frame, frames } = store.get();
      const next = player.advance(now - last, frames);
      last = now;
      if (next !== frame) store.playTo(next);
      request = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(request);
  }, [isPlaying, speed, store, inspector]);
}
