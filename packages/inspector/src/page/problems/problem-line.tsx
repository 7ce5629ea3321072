import type { Problem } from '../../api/problem.ts';
import { useSelectionStore } from '../selection/selected.tsx';
import { count } from '../text/figures.ts';
import { sentence } from '../text/sentence.ts';
import { visibleLine } from '../text/visible.ts';

const sources: Readonly<Record<Problem['from'], string>> = { check: 'schema', session: 'session', linter: 'linter' };

/** A place in a message, as a person would write it: `params.update.content[0]`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = /^[\w$-]+$/.test(part) ? part : JSON.stringify(part);
      return index === 0 ? name : `.${name}`;
    })
    .join('');
}

/** One row of the list of problems. */
export function ProblemLine({ problem, top, isHere }: { problem: Problem; top: number; isHere: boolean }) {
  const store = useSelectionStore();
  const { frame, level, from, code, path } = problem;
  const words = visibleLine(sentence(problem.text));
  return (
    <li className="problem-line" style={{ transform: `translateY(${top}px)` }}>
      <button
        type="button"
        aria-current={isHere ? 'true' : undefined}
        title={words}
        onClick={() => store.goTo(frame, problem.session)}
      >
        <span className={`dot level-${level}`}>
          <span className="unseen">{level}</span>
        </span>
        <span className="problem-text foreign">{words}</span>
        <span className="problem-place muted">
          <span className="mono">#{count(frame)}</span>
          <span>{sources[from]}</span>
          {code !== undefined && <span className="mono foreign">{visibleLine(code)}</span>}
          {path !== undefined && path.length > 0 && <span className="mono foreign">{visibleLine(pathText(path))}</span>}
        </span>
      </button>
    </li>
  );
}
