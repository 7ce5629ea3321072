import { expect, test } from 'vitest';
import { type OpenRequest, OpenRequests } from './open-requests.ts';

const request = (method: string, from: OpenRequest['from']): OpenRequest => ({ method, definition: undefined, from });

test('of many requests with one id the latest are remembered, so that each costs the same', () => {
  const open = new OpenRequests();
  const taken = Array.from({ length: 1_000 }, (_, index) => open.add(1, request(`_${index}`, 'client')));
  expect(taken).toEqual([false, ...Array(999).fill(true)]);
  expect(open.candidates(1, 'agent').map(({ method }) => method)).toEqual(
    Array.from({ length: 16 }, (_, index) => `_${984 + index}`),
  );
});

test('both sides may have an id open; an answer is to the other side, and frees it', () => {
  const open = new OpenRequests();
  const [ours, theirs] = [request('_a', 'client'), request('_b', 'agent')];
  expect([open.add(1, ours), open.add(1, theirs), open.add('1', ours)]).toEqual([false, false, false]);
  expect([open.candidates(1, 'agent'), open.candidates(1, 'client')]).toEqual([[ours], [theirs]]);
  open.remove(1, ours);
  expect([open.candidates(1, 'agent'), open.candidates('1', 'agent')]).toEqual([[], [ours]]);
});
