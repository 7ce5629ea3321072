import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { scrollTopFor, seenRows, spacerHeight } from './virtual-rows.ts';

/** What a virtual list needs to draw itself. */
interface VirtualRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  /** Where row 0 would be, in pixels from the top of the spacer. */
  readonly origin: number;
  /** Scrolls until a row is seen. */
  readonly reveal: (row: number) => void;
  /** Whether the last row is seen. */
  readonly isAtEnd: () => boolean;
}

/** Watches a scrolling element, and says which of its rows are seen. `head` is what covers its top. */
export function useVirtualRows(total: number, rowHeight: number, head = 0): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ scrollTop: 0, viewport: 600 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (): void => {
      const [scrollTop, viewport] = [element.scrollTop, element.clientHeight - head];
      setPlace((old) => (old.scrollTop === scrollTop && old.viewport === viewport ? old : { scrollTop, viewport }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [head]);

  const geometry = { total, rowHeight, viewport: place.viewport };
  const reveal = useCallback(
    (row: number) => {
      const element = scroller.current;
      if (element === null) return;
      const now = { total, rowHeight, viewport: element.clientHeight - head };
      const wanted = scrollTopFor(now, element.scrollTop, row);
      if (wanted !== element.scrollTop) element.scrollTop = wanted;
    },
    [total, rowHeight, head],
  );
  const isAtEnd = useCallback(() => {
    const element = scroller.current;
    return element === null || element.scrollTop + element.clientHeight >= element.scrollHeight - 2 * rowHeight;
  }, [rowHeight]);

  return { scroller, height: spacerHeight(geometry), ...seenRows(geometry, place.scrollTop), reveal, isAtEnd };
}
