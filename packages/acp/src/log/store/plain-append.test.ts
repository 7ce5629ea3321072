import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { chunk, entriesOf, message, session } from '../../testing/log-sessions.ts';
import { ArrayStore } from '../test-support/array-store.ts';
import { anyLog } from '../test-support/random-log.ts';
import { anyNovemberLog } from '../test-support/random-november-log.ts';
import { answered } from './steps.ts';
import type { Append } from './store.ts';
import { StoreLog } from './store-log.ts';

/** Stores whatever it can without a look at what the session holds. */
class PlainStore extends ArrayStore {
  plain = 0;

  override async append(append: Append): Promise<number> {
    const found = await this.read((rows) => answered(rows.find(append.sessionId)));
    if (found === undefined) return super.append(append);
    const plain = this.changes.plain(found, [append]);
    if (plain === undefined) return super.append(append);
    this.plain += 1;
    const next = found.next + plain.entries.length;
    await this.write(function* (rows) {
      yield* answered(rows.append(found, plain.entries, plain.facts));
      return { number: found.number, next, hasErased: false };
    });
    this.changes.stored(found, [append]);
    return next;
  }
}

const steps = fc.array(
  fc.record({ size: fc.integer({ min: 1, max: 5 }), keeps: fc.boolean(), folds: fc.boolean(), forgets: fc.boolean() }),
  { minLength: 1, maxLength: 8 },
);

test.each([
  ['June', anyLog],
  ['November', anyNovemberLog],
])('[LG11] what is stored plainly is what a transaction would have stored, %s', async (_, logs) => {
  let [plain, all] = [0, 0];
  await fc.assert(
    fc.asyncProperty(logs, steps, async (events, plans) => {
      const stores = [new PlainStore(), new ArrayStore()] as const;
      const both = stores.map((store) => new StoreLog(store));
      for (const log of both) await log.create(session('s'));
      for (let at = 0, turn = 0; at < events.length; turn++) {
        const { size, keeps, folds, forgets } = plans[turn % plans.length] ?? { size: 1 };
        const some = events.slice(at, at + size);
        const options = { expected: at, at, history: keeps ? 'keep' : 'erase' } as const;
        for (const log of both) await log.append('s', some, options);
        if (folds) for (const log of both) await log.compact('s');
        if (forgets) stores[0].changes.clear();
        at += some.length;
        all += 1;
      }
      plain += stores[0].plain;
      const [found, expected] = await Promise.all(both.map((log) => entriesOf(log, 's')));
      expect(found).toEqual(expected);
    }),
    { numRuns: counts({ short: 25, long: 300 }) },
  );
  expect(plain).toBeGreaterThan(all / 10);
});

test('[LG2] what does not continue its session, or comes from a writer that failed, is not stored plainly', async () => {
  const store = new PlainStore();
  const log = new StoreLog(store);
  await log.create(session('s'));
  const writer = {};
  const append = (expected: number) => log.append('s', [chunk('m', 'a')], { expected, at: 1, writer });
  await expect(append(1)).rejects.toMatchObject({ failure: 'conflict', position: 0 });
  await expect(append(0)).rejects.toMatchObject({ failure: 'conflict', position: 0 });
  await expect(log.append('s', [chunk('m', 'a')], { expected: 0, at: 0.5 })).rejects.toMatchObject({
    failure: 'invalid_time',
  });
  expect(await log.append('s', [chunk('m', 'a'), message('n', ['b'])], { expected: 0, at: 1 })).toBe(2);
  expect(store.plain).toBe(1);
});
