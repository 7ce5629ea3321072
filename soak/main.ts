import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Chance } from './chance.ts';
import { MemoryWatch } from './memory-watch.ts';
import { pageOf, summaryOf } from './report.ts';
import { Tally } from './tally.ts';
import { Worker } from './worker.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '2' },
    report: { type: 'boolean', default: false },
    // Has the agents break a promise, to show that the run would notice.
    sabotage: { type: 'string', default: '' },
    // Ends the run as soon as this invariant is violated.
    until: { type: 'string', default: '' },
  },
});

const seed = values.seed === undefined ? Math.floor(Math.random() * 4294967296) : Number(values.seed);
const minutes = Number(values.minutes);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('Usage: npm run soak -- [--minutes N] [--seed N] [--workers N] [--report]\n');
  process.exit(2);
}
process.stderr.write(`Soaking for ${minutes} min; repeat with --seed ${seed}\n`);

const chance = new Chance(seed);
const tally = new Tally();
const folder = mkdtempSync(join(tmpdir(), 'emend-soak-'));
const memory = new MemoryWatch();
const start = performance.now();
const isFound = () => values.until !== '' && tally.violations.some((violation) => violation.startsWith(values.until));
const isOver = () => performance.now() - start > minutes * 60_000 || tally.violations.length > 20 || isFound();
let episodes = 0;

async function work(index: number): Promise<void> {
  const worker = new Worker(join(folder, String(index)), chance.fork(), tally, values.sabotage);
  while (!isOver()) {
    await worker.episode();
    episodes += 1;
    memory.sample();
  }
}

try {
  await Promise.all(Array.from({ length: Number(values.workers) }, (_, index) => work(index)));
} catch (error) {
  tally.violations.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
memory.judge(tally);

const run = { seed, minutes: (performance.now() - start) / 60_000, episodes };
process.stdout.write(`${summaryOf(run, tally)}\n`);
if (values.report) {
  writeFileSync(fileURLToPath(new URL('../../docs/reliability.md', import.meta.url)), pageOf(run, tally));
}
process.exitCode = tally.violations.length === 0 ? 0 : 1;
