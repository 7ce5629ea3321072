import './problems.css';
import { useEffect, useRef, useState } from 'react';
import type { Level } from '../../api/frame-row.ts';
import { useAnswer, useOverview } from '../connection/connected.tsx';
import { useVirtualRows } from '../rows/use-virtual-rows.ts';
import { useSelection } from '../selection/selected.tsx';
import { LevelButtons } from './level-buttons.tsx';
import { ProblemLine } from './problem-line.tsx';

const rowHeight = 46;
const block = 20;
const allLevels: readonly Level[] = ['error', 'warning', 'hint'];

/** Scrolls to the first problem of a frame whenever another frame is selected. */
function useRevealedProblem(frame: number, place: number | undefined, total: number, reveal: (row: number) => void) {
  const revealed = useRef(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame, which may be one that was shown before.
  useEffect(() => {
    revealed.current = -1;
  }, [frame]);
  useEffect(() => {
    if (revealed.current === frame || place === undefined || place >= total) return;
    revealed.current = frame;
    reveal(place);
  }, [frame, place, total, reveal]);
}

/** What is wrong with the recording; each problem leads to its frame. */
export function Problems() {
  const { frame } = useSelection();
  const overview = useOverview();
  const [levels, setLevels] = useState(allLevels);
  const [total, setTotal] = useState(0);
  const { scroller, height, start, end, origin, reveal } = useVirtualRows(total, rowHeight);
  const from = Math.max(0, (Math.floor(start / block) - 1) * block);
  const to = (Math.ceil(Math.max(end, 1) / block) + 1) * block;
  const { value, question } = useAnswer('problems', { start: from, end: to, levels, frame });
  useEffect(() => {
    if (value !== undefined) setTotal(value.total);
  }, [value]);
  const first = question?.start ?? 0;
  const place = question?.frame === frame ? value?.place : undefined;
  useRevealedProblem(frame, place, total, reveal);
  const isEmpty = value?.total === 0 && levels.length === allLevels.length;
  return (
    <section className={isEmpty ? 'pane problems is-empty' : 'pane problems'} aria-label="Problems">
      <header className="pane-head">
        <h2>Problems</h2>
        {isEmpty && <span className="muted">No problems found.</span>}
        {overview !== undefined && !isEmpty && (
          <LevelButtons counts={overview.problems} levels={levels} onChange={setLevels} />
        )}
      </header>
      <div className="pane-body" ref={scroller} tabIndex={0} role="group" aria-label="List of problems">
        {value?.total === 0 && !isEmpty && <p className="empty">No problems of these levels.</p>}
        <ul className="problem-list" style={{ height }}>
          {value?.problems.map((problem, offset) => (
            <ProblemLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is the same place of the list.
              key={first + offset}
              problem={problem}
              top={origin + (first + offset) * rowHeight}
              isHere={problem.frame === frame}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
