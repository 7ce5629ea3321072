import type { ReactNode } from 'react';
import { useSelectionStore } from '../selection/selected.tsx';
import { count } from '../text/figures.ts';

/** A link to a frame, and to its session. */
export function FrameLink({ frame, session, children }: { frame: number; session?: string; children?: ReactNode }) {
  const store = useSelectionStore();
  return (
    <button type="button" className="link" onClick={() => store.goTo(frame, session)}>
      {children ?? `frame ${count(frame)}`}
    </button>
  );
}
