import { isObject } from '../../protocol/reading/guard.ts';
import { openRequests } from './peer-line.ts';
import type { SeenFrame } from './verdict.ts';

/**
 * Returns whether nothing is under way on a connection, by what was said on it: every request of both sides is answered, and no session
 * has told of work that it has not ended.
 */
export function isAtRest(frames: readonly SeenFrame[]): boolean {
  return openRequests(frames) === 0 && !hasBusySessions(frames);
}

function hasBusySessions(frames: readonly SeenFrame[]): boolean {
  const busy = new Set<unknown>();
  for (const { message } of frames) {
    const params = isObject(message) && message['method'] === 'session/update' ? message['params'] : undefined;
    const update = isObject(params) ? params['update'] : undefined;
    if (!isObject(params) || !isObject(update) || update['sessionUpdate'] !== 'state_update') continue;
    if (update['state'] === 'idle') busy.delete(params['sessionId']);
    else busy.add(params['sessionId']);
  }
  return busy.size > 0;
}
