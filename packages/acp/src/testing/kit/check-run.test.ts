import { expect, test } from 'vitest';
import { CheckRun, type PreparedCheck } from './check-run.ts';
import type { CheckResult, Verdict } from './verdict.ts';

function prepared(id: string, run: () => Promise<Verdict>): PreparedCheck {
  const about = { id, title: id, requirements: [], dialect: '1' };
  return { ...about, run: async (): Promise<CheckResult> => ({ ...about, verdict: await run() }) };
}

test('results come in the order of the checks, and only so many run at a time', async () => {
  let running = 0;
  let most = 0;
  const waits = [30, 0, 10, 0, 5, 0, 0];
  const checks = waits.map((wait, at) =>
    prepared(`c${at}`, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, wait));
      running -= 1;
      return at % 2 === 0 ? 'pass' : 'warn';
    }),
  );
  const { results, summary } = await new CheckRun(['1'], checks, { jobs: 3 }).all();
  expect(results.map(({ id }) => id)).toEqual(waits.map((_, at) => `c${at}`));
  expect(summary).toEqual({ pass: 4, fail: 0, warn: 3, skip: 0 });
  expect(most).toBe(3);
});

test('a check that takes long keeps none but its own place', async () => {
  let endFirst: (verdict: Verdict) => void = () => {};
  const first = new Promise<Verdict>((resolve) => {
    endFirst = resolve;
  });
  const others = ['b', 'c', 'd'].map((id) => prepared(id, async () => 'pass'));
  // The last one ends what the first one waits for.
  const last = prepared('e', async () => {
    endFirst('warn');
    return 'pass';
  });
  const run = new CheckRun(['1'], [prepared('a', () => first), ...others, last], { jobs: 2 });
  expect((await run.all()).results.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    'a warn',
    ...['b', 'c', 'd', 'e'].map((id) => `${id} pass`),
  ]);
});

test('what checks share lasts from the first check to the end of the last one', async () => {
  const seen: string[] = [];
  const scope = {
    begin: () => void seen.push('begin'),
    end: async () => void seen.push('end'),
  };
  const check = (id: string) =>
    prepared(id, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(id);
      return 'pass';
    });
  const run = new CheckRun(['1'], ['a', 'b', 'c'].map(check), { jobs: 2 }, scope);
  expect(seen).toEqual([]);
  for await (const _ of run) break;
  expect(seen).toEqual(['begin', 'a', 'b', 'c', 'end'].filter((each) => seen.includes(each)));
  expect([seen[0], seen.at(-1)]).toEqual(['begin', 'end']);
});

test('whoever stops early finds nothing running', async () => {
  let open = 0;
  const check = (id: string) =>
    prepared(id, async () => {
      open += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return 'pass';
    });
  for await (const _ of new CheckRun(['1'], ['a', 'b', 'c', 'd'].map(check), { jobs: 3 })) break;
  expect(open).toBe(0);
});

test('a fault of the kit itself is thrown, not a verdict', async () => {
  const broken = prepared('a', () => Promise.reject(new Error('a bug')));
  await expect(new CheckRun(['1'], [broken]).all()).rejects.toThrow('a bug');
});
