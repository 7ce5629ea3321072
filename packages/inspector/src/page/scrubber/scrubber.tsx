import './scrubber.css';
import type { Level } from '../../api/frame-row.ts';
import { useAnswer, useOverview } from '../connection/connected.tsx';
import { useSelection, useSelectionStore } from '../selection/selected.tsx';
import type { Speed } from '../selection/selection-store.ts';
import { count } from '../text/figures.ts';
import { usePlayer } from './use-player.ts';

const speeds: readonly (readonly [Speed, string])[] = [
  [1, '1×'],
  [4, '4×'],
  [16, '16×'],
  ['max', 'max'],
];

/** How many problems are marked on the scrubber. */
const mostMarks = 400;

function Marks({ frames }: { frames: number }) {
  const { value } = useAnswer('problems', { start: 0, end: mostMarks, levels: ['error', 'warning'] });
  if (value === undefined || frames === 0) return null;
  // Marks at one place of the screen are one, of the worse level.
  const places = new Map<number, Level>();
  for (const { frame, level } of value.problems) {
    const place = Math.round((frame / frames) * 1_000);
    if (places.get(place) !== 'error') places.set(place, level);
  }
  return (
    <svg className="scrubber-marks" viewBox="0 0 1000 4" preserveAspectRatio="none" aria-hidden="true">
      {[...places].map(([place, level]) => (
        <rect key={place} x={place - 1} y="0" width="2" height="4" className={`level-${level}`} />
      ))}
    </svg>
  );
}

/** Moves through the recording: a slider over all frames, play, and follow the end. */
export function Scrubber() {
  const { frame, frames, isLive, isPlaying, speed } = useSelection();
  const store = useSelectionStore();
  const overview = useOverview();
  usePlayer();
  return (
    <section className="scrubber" aria-label="Playback">
      <button
        type="button"
        className="button play"
        aria-label={isPlaying ? 'Stop playing' : 'Play'}
        title="Space"
        disabled={frames === 0}
        onClick={() => store.setPlaying(!isPlaying)}
      >
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d={isPlaying ? 'M2 1h3v10H2zM7 1h3v10H7z' : 'M2.5 1l8 5-8 5z'} />
        </svg>
      </button>
      <select
        className="button"
        aria-label="Speed"
        value={String(speed)}
        onChange={({ target }) => {
          const chosen = speeds.find(([each]) => String(each) === target.value);
          if (chosen !== undefined) store.setSpeed(chosen[0]);
        }}
      >
        {speeds.map(([each, name]) => (
          <option key={name} value={String(each)}>
            {name}
          </option>
        ))}
      </select>
      <div className="scrubber-track">
        <input
          type="range"
          aria-label="Frame"
          min={0}
          max={frames}
          step={1}
          value={frame}
          aria-valuetext={frame === 0 ? 'before everything' : `frame ${count(frame)} of ${count(frames)}`}
          onChange={({ target }) => store.select(target.valueAsNumber)}
        />
        <Marks frames={frames} />
      </div>
      <output className="scrubber-frame" aria-label="Selected frame">
        <b>{count(frame)}</b> <span className="muted">/ {count(frames)}</span>
      </output>
      <button
        type="button"
        className="button live"
        aria-pressed={isLive}
        title={overview?.isLive === false ? 'Stay at the end (l)' : 'Follow the end (l)'}
        onClick={() => store.setLive(!isLive)}
      >
        Live
      </button>
    </section>
  );
}
