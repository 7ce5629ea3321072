import type { StateChange } from '../../api/frame-detail.ts';
import { pathText } from '../problems/problem-line.tsx';
import { counted } from '../text/figures.ts';
import { visible, visibleLine } from '../text/visible.ts';
import { textDifference, valueText } from './value-difference.ts';

function TextChange({ before, after }: { before: string; after: string }) {
  const difference = textDifference(before, after);
  return (
    <p className="change-text foreign">
      <span className="muted">{visible(difference.before)}</span>
      {difference.removed !== '' && <del>{visible(difference.removed)}</del>}
      {difference.added !== '' && <ins>{visible(difference.added)}</ins>}
      <span className="muted">{visible(difference.after)}</span>
    </p>
  );
}

function Change({ change }: { change: StateChange }) {
  const { before, after } = change;
  return (
    <li>
      <p className="change-path mono foreign">{visibleLine(pathText(change.path))}</p>
      {typeof before === 'string' && typeof after === 'string' ? (
        <TextChange before={before} after={after} />
      ) : (
        <>
          {before !== undefined && <del className="change-value foreign">{visible(valueText(before))}</del>}
          {after !== undefined && <ins className="change-value foreign">{visible(valueText(after))}</ins>}
        </>
      )}
    </li>
  );
}

/** What a frame changed in the state of its session, as a difference. */
export function StateChanges({ changes, more }: { changes: readonly StateChange[]; more: number }) {
  return (
    <section aria-label="State changes" className="frame-part">
      <h3>State changes</h3>
      {changes.length === 0 && <p className="muted">This frame changed nothing in the session.</p>}
      <ul className="changes">
        {changes.map((change) => (
          <Change key={JSON.stringify([change.session, change.path])} change={change} />
        ))}
      </ul>
      {more > 0 && <p className="muted">{counted(more, 'more change')} not shown.</p>}
    </section>
  );
}
