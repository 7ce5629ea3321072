import { expect, test } from 'vitest';
import type { RemoteState } from './options.ts';
import { remoteStates } from './remote-states.ts';

const open: RemoteState = { type: 'open', carrier: 'websocket', isResumed: false };
const waiting: RemoteState = { type: 'waiting', attempt: 1, delay: 250, cause: 'The network failed.' };

test('the latest state, for those who come later, and each change for those who listen', () => {
  const states = remoteStates();
  const { onState, subscribe } = states;
  const heard: RemoteState[] = [];
  const seen = [states.state];
  onState(open);
  seen.push(states.state);
  const stop = subscribe(() => void heard.push(states.state));
  onState(waiting);
  stop();
  onState(open);
  expect([seen, heard, states.state]).toEqual([[{ type: 'connecting' }, open], [waiting], open]);
});

test('listeners may come and go while they are called, and one listener may subscribe twice', () => {
  const { onState, subscribe } = remoteStates();
  const heard: string[] = [];
  const twice = () => void heard.push('twice');
  const stopFirst = subscribe(twice);
  const stopSecond = subscribe(twice);
  const stop = subscribe(() => {
    stop();
    stopFirst();
    subscribe(() => void heard.push('late'));
  });
  onState(open);
  onState(waiting);
  stopSecond();
  stopSecond();
  onState(open);
  expect(heard).toEqual(['twice', 'twice', 'twice', 'late', 'late']);
});
