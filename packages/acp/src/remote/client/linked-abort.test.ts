import { expect, test } from 'vitest';
import { linkedAbort } from './linked-abort.ts';

test('all that is linked to a signal aborts with it, but not what was unlinked, and the signal has one listener', () => {
  const source = new AbortController();
  let listeners = 0;
  const { signal } = source;
  const { addEventListener } = signal;
  signal.addEventListener = function (this: AbortSignal, ...args: Parameters<typeof addEventListener>) {
    listeners += 1;
    addEventListener.apply(this, args);
  } as typeof addEventListener;
  const links = Array.from({ length: 30 }, () => linkedAbort(signal));
  links[3]?.unlink();
  const reason = new Error('enough');
  source.abort(reason);
  expect(links.map(({ controller }) => controller.signal.reason)).toEqual(
    links.map((_, at) => (at === 3 ? undefined : reason)),
  );
  expect(linkedAbort(signal).controller.signal.reason).toBe(reason);
  expect(listeners).toBe(1);
});
