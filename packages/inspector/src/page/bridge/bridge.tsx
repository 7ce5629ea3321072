import './bridge.css';
import type { Dialect } from '@emend/acp/protocol';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { BridgeRow, BridgeRows } from '../../api/bridge-view.ts';
import { useAnswer, useOverview } from '../connection/connected.tsx';
import { useVirtualRows } from '../rows/use-virtual-rows.ts';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import { BridgeDetail } from './bridge-detail.tsx';
import { BridgeHead, BridgeRules } from './bridge-head.tsx';
import { BridgeLine, bridgeRowId } from './bridge-line.tsx';
import { dialectWords, otherDialects } from './dialect-words.ts';

const rowHeight = 28;
const headHeight = 26;
const block = 50;
const columns = ['Frame', 'As recorded', 'Change', 'Translated', 'Losses and repairs'];

/** Returns rows by their place, also of an answer that belongs to an earlier question. */
function rowAt(answer: BridgeRows | undefined, first: number, index: number): BridgeRow | undefined {
  return answer?.rows[index - first];
}

/** Both sides of a bridge beside each other, and what is lost between them. */
export function Bridge() {
  const overview = useOverview();
  const { frame } = useSelection();
  const store = useSelectionStore();
  const [chosen, setChosen] = useState<Dialect>();
  const [isLedgerOnly, setLedgerOnly] = useState(false);
  const [total, setTotal] = useState(0);
  const { scroller, height, start, end, origin, reveal } = useVirtualRows(total, rowHeight, headHeight);

  const choices = useMemo(() => (overview === undefined ? [] : otherDialects(overview)), [overview]);
  const to = chosen !== undefined && choices.includes(chosen) ? chosen : choices[0];
  const from = Math.max(0, (Math.floor(start / block) - 1) * block);
  const until = (Math.ceil(Math.max(end, 1) / block) + 1) * block;
  const show = isLedgerOnly ? 'ledger' : 'all';
  const { value, question, failure, isLoading } = useAnswer(
    'bridge',
    to === undefined ? undefined : { to, show, start: from, end: until, frame },
  );
  const isCurrent = question?.to === to && question?.show === show;
  const answer = isCurrent ? value : undefined;
  const first = question?.start ?? 0;
  useEffect(() => {
    if (answer !== undefined) setTotal(answer.total);
  }, [answer]);

  const place = answer !== undefined && question?.frame === frame ? answer.place : undefined;
  const found = answer?.rows.findIndex((each) => each.frame === frame) ?? -1;
  const selected = place ?? (found === -1 ? -1 : first + found);
  const row = rowAt(answer, first, selected);
  useEffect(() => {
    if (place !== undefined && place >= 0) reveal(place);
  }, [place, reveal]);

  const about = useMemo(() => new Map(answer?.rules.map((rule) => [rule.rule, rule.about])), [answer]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = rowAt(answer, first, Math.max(0, Math.min(total - 1, selected + step)));
    if (next !== undefined) store.select(next.frame);
  };

  return (
    <section className="pane bridge" aria-label="Bridge">
      {to !== undefined && (
        <BridgeHead
          answer={answer}
          to={to}
          choices={choices}
          onTo={setChosen}
          isLedgerOnly={isLedgerOnly}
          onLedgerOnly={setLedgerOnly}
        />
      )}
      {answer !== undefined && <BridgeRules answer={answer} />}
      {failure !== undefined && <p className="empty">{failure}</p>}
      <div className="bridge-body">
        <div
          role="grid"
          aria-label="Both sides"
          aria-rowcount={total + 1}
          aria-colcount={columns.length}
          aria-activedescendant={selected >= 0 ? bridgeRowId(selected) : undefined}
          aria-busy={isLoading}
          tabIndex={0}
          className="bridge-grid"
          ref={scroller}
          onKeyDown={onKeyDown}
        >
          <div role="row" className="bridge-columns" aria-rowindex={1}>
            {columns.map((name) => (
              <div key={name} role="columnheader">
                {name === 'Frame' ? '#' : name === 'Change' ? <span className="unseen">Change</span> : name}
              </div>
            ))}
          </div>
          <div role="rowgroup" className="bridge-rows" style={{ height }}>
            {answer?.rows.map((each, offset) => {
              const index = first + offset;
              return (
                <BridgeLine
                  key={index}
                  row={each}
                  index={index}
                  top={origin + index * rowHeight}
                  isSelected={index === selected}
                  onSelect={({ frame: number }) => store.goTo(number)}
                />
              );
            })}
          </div>
          {answer?.total === 0 && (
            <p className="empty">{isLedgerOnly ? 'Nothing is lost or repaired.' : 'There are no messages yet.'}</p>
          )}
        </div>
        <div className="bridge-detail" tabIndex={0} role="group" aria-label="Both sides of the message">
          <BridgeDetail
            row={row}
            from={answer === undefined ? '' : dialectWords[answer.from]}
            to={to === undefined ? '' : dialectWords[to]}
            about={about}
          />
        </div>
      </div>
    </section>
  );
}
