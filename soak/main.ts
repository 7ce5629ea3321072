import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Chance } from './chance.ts';
import { MemoryWatch } from './memory-watch.ts';
import { pageOf, progressOf, summaryOf } from './report.ts';
import { Tally } from './tally.ts';
import { Worker } from './worker.ts';

const usage = `Usage: npm run soak -- [--minutes N] [--seed N] [--workers N] [--episodes N] [--list] [--report]

Agents, bridges, clients and a store under load, with faults injected on purpose and promises checked all the time.
With --nodes N, several servers that share sessions instead; npm run soak -- --nodes 3 --help tells the options of that.

  --minutes N    how long; 1 if not given
  --seed N       the seed of an earlier run, to repeat it
  --workers N    how many agents live at a time; 2 if not given
  --episodes N   ends after so many lives of agents, however long they take
  --list         prints each fault as it is injected
  --report       writes docs/reliability.md
  --sabotage BY  has agents break a promise, to show that the run would notice
  --until NAME   ends as soon as this promise is broken
  --help         this text
`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        minutes: { type: 'string', default: '1' },
        seed: { type: 'string' },
        workers: { type: 'string', default: '2' },
        episodes: { type: 'string', default: 'Infinity' },
        list: { type: 'boolean', default: false },
        report: { type: 'boolean', default: false },
        sabotage: { type: 'string', default: '' },
        until: { type: 'string', default: '' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return stopForUsage(error instanceof Error ? error.message : String(error));
  }
}

function stopForUsage(problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`);
  process.exit(2);
}

const values = readArguments();
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const seed = values.seed === undefined ? Math.floor(Math.random() * 4294967296) : Number(values.seed);
const minutes = Number(values.minutes);
const most = Number(values.episodes);
if (!(minutes > 0)) stopForUsage('--minutes must be a number above 0.');
if (!(most > 0)) stopForUsage('--episodes must be a number above 0.');
if (!Number.isInteger(seed)) stopForUsage('--seed must be a whole number.');
if (!(Number(values.workers) > 0)) stopForUsage('--workers must be a number above 0.');
process.stderr.write(`Soaking for ${minutes} min; repeat with --seed ${seed}\n`);

// Read at the start: later commits are not what runs.
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
  performance.now() - start > minutes * 60_000 ||
  episodes >= most ||
  tally.violations.length > 20 ||
  isStopped ||
  isFound();
let episodes = 0;
let flooding = Promise.resolve();
let floods = 0;
let isStopped = false;
// The first signal ends the run cleanly with its summary; the second ends it at once.
process.once('SIGINT', () => {
  isStopped = true;
  process.stderr.write('Stopping after the agents that live now; once more stops at once.\n');
});
const progress = setInterval(() => {
  const passed = (performance.now() - start) / 60_000;
  process.stderr.write(`${passed.toFixed(0)} of ${minutes} min: ${progressOf(episodes, tally)}\n`);
}, 60_000);

/** Runs one flood at a time; until it is over, the memory of the client is not checked. */
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
  try {
    while (!isOver()) {
      episodes += 1;
      await worker.episode();
      if (floods === 0) memory.ofClient();
    }
  } catch (error) {
    tally.violations.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`);
    isStopped = true;
  }
}

await Promise.all(Array.from({ length: Number(values.workers) }, (_, index) => work(index)));
clearInterval(progress);
rmSync(folder, { recursive: true, force: true });

const run = { seed, asked: minutes, minutes: (performance.now() - start) / 60_000, episodes, commit };
process.stdout.write(`${summaryOf(run, tally)}\n`);
if (values.report) {
  writeFileSync(fileURLToPath(new URL('../../docs/reliability.md', import.meta.url)), pageOf(run, tally));
}
process.exitCode = tally.violations.length === 0 ? 0 : 1;
