import type { Overview } from '../overview.ts';

/** An overview with a number of frames. */
export function overviewOf(frames: number): Overview {
  return {
    source: { kind: 'file', name: 'session.ndjson' },
    frames,
    bytes: 0,
    progress: 1,
    isLive: true,
    sessions: [],
    sessionCount: 0,
    problems: { error: 0, warning: 0, hint: 0 },
    leftOut: [],
    canTalk: false,
  };
}
