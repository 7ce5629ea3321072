import type { MethodTimes } from '../../api/time-view.ts';
import { count, duration } from '../text/figures.ts';
import { visibleLine } from '../text/visible.ts';

/** The durations of requests, method by method. */
export function MethodTable({ methods }: { methods: readonly MethodTimes[] }) {
  return (
    <table className="method-times" aria-label="Methods">
      <thead>
        <tr>
          <th scope="col">Method</th>
          <th scope="col">Requests</th>
          <th scope="col">Median</th>
          <th scope="col">Slowest 1 %</th>
          <th scope="col">Unanswered</th>
        </tr>
      </thead>
      <tbody>
        {methods.map(({ method, count: requests, median, slowest, unanswered }) => (
          <tr key={method}>
            <th scope="row" className="mono foreign" title={visibleLine(method)}>
              {visibleLine(method)}
            </th>
            <td>{count(requests)}</td>
            <td>{unanswered === requests ? '–' : duration(median)}</td>
            <td>{unanswered === requests ? '–' : duration(slowest)}</td>
            <td className={unanswered > 0 ? 'level-warning' : undefined}>{count(unanswered)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
