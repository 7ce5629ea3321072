import { spinner } from '../terminal/status-line.ts';
import { type Span, span, tone } from '../terminal/style.ts';

/** What a chat is doing now. */
export type Activity =
  | 'starting'
  | 'connecting'
  | 'ready'
  | 'working'
  /** The agent works, and this chat only looks on. */
  | 'watching'
  | 'cancelling'
  | 'about to leave'
  /** The connection to a remote agent is interrupted. */
  | { readonly attempt: number; readonly isCancelling: boolean };

/** Time between two frames of the spinner. */
export const spinnerMilliseconds = 100;

/** Returns the text of the status line for an activity. */
export function activitySpans(activity: Activity, now: number): Span[] {
  if (typeof activity === 'object') {
    const cancelling = activity.isCancelling ? '■ cancelling; ' : '';
    return [span(`${cancelling}interrupted; reconnecting, attempt ${activity.attempt}`, tone.yellow)];
  }
  switch (activity) {
    case 'starting':
      return [span('starting the agent …', tone.dim)];
    case 'connecting':
      return [span('connecting to the agent …', tone.dim)];
    case 'ready':
      return [span('ready', tone.dim)];
    case 'working':
    case 'watching':
      return [
        span(spinner(Math.floor(now / spinnerMilliseconds)), tone.cyan),
        span(activity === 'working' ? ' working; Ctrl-C cancels' : ' working; Ctrl-C leaves', tone.dim),
      ];
    case 'cancelling':
      return [span('■ cancelling; Ctrl-C again leaves', tone.yellow)];
    case 'about to leave':
      return [span('Ctrl-C again leaves', tone.yellow)];
  }
}
