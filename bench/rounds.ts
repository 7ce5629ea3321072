import type { Figure, Measure, Outcome, Runs } from './harness.ts';
import { figureOf } from './statistics.ts';

/** How often each contestant runs: first to warm up, then measured. */
interface Rounds {
  readonly warmUp: number;
  readonly measured: number;
  /** After how many milliseconds in all a contestant that was measured runs no more. Default: it runs every round. */
  readonly enough?: number;
}

const usual: Readonly<Record<Runs, Rounds>> = {
  here: { warmUp: 2, measured: 9 },
  processes: { warmUp: 1, measured: 9 },
  alike: { warmUp: 1, measured: 3 },
};

/**
 * A quick run does as many rounds as another one, as long as they are short: a contestant that takes longer in all runs no more, since what
 * it does is repeated often enough in its rounds. In its own process every round is as cold as the first, and most of the time goes into starting it.
 */
const few: Readonly<Record<Runs, Rounds>> = {
  here: { ...usual.here, enough: 500 },
  processes: { warmUp: 0, measured: 2, enough: 500 },
  alike: { warmUp: 0, measured: 1, enough: 500 },
};

/** Returns how often a measure runs; a quick run does fewer rounds. */
export function roundsOf({ runs = 'here' }: Measure, isQuick: boolean): Rounds {
  return (isQuick ? few : usual)[runs];
}

function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

async function runRound(name: string, round: () => Promise<number>): Promise<number> {
  collectGarbage();
  const value = await round();
  if (!Number.isFinite(value)) throw new Error(`${name} gave ${value} instead of a figure`);
  return value;
}

/** Runs all contestants in turn, starting with another one each round, so that drift of the machine hits all alike. */
export async function runMeasure(
  measure: Measure,
  rounds: Rounds,
  now: () => number = () => performance.now(),
): Promise<Outcome> {
  const { enough: limit = Number.POSITIVE_INFINITY } = rounds;
  const names = Object.keys(measure.contestants);
  if (!names.includes('ours')) throw new Error(`the measure '${measure.name}' has no contestant named 'ours'`);
  const values = new Map(names.map((name): [string, number[]] => [name, []]));
  const taken = new Map<string, number>();
  for (let round = -rounds.warmUp; round < rounds.measured; round++) {
    const first = (round + rounds.warmUp) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const contestant = measure.contestants[name];
      const before = taken.get(name) ?? 0;
      if (contestant === undefined || before >= limit) continue;
      const start = now();
      const value = await runRound(name, contestant);
      taken.set(name, before + now() - start);
      // A round to warm up that takes so long is warm for most of its time.
      if (round >= 0 || (taken.get(name) ?? 0) >= limit) values.get(name)?.push(value);
    }
  }
  const figures: Record<string, Figure> = {};
  for (const name of ['ours', ...names.filter((other) => other !== 'ours')])
    figures[name] = figureOf(values.get(name) ?? []);
  const { contestants: _contestants, runs: _runs, ...facts } = measure;
  return { measure: facts, figures };
}
