import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { foldedSession } from '../folded.ts';
import { readUpdate } from '../read-update.ts';
import { applyEvent } from '../reduce/apply.ts';
import { newSessionState, type SessionState } from '../state.ts';
import { call, chunk } from '../test-support/fold.ts';
import { type Accumulation, Sequence } from './sequence.ts';
import { SortedMap } from './sorted-map.ts';
import { Table } from './table.ts';
import { Vector } from './vector.ts';

test('[SE2] a sequence and its forks are what arrays would be', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.integer()), { size: 'max', maxLength: 60 }), (steps) => {
      const made: [Sequence<number>, number[]][] = [[Sequence.empty<number>(), []]];
      for (const [from, item] of steps) {
        const [sequence, array] = made[from % made.length] as [Sequence<number>, number[]];
        made.push([sequence.append(item), [...array, item]]);
      }
      for (const [sequence, array] of made) {
        expect([...sequence]).toEqual(array);
        expect(sequence.toArray()).toEqual(array);
        expect([sequence.length, sequence.last(), sequence.at(array.length)]).toEqual([
          array.length,
          array.at(-1),
          undefined,
        ]);
      }
    }),
    { numRuns: counts({ short: 150, long: 1_500 }) },
  );
});

test('[SE2] items that are made late are made once, and are what they would have been', () => {
  let count = 0;
  const unmade = () => {
    const make = () => {
      count += 1;
      return ['a', 'b', 'c'];
    };
    return Sequence.unmade({ length: 3, make });
  };
  const looks: ((sequence: Sequence<string>) => unknown)[] = [
    (sequence) => [...sequence].join(''),
    (sequence) => sequence.toArray(1).join(''),
    (sequence) => sequence.at(1),
    (sequence) => sequence.last(),
    (sequence) => JSON.stringify(sequence),
    (sequence) => sequence.accumulate({ start: '', step: (value: string, item: string) => value + item }),
    (sequence) => sequence.append('d').toArray().join(''),
  ];
  for (const look of looks) {
    const [sequence, before] = [unmade(), count];
    expect([sequence.length, sequence.continues(sequence), sequence.continues(unmade()), count]).toEqual([
      3,
      true,
      false,
      before,
    ]);
    expect(look(sequence)).toEqual(look(Sequence.of(['a', 'b', 'c'])));
    look(sequence);
    expect([count, sequence.source]).toEqual([before + 1, undefined]);
  }
  const sequence = unmade();
  const longer = sequence.append('d');
  expect([longer.continues(sequence), sequence.append('e').toArray(), longer.toArray()]).toEqual([
    true,
    ['a', 'b', 'c', 'e'],
    ['a', 'b', 'c', 'd'],
  ]);
});

test('[SE2] an accumulation continues on the longer sequence and starts anew on a fork', () => {
  let stepped = 0;
  const joined: Accumulation<string, string> = {
    start: '',
    step(value, item) {
      stepped++;
      return value + item;
    },
  };
  const ab = Sequence.of(['a', 'b']);
  const abc = ab.append('c');
  expect([ab.accumulate(joined), abc.accumulate(joined), stepped]).toEqual(['ab', 'abc', 3]);
  expect([abc.accumulate(joined), stepped]).toEqual(['abc', 3]);
  expect([ab.append('d').accumulate(joined), ab.accumulate(joined), abc.accumulate(joined)]).toEqual([
    'abd',
    'ab',
    'abc',
  ]);
});

test('[SE2] a vector of any length is what an array would be, in every version', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { size: 'max', maxLength: 80 }), (steps) => {
      const filled = Array.from({ length: 1_020 }, (_, index) => index);
      let vector = Vector.empty<number>();
      for (const item of filled) vector = vector.with(vector.length, item);
      const made: [Vector<number>, number[]][] = [
        [Vector.empty<number>(), []],
        [vector, filled],
      ];
      for (const [from, index, isPush] of steps) {
        const [old, array] = made[from % made.length] as [Vector<number>, number[]];
        const at = isPush || array.length === 0 ? array.length : index % array.length;
        const next = array.slice();
        next[at] = index;
        made.push([old.with(at, index), next]);
      }
      for (const [one, array] of made) expect(one.toArray()).toEqual(array);
    }),
    { numRuns: counts({ short: 30, long: 150 }) },
  );
});

test('[SE2] a vector holds far more than one level of its tree', () => {
  let vector = Vector.empty<number>();
  for (let index = 0; index < 40_000; index++) vector = vector.with(index, index);
  const old = vector;
  for (let index = 0; index < 40_000; index += 7) vector = vector.with(index, -index);
  expect(old.toArray().every((item, index) => item === index)).toBe(true);
  expect(vector.toArray().every((item, index) => item === (index % 7 === 0 ? -index : index))).toBe(true);
  expect([vector.at(-1), vector.at(40_000), vector.at(Number.NaN)]).toEqual([undefined, undefined, undefined]);
});

test('[SE2] a table does not see the keys of its own future or of another history', () => {
  const one = Table.of(['a'], (key) => key);
  const two = one.add('b', 'b');
  const fork = one.add('c', 'c').add('b', 'other b');
  expect([one.indexOf('b'), one.get('c'), two.get('c'), two.get('b'), fork.get('b'), fork.indexOf('b')]).toEqual([
    -1,
    undefined,
    undefined,
    'b',
    'other b',
    2,
  ]);
  expect([one.toArray(), two.toArray(), fork.toArray()]).toEqual([['a'], ['a', 'b'], ['a', 'c', 'other b']]);
});

test('[SE2] a thousand kept snapshots of a long session stay what they were', () => {
  let state = newSessionState();
  const kept: [SessionState, string][] = [];
  for (let index = 0; index < 2_000; index++) {
    const id = `m${(index * 7) % 100}`;
    const step = index % 11 === 0 ? call(`c${index % 50}`, { title: `${index}` }) : chunk(id, `${index}`);
    state = applyEvent(state, readUpdate(step, index));
    if (index % 50 === 0) state = applyEvent(state, readUpdate({ sessionUpdate: 'agent_message_clear' }, index));
    if (index % 2 === 0) kept.push([state, JSON.stringify(foldedSession(state))]);
  }
  expect(kept.length).toBe(1_000);
  for (const [snapshot, text] of kept) expect(JSON.stringify(foldedSession(snapshot)) === text).toBe(true);
});

test('[SE2] a sorted map and its forks are what maps would be', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.nat(30), fc.boolean()), { size: 'max', maxLength: 80 }),
      fc.boolean(),
      (steps, isForked) => {
        const made: [SortedMap<number, number>, Map<number, number>][] = [[SortedMap.empty(), new Map()]];
        for (const [value, [from, key, isAdded]] of steps.entries()) {
          const at = isForked ? from % made.length : made.length - 1;
          const [sorted, map] = made[at] as [SortedMap<number, number>, Map<number, number>];
          const next = new Map(map);
          if (isAdded) next.set(key, value);
          else if (!next.delete(key)) expect(sorted.without(key)).toBe(sorted);
          made.push([isAdded ? sorted.with(key, value) : sorted.without(key), next]);
        }
        for (const [sorted, map] of made) {
          expect([...sorted]).toEqual([...map].sort(([left], [right]) => left - right));
          expect([sorted.isEmpty, sorted.get(7)]).toEqual([map.size === 0, map.get(7)]);
        }
      },
    ),
    { numRuns: counts({ short: 60, long: 1_000 }) },
  );
});
