import { spawnSync } from 'node:child_process';
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
    // Ends the run after so many lives of agents, however long they take.
    episodes: { type: 'string', default: 'Infinity' },
    // Prints each fault as it is injected.
    list: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    // Has the agents break a promise, to show that the run would notice.
    sabotage: { type: 'string', default: '' },
    // Ends the run as soon as this invariant is violated.
    until: { type: 'string', default: '' },
  },
});

const seed = values.seed === undefined ? Math.floor(Math.random() * 4294967296) : Number(values.seed);
const minutes = Number(values.minutes);
const most = Number(values.episodes);
if (!(minutes > 0) || !(most > 0) || !Number.isInteger(seed)) {
  process.stderr.write(
    'Usage: npm run soak -- [--minutes N] [--seed N] [--workers N] [--episodes N] [--list] [--report]\n',
  );
  process.exit(2);
}
process.stderr.write(`Soaking for ${minutes} min; repeat with --seed ${seed}\n`);

// Taken at the beginning: what is committed meanwhile does not run.
const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  encoding: 'utf8',
});
const commit = status === 0 ? stdout.trim() : undefined;

const chance = new Chance(seed);
const tally = new Tally();
if (values.list) tally.onInjected = (fault) => process.stdout.write(`${fault}\n`);
const folder = mkdtempSync(join(tmpdir(), 'emend-soak-'));
const memory = new MemoryWatch(tally);
const start = performance.now();
const isFound = () => values.until !== '' && tally.violations.some((violation) => violation.startsWith(values.until));
const isOver = () =>
  performance.now() - start > minutes * 60_000 || episodes >= most || tally.violations.length > 20 || isFound();
let episodes = 0;
let flooding = Promise.resolve();
let floods = 0;

/** One flood at a time; until it is over, what the client keeps says nothing. */
function alone(work: () => Promise<void>): Promise<void> {
  floods += 1;
  const done = flooding.then(work).finally(() => {
    floods -= 1;
  });
  flooding = done.catch(() => {});
  return done;
}

async function work(index: number): Promise<void> {
  const parts = { tally, memory, sabotage: values.sabotage, alone };
  const worker = new Worker(join(folder, String(index)), chance.fork(), parts);
  while (!isOver()) {
    episodes += 1;
    await worker.episode();
    if (floods === 0) memory.ofClient();
  }
}

try {
  await Promise.all(Array.from({ length: Number(values.workers) }, (_, index) => work(index)));
} catch (error) {
  tally.violations.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const run = { seed, minutes: (performance.now() - start) / 60_000, episodes, commit };
process.stdout.write(`${summaryOf(run, tally)}\n`);
if (values.report) {
  writeFileSync(fileURLToPath(new URL('../../docs/reliability.md', import.meta.url)), pageOf(run, tally));
}
process.exitCode = tally.violations.length === 0 ? 0 : 1;
