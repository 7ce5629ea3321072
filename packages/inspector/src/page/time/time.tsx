import './time.css';
import { useState } from 'react';
import type { TimeView } from '../../api/time-view.ts';
import { useAnswer } from '../connection/connected.tsx';
import { useSelection } from '../selection/selected.tsx';
import { count, counted, duration, size } from '../text/figures.ts';
import { FirstWords } from './first-words.tsx';
import { MethodTable } from './method-table.tsx';
import { RateChart } from './rate-chart.tsx';
import { Waterfall } from './waterfall.tsx';

const orders = [
  ['start', 'In order'],
  ['longest', 'Longest first'],
] as const;

function rate(perSecond: number): string {
  return `${perSecond >= 10 ? count(Math.round(perSecond)) : perSecond.toFixed(1)} a second`;
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="time-figure">
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong> <span className="muted">{note}</span>
      </dd>
    </div>
  );
}

function Figures({ view }: { view: TimeView }) {
  const { firstWord, turn, spanCount, methods } = view;
  const open = methods.reduce((sum, { unanswered }) => sum + unanswered, 0);
  return (
    <dl className="time-figures">
      <Figure name="Duration" value={duration(view.duration)} note="from the first to the last frame" />
      <Figure
        name="Requests"
        value={count(spanCount)}
        note={open === 0 ? 'all of them answered' : `${count(open)} without an answer`}
      />
      <Figure
        name="First word"
        value={firstWord.count === 0 ? '–' : duration(firstWord.median)}
        note={firstWord.count === 0 ? 'no prompt was answered' : `median; slowest 1 %: ${duration(firstWord.slowest)}`}
      />
      <Figure
        name="Turn"
        value={turn.count === 0 ? '–' : duration(turn.median)}
        note={turn.count === 0 ? 'no turn has ended' : `median; slowest 1 %: ${duration(turn.slowest)}`}
      />
    </dl>
  );
}

function Content({ view, now }: { view: TimeView; now: number | undefined }) {
  const [order, setOrder] = useState<'start' | 'longest'>('start');
  const left = view.spanCount - view.spans.length;
  return (
    <div className="time-content">
      <Figures view={view} />
      <section aria-label="Rates" className="rates">
        <RateChart
          name="Updates"
          counts={view.updates}
          step={view.step}
          duration={view.duration}
          words={rate}
          now={now}
        />
        <RateChart
          name="Bytes"
          counts={view.bytes}
          step={view.step}
          duration={view.duration}
          words={(perSecond) => `${size(Math.round(perSecond))} a second`}
          now={now}
        />
      </section>
      <section aria-label="Waterfall" className="time-part is-wide">
        <h3>
          Requests
          <span role="group" aria-label="Order" className="time-orders">
            {orders.map(([name, label]) => (
              <button
                key={name}
                type="button"
                className="button"
                aria-pressed={order === name}
                onClick={() => setOrder(name)}
              >
                {label}
              </button>
            ))}
          </span>
        </h3>
        <Waterfall view={view} order={order} />
        {left > 0 && <p className="muted">{counted(left, 'shorter request')} not listed.</p>}
      </section>
      <section aria-label="By method" className="time-part">
        <h3>By method</h3>
        <MethodTable methods={view.methods} />
      </section>
      <section aria-label="First words" className="time-part">
        <h3>Time to first word</h3>
        <FirstWords view={view} />
      </section>
    </div>
  );
}

/** When things happened: requests with their durations, rates, and the time to the first word. */
export function Time() {
  const { frame } = useSelection();
  const { value, failure } = useAnswer('time', {});
  const detail = useAnswer('frame', frame === 0 ? undefined : { frame });
  return (
    <section className="pane time" aria-label="Time">
      <header className="pane-head">
        <h2>Time</h2>
      </header>
      <div className="pane-body" tabIndex={0} role="group" aria-label="Times">
        {failure !== undefined && <p className="empty">{failure}</p>}
        {value?.isTimed === false && (
          <p className="empty">The frames of this file do not say when they were sent. emend record writes it down.</p>
        )}
        {value?.isTimed === true && <Content view={value} now={detail.value?.row.at} />}
      </div>
    </section>
  );
}
