import type { BridgeMessage, BridgeRow } from '../../api/bridge-view.ts';
import { count, counted } from '../text/figures.ts';
import { visibleLine } from '../text/visible.ts';
import { messageWords } from './message-words.ts';

const arrows = { client: '→', agent: '←' } as const;

function Words({ side, more }: { side: BridgeMessage; more: number }) {
  const { name, rest } = messageWords(side.message);
  return (
    <>
      <span className="bridge-from" role="img" aria-label={`from the ${side.from}`}>
        {arrows[side.from]}
      </span>
      <span className="mono foreign">{visibleLine(name)}</span>
      {more > 0 && <span className="badge">and {count(more)} more</span>}
      <span className="muted bridge-text foreign">{visibleLine(rest)}</span>
    </>
  );
}

function outcomeOf({ isSame, translated }: BridgeRow): readonly [sign: string, words: string] {
  if (isSame) return ['=', 'unchanged'];
  return translated.length === 0 ? ['∅', 'not passed on'] : ['≠', 'changed'];
}

function Marks({ row }: { row: BridgeRow }) {
  const losses = row.ledger.filter(({ kind }) => kind === 'loss').length;
  const repairs = row.ledger.length - losses;
  return (
    <>
      {losses > 0 && <span className="badge level-error">{counted(losses, 'loss', 'losses')}</span>}
      {repairs > 0 && <span className="badge level-warning">{counted(repairs, 'repair')}</span>}
    </>
  );
}

/** The element id of a row. */
export function bridgeRowId(index: number): string {
  return `bridge-row-${index}`;
}

/** One row of the bridge: a message, and what the other side gets. */
export function BridgeLine(props: {
  readonly row: BridgeRow;
  readonly index: number;
  readonly top: number;
  readonly isSelected: boolean;
  readonly onSelect: (row: BridgeRow) => void;
}) {
  const { row, index, top, isSelected, onSelect } = props;
  const [sign, words] = outcomeOf(row);
  const [first] = row.isSame ? [row] : row.translated;
  return (
    <div
      role="row"
      id={bridgeRowId(index)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={-1}
      className={`bridge-line ${row.isSame ? 'is-same' : 'is-changed'}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(row)}
    >
      <div role="gridcell" className="number">
        {count(row.frame)}
      </div>
      <div role="gridcell" className="bridge-side">
        <Words side={row} more={0} />
      </div>
      <div role="gridcell" className="bridge-sign">
        <span role="img" aria-label={words} title={words}>
          {sign}
        </span>
      </div>
      <div role="gridcell" className="bridge-side">
        {first === undefined ? (
          <span className="muted">nothing</span>
        ) : (
          <Words side={first} more={Math.max(0, row.translated.length - 1)} />
        )}
      </div>
      <div role="gridcell" className="bridge-marks">
        <Marks row={row} />
      </div>
    </div>
  );
}
