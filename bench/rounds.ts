import type { Figure, Measure, Outcome, Runs } from './harness.ts';
import { figureOf } from './statistics.ts';

/** How often each contestant runs: first to warm up, then measured. */
interface Rounds {
  readonly warmUp: number;
  readonly measured: number;
}

const usual: Readonly<Record<Runs, Rounds>> = {
  here: { warmUp: 2, measured: 9 },
  processes: { warmUp: 1, measured: 9 },
  alike: { warmUp: 1, measured: 3 },
};

const few: Readonly<Record<Runs, Rounds>> = {
  here: { warmUp: 1, measured: 3 },
  processes: { warmUp: 0, measured: 2 },
  alike: { warmUp: 0, measured: 1 },
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
export async function runMeasure(measure: Measure, rounds: Rounds): Promise<Outcome> {
  const names = Object.keys(measure.contestants);
  if (!names.includes('ours')) throw new Error(`the measure '${measure.name}' has no contestant named 'ours'`);
  const values = new Map(names.map((name): [string, number[]] => [name, []]));
  for (let round = -rounds.warmUp; round < rounds.measured; round++) {
    const first = (round + rounds.warmUp) % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const contestant = measure.contestants[name];
      if (contestant === undefined) continue;
      const value = await runRound(name, contestant);
      if (round >= 0) values.get(name)?.push(value);
    }
  }
  const figures: Record<string, Figure> = {};
  for (const name of ['ours', ...names.filter((other) => other !== 'ours')])
    figures[name] = figureOf(values.get(name) ?? []);
  const { contestants: _contestants, runs: _runs, ...facts } = measure;
  return { measure: facts, figures };
}
