import type { Span, TimeView } from '../../api/time-view.ts';
import { FrameLink } from '../links/frame-link.tsx';
import { clock, count, duration as durationWords } from '../text/figures.ts';
import { visibleLine } from '../text/visible.ts';
import { ticksOf } from './ticks.ts';

/** The bar of a request, and the lines of time behind it. */
function Bar({ span, duration }: { span: Span; duration: number }) {
  const whole = Math.max(duration, 1);
  const percent = (time: number): string => `${(time / whole) * 100}%`;
  const end = span.end ?? duration;
  const kind = span.end === undefined ? 'is-open' : span.isError ? 'is-error' : `from-${span.from}`;
  return (
    <svg className="bar" aria-hidden="true">
      {ticksOf(whole).map((at) => (
        <line key={at} className="tick" x1={percent(at)} x2={percent(at)} y1="0" y2="100%" />
      ))}
      {/* A request that took no time is a point. */}
      <rect className={kind} x={percent(span.start)} y="4" width={percent(end - span.start)} height="10" rx="2" />
      <rect className={kind} x={percent(span.start)} y="4" width="2.5" height="10" rx="1" />
    </svg>
  );
}

function stateOf({ end, start, isError }: Span): string {
  if (end === undefined) return 'no answer';
  return `${durationWords(end - start)}${isError ? ', error' : ''}`;
}

/** Requests as bars over time, in a table that says the same in words. */
export function Waterfall({ view, order }: { view: TimeView; order: 'start' | 'longest' }) {
  const { spans, duration } = view;
  const whole = Math.max(duration, 1);
  const lengthOf = ({ start, end = duration }: Span): number => end - start;
  const shown = order === 'start' ? spans : [...spans].sort((one, other) => lengthOf(other) - lengthOf(one));
  return (
    <table className="waterfall" aria-label="Requests">
      <thead>
        <tr>
          <th scope="col">Request</th>
          <th scope="col">Frame</th>
          <th scope="col">From</th>
          <th scope="col">Start</th>
          <th scope="col">Duration</th>
          <th scope="col" className="axis">
            <span className="unseen">Picture</span>
            <span aria-hidden="true" className="axis-ticks">
              {ticksOf(whole)
                // The words of the last one would be cut at the edge.
                .filter((at) => at / whole < 0.96)
                .map((at) => (
                  <span key={at} style={{ insetInlineStart: `${(at / whole) * 100}%` }}>
                    {durationWords(at)}
                  </span>
                ))}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((span) => (
          <tr key={span.frame}>
            <th scope="row" className="mono foreign" title={visibleLine(span.method)}>
              {visibleLine(span.method)}
            </th>
            <td>
              <FrameLink frame={span.frame} {...(span.session !== undefined && { session: span.session })}>
                {count(span.frame)}
              </FrameLink>
            </td>
            <td>{span.from}</td>
            <td className="mono">{clock(span.start)}</td>
            <td className={span.isError ? 'level-error' : span.end === undefined ? 'level-warning' : undefined}>
              {stateOf(span)}
            </td>
            <td>
              <Bar span={span} duration={duration} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
