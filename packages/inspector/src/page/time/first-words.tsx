import type { TimeView } from '../../api/time-view.ts';
import { FrameLink } from '../links/frame-link.tsx';
import { count, counted, duration } from '../text/figures.ts';

/** How many prompts are listed; the others are in the figures. */
const mostListed = 50;

/** How long the agent took to say its first word, prompt by prompt. */
export function FirstWords({ view: { firstWords, firstWord } }: { view: TimeView }) {
  if (firstWord.count === 0) return <p className="muted">No prompt was followed by a word of the agent.</p>;
  const longest = firstWords.reduce((most, { elapsed }) => Math.max(most, elapsed), 1);
  const rest = firstWord.count - Math.min(mostListed, firstWords.length);
  return (
    <>
      <table className="first-words" aria-label="Time to first word">
        <thead>
          <tr>
            <th scope="col">Prompt</th>
            <th scope="col">First word after</th>
            <th scope="col">
              <span className="unseen">Picture</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {firstWords.slice(0, mostListed).map(({ frame, elapsed }) => (
            <tr key={frame}>
              <th scope="row">
                <FrameLink frame={frame}>frame {count(frame)}</FrameLink>
              </th>
              <td>{duration(elapsed)}</td>
              <td>
                <svg className="bar" aria-hidden="true">
                  <rect className="from-agent" x="0" y="4" width={`${(elapsed / longest) * 100}%`} height="10" rx="2" />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="muted">{counted(rest, 'more prompt')} not listed.</p>}
    </>
  );
}
