import { wholeStart } from '@emend/acp/view';
import type { FrameRow, FrameSender, Level } from '../../api/frame-row.ts';
import { clock, count, size } from '../text/figures.ts';
import { visibleLine } from '../text/visible.ts';

const arrows: Readonly<Record<FrameSender, string>> = { client: '→', agent: '←', stderr: '·', unknown: '?' };
const levelNames: Readonly<Record<Level, string>> = { error: 'Error', warning: 'Warning', hint: 'Hint' };

/** What a row of the grid needs. */
interface FrameLineProps {
  readonly row: FrameRow;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  /** Returns what a session is called. */
  readonly nameOf: (session: string) => string;
  readonly onSelect: (row: FrameRow) => void;
  readonly onToggle: (row: FrameRow) => void;
}

/** The element id of a row. */
export function rowId(index: number): string {
  return `frame-row-${index}`;
}

function Fold({ row, onToggle }: Pick<FrameLineProps, 'row' | 'onToggle'>) {
  if (row.folded === undefined) return null;
  const { frames, isOpen } = row.folded;
  return (
    <button
      type="button"
      className="fold"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={`${count(frames)} frames`}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(row);
      }}
    >
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {count(frames)}{' '}
    </button>
  );
}

function Method({ row: { kind, method } }: { row: FrameRow }) {
  const name = method === undefined ? '' : visibleLine(method);
  const end = name.lastIndexOf('/') + 1;
  return (
    <>
      {(kind === 'response' || kind === 'error') && (
        <span className="answers">
          <span aria-hidden="true">↩ </span>
          <span className="unseen">{kind === 'error' ? 'error for ' : 'answer to '}</span>
        </span>
      )}
      {name !== '' && (
        <span className="foreign name">
          <span className="space">{name.slice(0, end)}</span>
          {name.slice(end)}
        </span>
      )}{' '}
    </>
  );
}

/** The words of an update begin with its kind, which says more than its method. */
function Summary({ row: { kind, summary } }: { row: FrameRow }) {
  const text = visibleLine(summary);
  const end = kind === 'update' ? `${text} `.indexOf(' ') : 0;
  return (
    <>
      {end > 0 && <span className="kind foreign">{text.slice(0, end)}</span>}
      <span className="summary foreign">{text.slice(end)}</span>
    </>
  );
}

/** Marks a frame that takes back something. */
function Correction() {
  return (
    <span className="correction" title="Takes back something that was said before.">
      corrects
    </span>
  );
}

/** One row of the grid of frames. */
export function FrameLine({ row, index, top, isSelected, nameOf, onSelect, onToggle }: FrameLineProps) {
  return (
    <div
      role="row"
      id={rowId(index)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`frame-line is-${row.kind} from-${row.from}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(row)}
      tabIndex={-1}
    >
      <div role="gridcell" className="number">
        {count(row.number)}
      </div>
      <div role="gridcell" className="at">
        {row.at === undefined ? '' : clock(row.at)}
      </div>
      <div role="gridcell" className="from">
        <span aria-hidden="true">{arrows[row.from]}</span> <span className="word">{row.from}</span>
      </div>
      <div role="gridcell" className="method">
        <Method row={row} />
        <Fold row={row} onToggle={onToggle} /> {row.isCorrection === true && <Correction />} <Summary row={row} />
      </div>
      <div role="gridcell" className="session">
        {row.session !== undefined && (
          <span className="foreign" title={visibleLine(wholeStart(row.session, 1_000))}>
            {visibleLine(nameOf(row.session))}
          </span>
        )}
      </div>
      <div role="gridcell" className="size">
        {size(row.size)}
      </div>
      <div role="gridcell" className="worst">
        {row.worst !== undefined && (
          <span className={`dot level-${row.worst}`} title={levelNames[row.worst]}>
            <span className="unseen">{levelNames[row.worst]}</span>
          </span>
        )}
      </div>
    </div>
  );
}
