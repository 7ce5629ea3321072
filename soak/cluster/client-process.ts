/** A process of the cluster soak with many sessions, each with three clients. */
import { openPostgresLog } from '@emend/postgres';
import { Chance } from '../chance.ts';
import { Tally } from '../tally.ts';
import { after } from '../waiting.ts';
import type { ClientOrder, ClientReport, ClientSetup } from './client-messages.ts';
import { SessionLife } from './session-life.ts';

const setup = JSON.parse(process.argv[2] ?? '{}') as ClientSetup;
const chance = new Chance(setup.seed);
const tally = new Tally();
const log = await openPostgresLog(setup.databaseUrl, { connections: 3 });
const sessions = new Set<SessionLife>();
let pace = setup.pace;
let isStopped = false;
let made = 0;

const tell = (report: ClientReport): void => void process.send?.(report);

// A client of a server that has just been killed may get an error that nobody waits for any more.
process.on('unhandledRejection', (error) => {
  tally.check('nothing fails unseen', false, () => (error instanceof Error ? String(error.stack) : String(error)));
});

async function keepOneAlive(): Promise<void> {
  // They must not all start, and end, at once.
  await after(chance.next() * setup.sessions * 25);
  while (!isStopped) {
    made += 1;
    const prefix = `${setup.name}-${made}`;
    const session = new SessionLife(chance.fork(), {
      ...setup,
      log,
      tally,
      prefix,
      pace: () => pace,
      isStopped: () => isStopped,
    });
    sessions.add(session);
    try {
      await session.live(chance.between(Math.ceil(setup.turns / 2), setup.turns));
    } catch (error) {
      const found = error instanceof Error ? String(error.stack) : String(error);
      tally.check('the run itself goes on', false, () => found);
    }
    sessions.delete(session);
  }
}

async function recover({ fault, since, sessions: ids, patience }: ClientOrder & { type: 'recover' }): Promise<void> {
  const wanted = [...sessions].filter(({ id }) => ids.includes(id));
  const took = await Promise.all(wanted.map((session) => session.recover(since, patience)));
  tell({ type: 'recovered', fault, took: took.filter((each) => each !== undefined) });
}

process.on('message', (order: ClientOrder) => {
  if (order.type === 'pace') pace = order.seconds;
  else if (order.type === 'recover') void recover(order);
  else isStopped = true;
});

function report(): void {
  tell({
    type: 'counts',
    checked: [...tally.checked],
    violations: tally.violations,
    seen: [...tally.seen],
    longest: [...tally.longest],
    memory: process.memoryUsage().rss,
    open: [...sessions].filter(({ id }) => id !== '').length,
  });
}
const reporting = setInterval(report, 1_000);

await Promise.all(Array.from({ length: setup.sessions }, keepOneAlive));
clearInterval(reporting);
report();
await log.close();
process.disconnect?.();
