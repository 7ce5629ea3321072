import { type RefObject, useEffect, useRef } from 'react';
import { useSelection } from '../selection/selected.tsx';

/** The list that shows the selected frame, and where in it the frame is. */
interface RevealedList {
  /** The row of the selected frame; -1 if the list does not have it, or it is not known yet. */
  readonly row: number;
  readonly total: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly reveal: (row: number) => void;
  readonly isAtEnd: () => boolean;
}

/**
 * Scrolls a list to the selected frame whenever another one is selected, to the top before everything. While the page
 * follows the end, a list that a person scrolled back stays there. Returns what listens to its scrolling.
 */
export function useRevealedFrame({ row, total, scroller, reveal, isAtEnd }: RevealedList): () => void {
  const { frame, filter, isLive } = useSelection();
  const isFollowed = useRef(true);
  const lastTop = useRef(0);
  const revealed = useRef('');

  useEffect(() => {
    if (!isLive) return;
    isFollowed.current = true;
    revealed.current = '';
  }, [isLive]);

  useEffect(() => {
    const wanted = `${frame} ${filter}`;
    if (revealed.current === wanted || (isLive && !isFollowed.current)) return;
    if (frame === 0) scroller.current?.scrollTo({ top: 0 });
    else if (row < 0 || row >= total) return;
    else reveal(row);
    revealed.current = wanted;
  }, [frame, filter, isLive, row, total, scroller, reveal]);

  return () => {
    const top = scroller.current?.scrollTop ?? 0;
    // A list that has grown is not at its end either: only scrolling back leaves it.
    if (isAtEnd()) isFollowed.current = true;
    else if (top < lastTop.current) isFollowed.current = false;
    lastTop.current = top;
  };
}
