import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { messageKey } from './message.ts';
import { createSessionStore } from './store.ts';
import { call, chunk, eventsOf, prompt, text, whole } from './test-support/fold.ts';
import { anyStream } from './test-support/random-events.ts';

function events(...steps: Parameters<typeof eventsOf>[0]) {
  return eventsOf(steps);
}

test('[SE47] listeners hear of every change and of nothing else', () => {
  const store = createSessionStore();
  const seen: unknown[] = [];
  const stop = store.subscribe(() => seen.push(store.state.messages.at(0)?.content.toArray()));
  store.apply(...events(chunk('m', 'A')));
  const before = store.state;
  expect(store.apply(...events(whole('m', { content: [text('A')] })))).toBe(before);
  store.apply(...events(chunk('m', 'B'), chunk('m', 'C')));
  stop();
  store.apply(...events(chunk('m', 'D')));
  expect(seen).toEqual([[text('A')], [text('A'), text('B'), text('C')]]);
});

test('[SE47] a listener to a part hears only when that part is another', () => {
  const store = createSessionStore();
  const listener = vi.fn();
  store.subscribeTo((state) => state.turns, listener);
  store.apply(...events(chunk('m', 'A')));
  expect(listener).not.toHaveBeenCalled();
  store.apply(prompt('go'));
  store.apply({ type: 'configured', configOptions: [] });
  expect(listener.mock.calls).toEqual([[store.state.turns]]);
});

test('[SE48] a listener to one message or tool call hears of that one', () => {
  const store = createSessionStore();
  const heard: string[] = [];
  store.subscribeToMessage('agent', 'm', () => heard.push('m'));
  store.subscribeToMessage('thought', 'm', () => heard.push('thought m'));
  store.subscribeToToolCall('c', () => heard.push('c'));
  store.apply(...events(chunk('m', 'A')));
  store.apply(...events(chunk('n', 'A')));
  store.apply(...events(call('c')));
  store.apply(...events(call('d')));
  store.apply(...events(whole('m', { _meta: {} })));
  store.apply({ type: 'cancel_sent' });
  store.apply({ type: 'load_started' });
  expect(heard).toEqual(['m', 'c', 'm', 'c', 'm', 'c']);
});

test('[SE48] whatever happens, exactly those are told whose value is another', () => {
  fc.assert(
    fc.property(anyStream, fc.integer({ min: 1, max: 6 }), (stream, size) => {
      const store = createSessionStore();
      const heard = new Set<string>();
      const ids = ['m1', 'm2', 'm3', '', '__proto__'];
      const kinds = ['user', 'agent', 'thought'] as const;
      const keys = kinds.flatMap((kind) => ids.map((id) => [kind, id] as const));
      for (const [kind, id] of keys) store.subscribeToMessage(kind, id, () => heard.add(messageKey(kind, id)));
      for (let start = 0; start < stream.length; start += size) {
        const before = store.state;
        heard.clear();
        store.apply(...stream.slice(start, start + size));
        const changed = keys
          .map(([kind, id]) => messageKey(kind, id))
          .filter((key) => before.messages.get(key) !== store.state.messages.get(key));
        expect([...heard].sort()).toEqual(changed.sort());
      }
    }),
    { numRuns: counts({ short: 300, long: 3_000 }) },
  );
});

test('[SE49] a scheduler is called as a function, at once or later, and again after it has failed', () => {
  let refuses = true;
  const calls: unknown[] = [];
  const store = createSessionStore({
    // As those of browsers, which are called without a receiver or with their own.
    schedule(this: unknown, notify) {
      calls.push(this);
      if (refuses) throw new Error('not now');
      notify();
    },
  });
  const listener = vi.fn();
  store.subscribe(listener);
  expect(() => store.apply(...events(chunk('m', 'A')))).toThrow('not now');
  refuses = false;
  store.apply(...events(chunk('m', 'B')));
  store.apply(...events(chunk('m', 'C')));
  expect([calls, listener.mock.calls.length]).toEqual([[undefined, undefined, undefined], 2]);
});

test('[SE49] a scheduler makes one notification of many events', () => {
  const scheduled: (() => void)[] = [];
  const store = createSessionStore({ schedule: (notify) => scheduled.push(notify) });
  const listener = vi.fn();
  store.subscribe(listener);
  store.subscribeToMessage('agent', 'm', listener);
  for (let index = 0; index < 100; index++) store.apply(...events(chunk('m', 'A')));
  expect([scheduled.length, listener.mock.calls.length, store.state.messages.at(0)?.content.length]).toEqual([
    1, 0, 100,
  ]);
  scheduled.shift()?.();
  expect(listener).toHaveBeenCalledTimes(2);
  store.apply({ type: 'load_failed' });
  expect(scheduled.length).toBe(0);
  store.apply(...events(chunk('m', 'A')));
  expect(scheduled.length).toBe(1);
});

test('[SE50] a listener that throws does not silence the others, and one removed meanwhile is not told', () => {
  const store = createSessionStore();
  const last = vi.fn();
  const removed = vi.fn();
  store.subscribe(() => {
    stop();
    throw new Error('broken listener');
  });
  const stop = store.subscribe(removed);
  store.subscribe(last);
  expect(() => store.apply(...events(chunk('m', 'A')))).toThrow('broken listener');
  expect([last.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
  store.subscribe(() => {
    throw new Error('another');
  });
  expect(() => store.apply(...events(chunk('m', 'A')))).toThrow(AggregateError);
  expect(last).toHaveBeenCalledTimes(2);
});
