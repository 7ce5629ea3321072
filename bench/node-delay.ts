import { once } from 'node:events';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { agent, type Client, connect } from '@emend/acp';
import { type HttpService, remote, serveHttp } from '@emend/acp/node';
import { openPostgresLog } from '@emend/postgres';
import { atMost } from './goals.ts';
import type { Measure } from './harness.ts';
import { jointRuns } from './joint-runs.ts';
import { postgresServer } from './peers/postgres-server.ts';
import { quantile } from './statistics.ts';

const cwd = '/project';
/** The milliseconds between two updates of a session. */
const pause = 25;

/** How long updates took to clients of the server that runs their session, and of another one, in milliseconds and in order of size. */
interface Delays {
  readonly here: readonly number[];
  readonly across: readonly number[];
}

/** Measures how long an update takes to a client of another server, beside one of the server that runs the session. */
export async function delaysAcrossNodes(sessions: number, updates: number): Promise<Measure[]> {
  const server = await postgresServer();
  if (typeof server === 'string') {
    process.stderr.write(`sharing: nothing is measured across servers: ${server}\n`);
    return [];
  }
  let run = 0;
  const runs = jointRuns(() => delays(server.url, `delays_${process.pid}_${++run}`, sessions, updates));
  const measure = (name: string, part: number, most: number): Measure => {
    const [ours, floor] = [runs(), runs()];
    return {
      name: `an update of ${sessions} streaming sessions in PostgreSQL reaches a client of another server, ${name}`,
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

/** Streams sessions of one server to a client of each of two. Both are in this process, whose one clock and one core they share. */
async function delays(database: string, schema: string, sessions: number, updates: number): Promise<Delays> {
  const [owner, other] = [await startNode(database, schema, updates), await startNode(database, schema, updates)];
  const delaysAt = { here: [] as number[], across: [] as number[] };
  const [here, across] = [await watch(owner.service, delaysAt.here), await watch(other.service, delaysAt.across)];
  const opened = await Promise.all(Array.from({ length: sessions }, () => here.newSession({ cwd })));
  for (const { id } of opened) await across.loadSession({ sessionId: id, cwd });
  await Promise.all(opened.map((session) => session.prompt('stream')));
  const all = sessions * updates;
  const until = performance.now() + 30_000;
  while (delaysAt.across.length < all && performance.now() < until) await delay(10);
  await Promise.all([here.close(), across.close()]);
  await Promise.all([owner.close(), other.close()]);
  const counts = [delaysAt.here.length, delaysAt.across.length];
  if (counts.some((count) => count !== all)) throw new Error(`${counts.join(' and ')} of ${all} updates have arrived`);
  return { here: delaysAt.here.toSorted(byNumber), across: delaysAt.across.toSorted(byNumber) };
}

async function startNode(database: string, schema: string, updates: number) {
  const port = await freePort();
  const node = { name: String(port), url: `http://127.0.0.1:${port}/acp` };
  const log = await openPostgresLog(database, { schema, node });
  const streaming = agent({
    sessions: { log },
    async prompt(turn) {
      const message = turn.message();
      for (let number = 0; number < updates; number++) {
        void message.append(`${performance.now()}`);
        await delay(pause);
      }
    },
  });
  const service = await serveHttp(streaming, { port, nodes: log.ownership as NonNullable<typeof log.ownership> });
  const close = async (): Promise<void> => {
    await service.close();
    await log.close();
  };
  return { service, close };
}

/** Connects a client that notes how old updates are when it gets them. */
function watch({ url }: HttpService, into: number[]): Promise<Client> {
  return connect(remote(url, { first: 'websocket' }), {
    onUpdate(update) {
      if (update.sessionUpdate !== 'agent_message_chunk') return;
      const { text } = update['content'] as { readonly text: string };
      into.push(performance.now() - Number(text));
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function byNumber(one: number, two: number): number {
  return one - two;
}
