import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { agent } from '@emend/acp';
import { serveHttp } from '@emend/acp/node';
import { openPostgresLog } from '@emend/postgres';

// One of several servers that share a PostgreSQL: `streaming-node DATABASE SCHEMA UPDATES` prints its address. A prompt streams that many updates,
// 40 a second, each of which says when it was sent, by the clock that all processes of the machine have.
const [database = '', schema = '', updates = ''] = process.argv.slice(2);
/** The milliseconds between two updates of a session. */
const pause = 25;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const port = await freePort();
const node = { name: String(port), url: `http://127.0.0.1:${port}/acp` };
const log = await openPostgresLog(database, { schema, node });
const streaming = agent({
  sessions: { log },
  async prompt(turn) {
    const message = turn.message();
    // Not all at the same moment, as sessions of different people are not.
    await delay(Math.random() * pause);
    for (let number = 0; number < Number(updates); number++) {
      void message.append(`${process.hrtime.bigint()}`);
      await delay(pause);
    }
  },
});
const limits = { sessions: 10_000, requests: 10_000 };
const service = await serveHttp(streaming, {
  port,
  nodes: log.ownership as NonNullable<typeof log.ownership>,
  limits,
});
process.stdout.write(`${service.url}\n`);
process.stdin
  .on('end', async () => {
    await service.close();
    await log.close();
    process.exit();
  })
  .resume();
