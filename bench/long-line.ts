import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { atMostTimes } from './goals.ts';
import type { Measure } from './harness.ts';
import { programFile } from './peers/child.ts';
import { readers } from './receiving.ts';
import { toolLine } from './tool-line.ts';

const run = promisify(execFile);

/** The name of the contestant that already has the text and only parses it. */
export const parsing = 'JSON.parse';

/**
 * Measures reading one long line, in a new process for each contestant and round: the time to parse so much depends more on the
 * history of the heap than on the reader.
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
