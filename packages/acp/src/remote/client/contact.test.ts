import { expect, test } from 'vitest';
import { ManualClock } from '../test-support/manual-clock.ts';
import { contact } from './contact.ts';
import type { RemotePlatform, RemoteState } from './options.ts';
import { reconnect } from './reconnect.ts';

test('[RE36] the connection is open again once all that was lost is back or no longer needed', () => {
  const states: RemoteState[] = [];
  const platform = { clock: new ManualClock(), random: () => 1 } as Partial<RemotePlatform> as RemotePlatform;
  const { begin, pause, reached, forget, end } = contact(
    'http',
    { onState: (state) => void states.push(state) },
    platform,
    { abort() {}, ended() {}, returned() {} },
  );
  begin(() => {});
  const [first, second, third] = [reconnect(platform), reconnect(platform), reconnect(platform)];
  for (const pace of [first, second, third]) void pause(pace, { cause: 'A stream has ended.' });
  reached(first);
  forget(third);
  expect(states.map(({ type }) => type)).toEqual(['connecting', 'waiting']);
  void pause(second, { cause: 'Again.' });
  forget(second);
  end();
  expect(states).toEqual([
    { type: 'connecting' },
    { type: 'waiting', attempt: 1, delay: 250, cause: 'A stream has ended.' },
    { type: 'waiting', attempt: 2, delay: 500, cause: 'Again.' },
    { type: 'open', carrier: 'http', isResumed: true },
    { type: 'closed', reason: 'It was closed.' },
  ]);
});
