import type { LedgerEntry } from '@emend/acp/bridge';
import { wholeStart } from '@emend/acp/view';
import { useMemo } from 'react';
import type { BridgeMessage, BridgeRow } from '../../api/bridge-view.ts';
import { count, counted } from '../text/figures.ts';
import { visible, visibleLine } from '../text/visible.ts';
import { comparedLines } from './json-lines.ts';

const noMessages: readonly BridgeMessage[] = [];

function Json({
  side,
  others,
  name,
}: {
  side: BridgeMessage;
  others: readonly BridgeMessage[];
  name: 'before' | 'after';
}) {
  const lines = useMemo(
    () =>
      comparedLines(
        side.message,
        others.map(({ message }) => message),
      ),
    [side, others],
  );
  return (
    <>
      <pre className="bridge-json foreign">
        {lines.map(({ depth, text, isSame, place }, index) => (
          <code
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one value stay where they are.
            key={`${index} ${place}`}
            className={isSame ? undefined : `is-${name}`}
          >
            {`${'  '.repeat(Math.min(depth, 40))}${visible(wholeStart(text, 2_100))}\n`}
          </code>
        ))}
      </pre>
      {side.cut > 0 && <p className="muted">{counted(side.cut, 'character')} or items not shown.</p>}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="mono foreign">{value}</dd>
    </div>
  );
}

function Entry({ entry, about }: { entry: LedgerEntry; about: string | undefined }) {
  const { kind, rule, path, lost, done } = entry;
  return (
    <li>
      <span className={`badge ${kind === 'loss' ? 'level-error' : 'level-warning'}`}>{kind}</span>{' '}
      <span className="mono">{rule}</span>
      {about !== undefined && <span className="muted"> {about}</span>}
      <dl className="entry-facts">
        {path !== undefined && path !== '' && <Fact name="at" value={visibleLine(path)} />}
        {lost !== undefined && (
          <Fact name={kind === 'loss' ? 'lost' : 'was'} value={visible(wholeStart(JSON.stringify(lost), 600))} />
        )}
        {done !== undefined && <Fact name="done" value={visible(done)} />}
      </dl>
    </li>
  );
}

/** Both sides of one message, and what the ledger says of it. */
export function BridgeDetail(props: {
  readonly row: BridgeRow | undefined;
  readonly from: string;
  readonly to: string;
  readonly about: ReadonlyMap<string, string>;
}) {
  const { row, from, to, about } = props;
  const source = useMemo(() => (row === undefined || row.message === null ? noMessages : [row]), [row]);
  if (row === undefined) return <p className="empty">Choose a message to see both sides of it.</p>;
  return (
    <>
      {row.ledger.length > 0 && (
        <ul className="bridge-ledger" aria-label="Losses and repairs">
          {row.ledger.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of one message stay where they are.
            <Entry key={`${index} ${entry.rule}`} entry={entry} about={about.get(entry.rule)} />
          ))}
        </ul>
      )}
      <div className="bridge-sides">
        <section aria-label="As recorded">
          <h3>
            Frame {count(row.frame)}, as recorded <span className="badge">{from}</span>
          </h3>
          {source.map((side) => (
            <Json key={row.frame} side={side} others={row.isSame ? source : row.translated} name="before" />
          ))}
        </section>
        <section aria-label="Translated">
          <h3>
            Translated <span className="badge">{to}</span>
            {row.isSame && <span className="muted"> the same message</span>}
          </h3>
          {!row.isSame && row.translated.length === 0 && (
            <p className="muted">Nothing. The bridge answers this itself, holds it back, or it has no counterpart.</p>
          )}
          {(row.isSame ? source : row.translated).map((side, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the messages stay in their order.
            <Json key={index} side={side} others={source} name="after" />
          ))}
        </section>
      </div>
    </>
  );
}
