import type { Level } from '../../api/frame-row.ts';
import { count, counted } from '../text/figures.ts';

const levels = [
  ['error', 'error'],
  ['warning', 'warning'],
  ['hint', 'hint'],
] as const;

/** How much is wrong, by level. */
export function ProblemCount({ problems }: { problems: Readonly<Record<Level, number>> }) {
  const shown = levels.filter(([level]) => problems[level] > 0);
  return (
    <div className="problem-count" role="status" aria-label="Problem count">
      {shown.length === 0 && <span className="badge is-good">No problems</span>}
      {shown.map(([level, word]) => (
        <span key={level} className={`badge level-${level}`} title={counted(problems[level], word)}>
          <span className="dot" aria-hidden="true" />
          <span aria-hidden="true" className="figure">
            {count(problems[level])}
          </span>
          <span className="words">{counted(problems[level], word)}</span>
        </span>
      ))}
    </div>
  );
}
