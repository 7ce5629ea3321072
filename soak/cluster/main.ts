import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openPostgresLog } from '@emend/postgres';
import { Chance } from '../chance.ts';
import { kill, leftOf, memoryOf, processesOf } from '../process-mark.ts';
import { Tally } from '../tally.ts';
import { AgentHost } from './agent-host.ts';
import { ClientProcesses } from './client-processes.ts';
import { type FaultKind, faultKinds } from './cluster-fault.ts';
import { ClusterNode } from './cluster-node.ts';
import { pageOf, summaryOf } from './cluster-report.ts';
import { startDatabase } from './database.ts';
import { FaultSchedule } from './fault-schedule.ts';
import { LogWatch } from './log-watch.ts';
import { Governor } from './processor-time.ts';

const usage = `Usage: npm run soak -- --nodes N [--sessions N] [--faults N] [--minutes N] [--seed N] [--cores N] [--only KINDS] [--list] [--report]

Several servers (emend serve) that share sessions in one PostgreSQL, with three clients a session, of v1 and both drafts, over WebSockets and
HTTP, spread over the servers. They prompt, cancel, answer questions all at once, leave and come back, while servers are killed, suspended
and cut off from the database, from each other and from their clients. Promises are checked all the time, and each session as a whole before
it is deleted. Everything runs on this machine and ends with the run; PostgreSQL has to be installed.

  --nodes N      how many servers
  --sessions N   how many sessions are open at a time; 200 if not given
  --faults N     ends after so many faults; 200 if not given, or none with --minutes
  --minutes N    ends after so many minutes
  --seed N       the seed of an earlier run, which injects the same faults in the same order
  --cores N      how many cores everything together may use; clients wait for longer if it is more; 1 if not given
  --only KINDS   injects faults of these kinds only, such as kill,freeze
  --turns N      how many things happen in a session at most before it is checked and another one begins; 40 if not given
  --list         prints each fault as it is injected, and each violation as it is found
  --keep         keeps what the servers print, and the last messages of clients that show something wrong
  --sabotage BY  breaks a promise on purpose, to show that the run would notice: twice, zombie, lose, diverge
  --until NAME   ends as soon as this promise is broken
  --report       writes docs/reliability-of-sharing.md
  --most N       ends after more than so many violations; 20 if not given
  --help         this text
`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        nodes: { type: 'string', default: '3' },
        sessions: { type: 'string', default: '200' },
        faults: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        cores: { type: 'string', default: '1' },
        turns: { type: 'string', default: '40' },
        list: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        sabotage: { type: 'string', default: '' },
        only: { type: 'string' },
        until: { type: 'string', default: '' },
        most: { type: 'string', default: '20' },
        report: { type: 'boolean', default: false },
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

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text);
  return number >= least ? number : stopForUsage(`--${name} must be a number from ${least} on.`);
}

function kindsOf(list: string | undefined): readonly FaultKind[] | undefined {
  try {
    return list === undefined ? undefined : faultKinds(list);
  } catch (error) {
    return stopForUsage(error instanceof Error ? error.message : String(error));
  }
}

const values = readArguments();
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const nodeCount = numberOf('nodes', values.nodes, 2);
const sessions = numberOf('sessions', values.sessions, 1);
const minutes = values.minutes === undefined ? Infinity : numberOf('minutes', values.minutes, 0.01);
const faults = numberOf('faults', values.faults ?? (values.minutes === undefined ? '200' : 'Infinity'), 0);
const turns = numberOf('turns', values.turns, 1);
const cores = numberOf('cores', values.cores, 0.1);
const most = numberOf('most', values.most, 0);
const kinds = kindsOf(values.only);
const seed = values.seed === undefined ? Math.floor(Math.random() * 4294967296) : Number(values.seed);
if (!Number.isInteger(seed)) stopForUsage('--seed must be a whole number.');

const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  encoding: 'utf8',
});
const commit = status === 0 ? stdout.trim() : undefined;
const chance = new Chance(seed);
const [ofFaults, ofNodes, ofClients] = [chance.fork(), chance.fork(), chance.fork()];
const tally = new Tally();
const start = performance.now();
const note = (text: string): void => void process.stderr.write(`${text}\n`);
if (values.list) {
  tally.onInjected = (kind) => process.stdout.write(`${((performance.now() - start) / 1000).toFixed(0)} s ${kind}\n`);
}

note(`${nodeCount} servers, ${sessions} sessions, ${sessions * 3} clients; repeat with --seed ${seed}`);
const mark = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'emend-cluster-'));
const database = await startDatabase();
const hold = await openPostgresLog(database.url);
const watch = new LogWatch(database.url, tally);
await watch.start();
if (values.sabotage === 'lose') await watch.loseWords();
const host = await AgentHost.start(tally, values.sabotage);
const parts = {
  databaseUrl: database.url,
  agent: host.command,
  folder,
  mark,
  onProcess: (writer: string, pid: number) => watch.knowWriter(writer, pid),
};
const nodes: ClusterNode[] = [];
for (let index = 0; index < nodeCount; index++)
  nodes.push(await ClusterNode.create(`node${index + 1}`, ofNodes, parts));
await Promise.all(nodes.map((node) => node.start()));
note('The servers can be used.');

// 20 things a second at first, and 60 at most.
const governor = new Governor(cores, sessions / 20, sessions / 60);
const processes = Math.min(sessions, sessions > 60 ? 2 : 1);
const setups = Array.from({ length: processes }, (_, index) => ({
  name: `c${index + 1}`,
  seed: ofClients.between(0, 4_294_967_295),
  urls: nodes.map(({ url }) => url),
  databaseUrl: database.url,
  sessions: Math.ceil((sessions - index) / processes),
  turns,
  pace: governor.pace,
  sabotage: values.sabotage,
  folder: values.keep ? folder : undefined,
}));
const clients = new ClientProcesses(setups, mark, (problem) =>
  tally.check('the run itself goes on', false, () => problem),
);

let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
  note('Stopping after the sessions are checked; once more stops at once.');
});
const violations = (): readonly string[] => [...tally.violations, ...clients.violations];
const isFound = (): boolean => values.until !== '' && violations().some((each) => each.startsWith(values.until));
const isOver = (): boolean =>
  isStopped || performance.now() - start > minutes * 60_000 || violations().length > most || isFound();

const schedule = new FaultSchedule({
  nodes,
  chance: ofFaults,
  tally,
  kinds,
  isOver,
  ownedBy: (node) => watch.ownedBy(node.pid),
  recover: (ids, since, patience) => clients.recover(ids, since, patience),
});

function progress(): string {
  const passed = ((performance.now() - start) / 60_000).toFixed(0);
  const memory = nodes.map(({ pid }) => Math.round((memoryOf(pid) ?? 0) / 1024 / 1024)).join(', ');
  return `${passed} min: ${schedule.injected} faults, ${clients.open} sessions open, ${clients.seen('prompts answered')} prompts answered, ${clients.seen('prompts that failed')} failed, ${host.agents} agents, ${clients.checks} checks, ${violations().length} violations; servers ${memory} MB, clients ${Math.round(clients.memory / 1024 / 1024)} MB, ${governor.used.toFixed(2)} cores, pace ${governor.pace.toFixed(1)} s`;
}
const listed = new Set<string>();
function listViolations(): void {
  for (const each of violations()) {
    if (listed.has(each)) continue;
    listed.add(each);
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(0)} s VIOLATION ${each}\n`);
  }
}
let minute = 0;
const looking = setInterval(async () => {
  clients.tell({ type: 'pace', seconds: governor.adjust() });
  await watch.report().catch(() => {});
  for (const { pid, name } of nodes) tally.measure(`memory of ${name}`, memoryOf(pid) ?? 0);
  tally.measure('memory of a process with clients', clients.memory);
  tally.measure('memory of this process', memoryOf(process.pid) ?? 0);
  if (values.list) listViolations();
  if (Math.floor((performance.now() - start) / 60_000) <= minute) return;
  minute = Math.floor((performance.now() - start) / 60_000);
  note(progress());
}, 5_000);

/** Waits until sessions are open, so that faults have something to meet. */
async function untilOpen(): Promise<void> {
  for (let look = 0; look < 1_200 && clients.open < sessions * 0.9 && !isOver(); look++)
    await new Promise((resolve) => setTimeout(resolve, 100));
}

await untilOpen();
note(`${clients.open} sessions are open after ${((performance.now() - start) / 1000).toFixed(0)} s.`);
if (values.sabotage === 'zombie') await watch.writeAsZombie();
await schedule.run(faults);
note(`${progress()}\nThe faults are over; the sessions are checked.`);
// What was looked for is found, and nobody waits for the rest.
if (isFound()) clients.kill();
await clients.end(tally, 300_000);
clearInterval(looking);
await watch.report();
const used = governor.used;
await Promise.all(nodes.map((node) => node.close()));
await host.close();
const left = await leftOf(() => processesOf(mark, []), 20_000);
for (const pid of left) kill(pid);
tally.check('no process is left', left.length === 0, () => `${left.length} processes still run`);
// The server of the database does not keep this process alive while it ends.
const waiting = setInterval(() => {}, 1_000);
await hold.close();
await watch.close();
await database.stop();
clearInterval(waiting);
if (!values.keep) rmSync(folder, { recursive: true, force: true });
else note(`What the servers printed, and the messages of clients that showed something wrong, are in ${folder}.`);

const run = {
  seed,
  nodes: nodeCount,
  sessions,
  minutes: (performance.now() - start) / 60_000,
  commit,
  cores: used,
  recoveries: schedule.recoveries,
};
process.stdout.write(`${summaryOf(run, tally)}\n`);
if (values.report) {
  const page = new URL('../../../docs/reliability-of-sharing.md', import.meta.url);
  writeFileSync(fileURLToPath(page), pageOf(run, tally));
}
process.exitCode = tally.violations.length === 0 ? 0 : 1;
