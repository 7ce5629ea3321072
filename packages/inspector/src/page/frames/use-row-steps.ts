import { useCallback } from 'react';
import { useInspector } from '../connection/connected.tsx';
import { useSelectionStore } from '../selection/selected.tsx';

const none: readonly number[] = [];

/** Returns a function that selects the next or previous frame, or another row, among those that the filter shows. */
export function useRowSteps(): (rows: number, open?: readonly number[]) => void {
  const inspector = useInspector();
  const store = useSelectionStore();
  return useCallback(
    (rows, open = none) => {
      const { frame, filter, frames } = store.get();
      if (rows === Number.NEGATIVE_INFINITY || rows === Number.POSITIVE_INFINITY) {
        store.select(rows < 0 ? 0 : frames);
        return;
      }
      if (filter.trim() === '' && Math.abs(rows) === 1) {
        store.select(frame + rows);
        return;
      }
      const selection = { filter, open };
      const go = async (): Promise<void> => {
        const { row, isShown } = await inspector.ask('place', { ...selection, frame });
        // Between two rows, the one before is the previous one already.
        const wanted = Math.max(0, row + rows + (rows < 0 && !isShown ? 1 : 0));
        const { rows: found } = await inspector.ask('rows', { ...selection, start: wanted, end: wanted + 1 });
        const number = found[0]?.number;
        if (number !== undefined && store.get().frame === frame) store.select(number);
      };
      // A lost connection is shown in the title bar.
      go().catch(() => {});
    },
    [inspector, store],
  );
}
