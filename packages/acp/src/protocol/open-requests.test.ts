import { expect, test } from 'vitest';
import { methods } from './june/generated/methods.ts';
import { type OpenRequest, OpenRequests } from './open-requests.ts';
import type { Side } from './side.ts';

interface Named extends OpenRequest {
  readonly name: string;
}

const request = (name: string, asker?: Side): Named => ({ name, asker });
const names = (requests: readonly Named[]) => requests.map(({ name }) => name);

test('of many requests with one id the latest are remembered', () => {
  const open = new OpenRequests<Named>({ perId: 16 });
  const earlier = Array.from({ length: 1_000 }, (_, index) => open.add(1, request(`${index}`, 'client'))?.name);
  expect(earlier).toEqual([undefined, ...Array.from({ length: 999 }, (_, index) => `${Math.max(0, index - 15)}`)]);
  expect(names(open.openWith(1))).toEqual(Array.from({ length: 16 }, (_, index) => `${984 + index}`));
});

test('of many ids the latest are remembered', () => {
  const open = new OpenRequests<Named>({ ids: 2 });
  for (const id of [1, 2, 1, 3]) open.add(id, request(`to ${id}`));
  expect(names(open.takeAll())).toEqual(['to 2', 'to 3']);
  expect(open.takeAll()).toEqual([]);
});

test('both sides may have an id open: an answer is to the other side', () => {
  const open = new OpenRequests<Named>();
  const [ours, theirs] = [request('ours', 'client'), request('theirs', 'agent')];
  expect([open.add(1, ours), open.add(1, theirs), open.add('1', ours)]).toEqual([undefined, undefined, undefined]);
  expect(open.takeAnswered({ id: 1 }, 'agent')).toBe(ours);
  expect(open.takeAnswered({ id: 1 }, 'agent')).toBe(undefined);
  expect(open.takeAnswered({ id: '1' }, 'agent')).toBe(ours);
  expect(open.takeAnswered({ id: 1 }, 'client')).toBe(theirs);
  expect(open.takeAll()).toEqual([]);
});

test('an answer whose sender is not known goes to the request that it fits', () => {
  const open = new OpenRequests<Named>();
  const prompt = { ...request('prompt', 'client'), definition: methods['session/prompt'] };
  const permission = { ...request('permission', 'agent'), definition: methods['session/request_permission'] };
  const extension = request('extension');
  for (const each of [prompt, permission, extension]) open.add(0, each);
  expect(open.takeAnswered({ id: 0, result: { outcome: { outcome: 'cancelled' } } })).toBe(permission);
  expect(open.takeAnswered({ id: 0, result: 7 })).toBe(extension);
  expect(open.takeAnswered({ id: 0, result: { stopReason: 'end_turn' } })).toBe(prompt);
});

test('an id that is open several times is answered in that order, however often', () => {
  const open = new OpenRequests<Named>();
  const all = Array.from({ length: 1_000 }, (_, index) => `${index}`);
  for (const name of all) open.add(null, request(name));
  const first = Array.from({ length: 500 }, () => open.takeOldest(null)?.name);
  open.add(null, request('last'));
  open.remove(null, open.openWith(null)[1] as Named);
  const rest = Array.from({ length: 501 }, () => open.takeOldest(null)?.name);
  expect([...first, ...rest]).toEqual([...all.filter((name) => name !== '501'), 'last', undefined]);
});
