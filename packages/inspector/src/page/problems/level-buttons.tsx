import type { Level } from '../../api/frame-row.ts';
import { counted } from '../text/figures.ts';

const order: readonly Level[] = ['error', 'warning', 'hint'];

/** Chooses the levels of the problems that are listed. */
export function LevelButtons(props: {
  readonly counts: Readonly<Record<Level, number>>;
  readonly levels: readonly Level[];
  readonly onChange: (levels: readonly Level[]) => void;
}) {
  const { counts, levels, onChange } = props;
  return (
    <div className="level-buttons" role="group" aria-label="Levels">
      {order.map((level) => (
        <button
          key={level}
          type="button"
          className={`badge level-${level}${counts[level] === 0 ? ' is-none' : ''}`}
          aria-pressed={levels.includes(level)}
          onClick={() => onChange(order.filter((each) => levels.includes(each) !== (each === level)))}
        >
          {counted(counts[level], level)}
        </button>
      ))}
    </div>
  );
}
