import './frames.css';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { FrameRow, Rows } from '../../api/frame-row.ts';
import type { Overview } from '../../api/overview.ts';
import { useAnswer, useOverview } from '../connection/connected.tsx';
import { useVirtualRows } from '../rows/use-virtual-rows.ts';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { clock, count } from '../text/figures.ts';
import { sessionName } from '../text/session-name.ts';
import { Filter } from './filter.tsx';
import { FrameLine, rowId } from './frame-line.tsx';
import { useRevealedFrame } from './use-revealed-frame.ts';
import { useRowSteps } from './use-row-steps.ts';

const rowHeight = 24;
const headHeight = 26;
/** Rows are asked for in blocks, so that scrolling by a row asks nothing. */
const block = 50;
const columns = ['Frame', 'Time', 'From', 'Method', 'Session', 'Size', 'Problem'];

function holds(row: FrameRow, frame: number): boolean {
  if (row.folded === undefined || row.folded.isOpen) return row.number === frame;
  return row.number <= frame && frame <= row.folded.last;
}

/** Why there are no rows. */
function nothingWords(filter: string, overview: Overview | undefined): string {
  if (filter.trim() !== '') return 'No frame passes this filter.';
  if (overview?.source.kind === 'page') return 'The recording is empty.';
  if (overview?.source.kind !== 'file') return 'No frames yet. They appear here as the two sides talk.';
  return `The file is empty.${overview.isLive ? ' Frames appear here when it grows.' : ''}`;
}

/** How many characters the longest number and the longest time have. */
function lengths(frames: number, duration: number | undefined): Readonly<Record<string, number>> {
  return {
    '--number-length': Math.max(3, count(frames).length),
    '--time-length': duration === undefined ? 5 : Math.max(6, clock(duration).length),
  };
}

/** Returns what sessions are called, by their ids. */
function useSessionNames(sessions: Overview['sessions'] | undefined): (id: string) => string {
  return useMemo(() => {
    const known = new Map((sessions ?? []).map((session) => [session.id, session]));
    return (id) => sessionName(known.get(id) ?? { id });
  }, [sessions]);
}

function Head() {
  return (
    <div role="row" className="frame-head" aria-rowindex={1}>
      {columns.map((name) => (
        <div key={name} role="columnheader">
          {name === 'Frame' ? '#' : name === 'Problem' ? <span className="unseen">Problem</span> : name}
        </div>
      ))}
    </div>
  );
}

/** The frames of the recording, with a box to filter them. */
export function Frames() {
  const { frame, frames, filter } = useSelection();
  const overview = useOverview();
  const nameOf = useSessionNames(overview?.sessions);
  const store = useSelectionStore();
  const step = useRowSteps();
  const [open, setOpen] = useState<readonly number[]>([]);
  const [total, setTotal] = useState(0);
  const { scroller, height, start, end, origin, reveal, isAtEnd } = useVirtualRows(total, rowHeight, headHeight);

  const from = Math.max(0, (Math.floor(start / block) - 1) * block);
  const to = (Math.ceil(Math.max(end, 1) / block) + 1) * block;
  const answer = useAnswer('rows', { filter, open, start: from, end: to });
  const rows: Rows | undefined = answer.value;
  const first = answer.question?.start ?? 0;
  useEffect(() => {
    if (rows !== undefined) setTotal(rows.total);
  }, [rows]);

  const place = useAnswer('place', { filter, open, frame });
  const isAnswered = place.question?.frame === frame && place.question.filter === filter;
  const isPlaced = isAnswered && place.value?.isShown === true;
  const found = rows?.rows.findIndex((row) => holds(row, frame)) ?? -1;
  const selected = isPlaced ? (place.value?.row ?? -1) : found === -1 ? -1 : first + found;

  const onScroll = useRevealedFrame({ row: isAnswered ? selected : -1, total, scroller, reveal, isAtEnd });

  const onSelect = useCallback(
    (row: FrameRow) => {
      store.goTo(row.number, row.session);
      scroller.current?.focus({ preventScroll: true });
    },
    [store, scroller],
  );
  const onToggle = useCallback((row: FrameRow) => {
    setOpen((old) => (old.includes(row.number) ? old.filter((each) => each !== row.number) : [...old, row.number]));
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, end - start - 2);
    const row = rows?.rows[selected - first];
    const actions: Record<string, () => void> = {
      ArrowDown: () => step(1, open),
      ArrowUp: () => step(-1, open),
      PageDown: () => step(page, open),
      PageUp: () => step(-page, open),
      Home: () => step(Number.NEGATIVE_INFINITY),
      End: () => step(Number.POSITIVE_INFINITY),
      ArrowRight: () => row?.folded?.isOpen === false && onToggle(row),
      ArrowLeft: () => row?.folded?.isOpen === true && onToggle(row),
      Enter: () => row?.folded !== undefined && onToggle(row),
    };
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };

  return (
    <section className="pane frames" aria-labelledby="frames-title">
      <Filter rows={rows} />
      <div
        role="grid"
        aria-label="Frames"
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-activedescendant={selected >= 0 ? rowId(selected) : undefined}
        aria-busy={answer.isLoading}
        tabIndex={0}
        className="pane-body frame-grid"
        ref={scroller}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        style={lengths(frames, overview?.duration) as CSSProperties}
      >
        <Head />
        <div role="rowgroup" className="frame-rows" style={{ height }}>
          {rows?.rows.map((row, offset) => {
            const index = first + offset;
            return (
              <FrameLine
                key={index}
                row={row}
                index={index}
                top={origin + index * rowHeight}
                nameOf={nameOf}
                isSelected={index === selected}
                onSelect={onSelect}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
      {rows !== undefined && rows.total === 0 && <p className="empty frames-empty">{nothingWords(filter, overview)}</p>}
    </section>
  );
}
