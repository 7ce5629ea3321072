import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type ClientSession, connect } from '@emend/acp';
import { remote } from '@emend/acp/node';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { type Child, startProgram } from './peers/child.ts';
import { postgresServer } from './peers/postgres-server.ts';
import { quantile } from './statistics.ts';

const cwd = '/project';

/** How many sessions stream on how many servers, and how many updates each of them sends. */
interface Load {
  readonly sessions: number;
  readonly nodes: number;
  readonly updates: number;
}

/** How long updates took to clients of the server that runs their session, and of another one, in milliseconds and in order of size. */
interface Delays {
  readonly here: readonly number[];
  readonly across: readonly number[];
}

/** Measures how long an update takes to a client of another server, beside one of the server that runs the session. */
export async function delaysAcrossNodes(load: Load): Promise<Measure[]> {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`sharing: nothing is measured across servers: ${server}\n`);
    return [];
  }
  let run = 0;
  const runs = jointRuns(() => delays(server.url, `delays_${process.pid}_${++run}`, load));
  const measure = (name: string, part: number, most: number): Measure => {
    const [ours, floor] = [runs(), runs()];
    return {
      name: `an update of ${load.sessions} sessions that stream on ${load.nodes} servers reaches a client of another server, ${name}`,
      unit: 'ms',
      better: 'lower',
      goal: atMost(most, ' ms'),
      runs: 'alike',
      contestants: {
        ours: async () => quantile((await ours()).across, part),
        'of the same server': async () => quantile((await floor()).here, part),
      },
    };
  };
  return [measure('median', 0.5, 50), measure('99 of 100', 0.99, 200)];
}

/**
 * Streams sessions on each server, to a client of it and to one of the next server. The servers are processes; all clients are in this one, and
 * everything shares the cores of this machine with PostgreSQL.
 */
async function delays(database: string, schema: string, { sessions, nodes, updates }: Load): Promise<Delays> {
  const servers: Child[] = [];
  const urls: string[] = [];
  for (let node = 0; node < nodes; node++) {
    const child = startProgram('streaming-node', database, schema, updates);
    servers.push(child);
    urls.push(String((await once(child.stdout, 'data'))[0]).trim());
  }
  const arrived = { here: [] as number[], across: [] as number[] };
  const clients: Client[] = [];
  const opened: ClientSession[] = [];
  for (const [node, url] of urls.entries()) {
    const here = await watch(url, arrived.here);
    const across = await watch(urls[(node + 1) % nodes] ?? url, arrived.across);
    clients.push(here, across);
    for (let session = node; session < sessions; session += nodes) {
      const made = await here.newSession({ cwd });
      await across.loadSession({ sessionId: made.id, cwd });
      opened.push(made);
    }
  }
  await Promise.all(opened.map((session) => session.prompt('stream')));
  const all = sessions * updates;
  const until = performance.now() + 60_000;
  while (arrived.across.length < all && performance.now() < until) await delay(10);
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(
    servers.map(async (child) => {
      child.stdin.end();
      await once(child, 'exit');
    }),
  );
  const counts = [arrived.here.length, arrived.across.length];
  if (counts.some((count) => count !== all)) throw new Error(`${counts.join(' and ')} of ${all} updates have arrived`);
  return { here: arrived.here.toSorted(byNumber), across: arrived.across.toSorted(byNumber) };
}

/** Connects a client that notes how old updates are when it gets them. */
function watch(url: string, into: number[]): Promise<Client> {
  return connect(remote(url, { first: 'websocket' }), {
    onUpdate(update) {
      if (update.sessionUpdate !== 'agent_message_chunk') return;
      const { text } = update['content'] as { readonly text: string };
      into.push(Number(process.hrtime.bigint() - BigInt(text)) / 1e6);
    },
  });
}

function byNumber(one: number, two: number): number {
  return one - two;
}
