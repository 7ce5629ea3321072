import { expect, test } from 'vitest';
import { isAtRest } from './at-rest.ts';
import type { SeenFrame } from './verdict.ts';

const ask = (from: 'agent' | 'client', id: unknown): SeenFrame => ({ from, message: { id, method: 'm' } });
const answer = (from: 'agent' | 'client', id: unknown): SeenFrame => ({ from, message: { id, result: {} } });
const state = (sessionId: string, name: string): SeenFrame => ({
  from: 'agent',
  message: {
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: 'state_update', state: name } },
  },
});
const noise: SeenFrame = { from: 'agent', text: 'Hello' };
const told: SeenFrame = { from: 'client', message: { method: 'session/cancel', params: {} } };

test.each<[string, boolean, readonly SeenFrame[]]>([
  ['nothing was said', true, []],
  ['a request is open', false, [ask('client', 1)]],
  ['a request of the agent is open', false, [ask('agent', 0), answer('agent', 0)]],
  ['both have asked with one id, and one was answered', false, [ask('client', 1), ask('agent', 1), answer('agent', 1)]],
  ['all is answered', true, [ask('client', 1), ask('agent', 1), answer('client', 1), answer('agent', 1)]],
  ['an id of another type was answered', false, [ask('client', 1), answer('agent', '1')]],
  ['a notification and noise', true, [told, noise]],
  ['a session runs', false, [state('a', 'running'), state('b', 'idle')]],
  ['a session waits for its user', false, [state('a', 'requires_action')]],
  [
    'every session is idle',
    true,
    [state('a', 'running'), state('b', 'running'), state('b', 'idle'), state('a', 'idle')],
  ],
])('%s: %s', (_, isResting, frames) => {
  expect(isAtRest(frames)).toBe(isResting);
});
