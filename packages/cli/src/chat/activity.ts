import { spinner } from '../terminal/status-line.ts';
import { type Span, span, tone } from '../terminal/style.ts';

/** What a chat is busy with. */
export type Activity = 'starting' | 'ready' | 'working' | 'cancelling' | 'about to leave';

/** How long the turning sign stays as it is. */
export const spinnerMilliseconds = 100;

/** What the status line says of it at this time. */
export function activitySpans(activity: Activity, now: number): Span[] {
  switch (activity) {
    case 'starting':
      return [span('starting the agent …', tone.dim)];
    case 'ready':
      return [span('ready', tone.dim)];
    case 'working':
      return [
        span(spinner(Math.floor(now / spinnerMilliseconds)), tone.cyan),
        span(' working; Ctrl-C cancels', tone.dim),
      ];
    case 'cancelling':
      return [span('■ cancelling; Ctrl-C again leaves', tone.yellow)];
    case 'about to leave':
      return [span('Ctrl-C again leaves', tone.yellow)];
  }
}
