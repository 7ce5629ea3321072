import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { atMostTimes } from './goals.ts';
import type { Measure } from './harness.ts';
import { programFile } from './peers/child.ts';
import { readers } from './receiving.ts';
import { toolLine } from './tool-line.ts';

const run = promisify(execFile);

/** The name of the one that has the text already and only parses it. */
export const parsing = 'JSON.parse';

/**
 * One long line, in a process of its own for each contestant and round: how fast so much is parsed depends more on what the heap has
 * held before than on who reads it.
 */
export function longLine(megabytes: number): Measure {
  const items = Math.ceil((megabytes * 1_000_000) / (JSON.stringify(toolLine).length + 1));
  const milliseconds = async (contestant: string) =>
    Number((await run(process.execPath, [programFile('long-line'), contestant, `${items}`])).stdout);
  return {
    name: `one line of ${megabytes} MB`,
    unit: 'ms',
    better: 'lower',
    goal: atMostTimes(2, parsing),
    runs: 'processes',
    contestants: Object.fromEntries(
      [...Object.keys(readers), parsing].map((name) => [name, () => milliseconds(name)] as const),
    ),
  };
}
