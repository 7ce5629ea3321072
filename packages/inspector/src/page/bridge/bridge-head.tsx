import type { Dialect } from '@emend/acp/protocol';
import type { BridgeRows } from '../../api/bridge-view.ts';
import { useSelectionStore } from '../selection/selected.tsx';
import { count, counted } from '../text/figures.ts';
import { dialectWords } from './dialect-words.ts';

/** Chooses the other side, and tells what a bridge to it would lose. */
export function BridgeHead(props: {
  readonly answer: BridgeRows | undefined;
  readonly to: Dialect;
  readonly choices: readonly Dialect[];
  readonly onTo: (to: Dialect) => void;
  readonly isLedgerOnly: boolean;
  readonly onLedgerOnly: (only: boolean) => void;
}) {
  const { answer, to, choices, onTo, isLedgerOnly, onLedgerOnly } = props;
  return (
    <header className="pane-head bridge-head">
      <h2>Bridge</h2>
      <span>
        {answer !== undefined && (
          <>
            from <span className="badge">{dialectWords[answer.from]}</span>
          </>
        )}
      </span>
      <label>
        to{' '}
        <select value={to} aria-label="Other side" onChange={(event) => onTo(event.target.value as Dialect)}>
          {choices.map((dialect) => (
            <option key={dialect} value={dialect}>
              {dialectWords[dialect]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="button" aria-pressed={isLedgerOnly} onClick={() => onLedgerOnly(!isLedgerOnly)}>
        Only losses and repairs
      </button>
      {answer !== undefined && (
        <p role="status" aria-label="Losses" className="bridge-figures">
          <span className={answer.losses > 0 ? 'badge level-error' : 'badge'}>
            {counted(answer.losses, 'loss', 'losses')}
          </span>{' '}
          <span className={answer.repairs > 0 ? 'badge level-warning' : 'badge'}>
            {counted(answer.repairs, 'repair')}
          </span>{' '}
          <span className="muted">{counted(answer.changed, 'message')} changed</span>
        </p>
      )}
      {answer !== undefined && answer.progress < 1 && (
        <progress aria-label="Translating the recording" value={answer.progress} max={1} />
      )}
    </header>
  );
}

/** The rules of the ledger that applied; each leads to the first message that it applied to. */
export function BridgeRules({ answer }: { answer: BridgeRows }) {
  const store = useSelectionStore();
  if (answer.rules.length === 0) return null;
  return (
    <ul className="bridge-rules" aria-label="Rules">
      {answer.rules.map(({ rule, kind, about, count: times, first }) => (
        <li key={`${kind} ${rule}`}>
          <button type="button" title={`${about}; first in frame ${count(first)}`} onClick={() => store.goTo(first)}>
            <span className={`dot ${kind === 'loss' ? 'level-error' : 'level-warning'}`}>
              <span className="unseen">{kind}</span>
            </span>
            <span className="mono">{rule}</span>
            <span className="muted"> × {count(times)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
