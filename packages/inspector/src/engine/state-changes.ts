import { stateChanges } from '@emend/acp/recording';
import { newSessionState } from '@emend/acp/session';
import type { StateChange } from '../api/frame-detail.ts';
import { roomForRow } from './cut-content.ts';
import type { SessionChange } from './recording.ts';

/** How many changes of one frame are shown, and how many are counted beyond that. */
const mostChanges = 200;
const mostCounted = 10_000;

const nothing = newSessionState();

/** Returns what a frame changed in the sessions, up to a limit; long values are left out. */
export function frameChanges(changed: readonly SessionChange[]): {
  readonly changes: readonly StateChange[];
  readonly more: number;
} {
  const changes: StateChange[] = [];
  let more = 0;
  for (const { session, before = nothing, after } of changed) {
    for (const change of stateChanges(before, after)) {
      if (changes.length < mostChanges) changes.push({ session, ...short(change) });
      else if (++more >= mostCounted) return { changes, more };
    }
  }
  return { changes, more };
}

function short(change: Omit<StateChange, 'session'>): Omit<StateChange, 'session'> {
  const room = roomForRow();
  return {
    path: change.path,
    ...('before' in change ? { before: room.value(change.before) } : {}),
    ...('after' in change ? { after: room.value(change.after) } : {}),
  };
}
