import { useId } from 'react';
import type { Rows } from '../../api/frame-row.ts';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { count, counted } from '../text/figures.ts';

function counts(rows: Rows | undefined, filter: string, frames: number): string {
  if (rows === undefined) return '';
  const searching = rows.isComplete ? '' : ' so far';
  if (filter.trim() === '' || rows.filterFault !== undefined) return counted(rows.frames, 'frame');
  return `${count(rows.frames)} of ${counted(frames, 'frame')}${searching}`;
}

/** The box that filters the frames, and what came of it. */
export function Filter({ rows }: { rows: Rows | undefined }) {
  const { filter, frames } = useSelection();
  const store = useSelectionStore();
  const id = useId();
  const fault = rows?.filterFault;
  return (
    <header className="pane-head filter-head">
      <h2 id="frames-title">Frames</h2>
      <input
        type="search"
        id="filter"
        aria-label="Filter"
        aria-invalid={fault !== undefined}
        aria-describedby={id}
        placeholder="Filter by words, method:, is:error …"
        autoComplete="off"
        spellCheck={false}
        value={filter}
        onChange={({ target }) => store.setFilter(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (filter === '') event.currentTarget.blur();
            else store.setFilter('');
            event.preventDefault();
          } else if (event.key === 'Enter') document.querySelector<HTMLElement>('[role="grid"]')?.focus();
        }}
      />
      <span className="muted filter-count" role="status" aria-label="Filter result">
        {counts(rows, filter, frames)}
      </span>
      <div id={id} role="alert" className="filter-fault">
        {fault}
      </div>
    </header>
  );
}
