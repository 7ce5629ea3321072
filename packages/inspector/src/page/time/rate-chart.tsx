import { duration as durationWords } from '../text/figures.ts';
import { ticksOf } from './ticks.ts';

const width = 1000;
const height = 72;

/** Returns the outline of all bars. Something that came is seen, however little it was. */
function barsOf(counts: readonly number[], most: number): string {
  const step = width / Math.max(counts.length, 1);
  const wide = Math.max(step - 0.6, 0.6);
  return counts
    .map((value, index) => {
      if (value === 0) return '';
      const tall = Math.max(1.5, (value / most) * (height - 4));
      return `M${(index * step).toFixed(2)} ${height}v-${tall.toFixed(2)}h${wide.toFixed(2)}V${height}z`;
    })
    .join('');
}

/** How often something came, as bars over time. The words beside it say what the picture shows. */
export function RateChart(props: {
  readonly name: string;
  readonly counts: readonly number[];
  /** The length of a step in milliseconds. */
  readonly step: number;
  readonly duration: number;
  readonly words: (perSecond: number) => string;
  /** The time of the selected frame. */
  readonly now: number | undefined;
}) {
  const { name, counts, step, duration, words, now } = props;
  const most = counts.reduce((one, other) => Math.max(one, other), 0);
  const total = counts.reduce((one, other) => one + other, 0);
  const perSecond = (value: number, time: number): number => (time === 0 ? 0 : (value * 1_000) / time);
  const length = Math.max(counts.length * step, 1);
  const peakAt = counts.indexOf(most) * step;
  const mean = words(perSecond(total, Math.max(duration, step)));
  const peak = words(perSecond(most, step));
  return (
    <figure className="rate">
      <figcaption>
        <h3>{name}</h3>
        <span className="muted">
          mean <strong>{mean}</strong>
        </span>
        <span className="muted">
          peak <strong>{peak}</strong> at {durationWords(peakAt)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${mean} on average, ${peak} at most, ${durationWords(peakAt)} after the start`}
      >
        {ticksOf(length).map((at) => (
          <line key={at} className="tick" x1={(at / length) * width} x2={(at / length) * width} y1={0} y2={height} />
        ))}
        <path className="bars" d={barsOf(counts, most)} />
        {now !== undefined && (
          <line className="now" x1={(now / length) * width} x2={(now / length) * width} y1={0} y2={height} />
        )}
      </svg>
    </figure>
  );
}
