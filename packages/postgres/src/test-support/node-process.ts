// Runs as a process of its own: a server that shares the sessions of a database with others. Its agent says where it runs, waits, or streams.
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { agent } from '@emend/acp';
import { serveHttp } from '@emend/acp/node';
import type { NodeOptions } from '../node-lease.ts';
import { openPostgresLog } from '../postgres-log.ts';

/** What the process is started with. */
export interface NodeProcessOptions {
  readonly database: string;
  readonly schema: string;
  readonly port: number;
  readonly node: NodeOptions;
  /** A file with a line for each turn that was run. */
  readonly runs: string;
  /** How long turns may go on after it was told to end, in milliseconds. */
  readonly grace?: number;
}

/** Something the process tells. */
export type NodeNews = { readonly type: 'ready' } | { readonly type: 'aborted'; readonly text: string };

const options = JSON.parse(process.argv[2] ?? '') as NodeProcessOptions;
const tell = (news: NodeNews) => process.stdout.write(`${JSON.stringify(news)}\n`);
const log = await openPostgresLog(options.database, { schema: options.schema, retryFor: 500, node: options.node });

const served = agent({
  sessions: { log },
  async prompt(turn) {
    appendFileSync(options.runs, `${turn.text}\n`);
    const message = turn.message();
    const [what, count = '1', mark = ''] = turn.text.split(' ');
    turn.signal.addEventListener('abort', () => tell({ type: 'aborted', text: turn.text }), { once: true });
    if (what === 'wait') {
      await message.append(`waiting on ${options.node.name}`);
      await new Promise((resolve) => turn.signal.addEventListener('abort', resolve, { once: true }));
      return;
    }
    for (let number = 0; number < Number(count); number += 1) {
      await message.append(`${mark}${number};`);
      if (what === 'stream') await delay(20, undefined, { signal: turn.signal });
    }
  },
});
const service = await serveHttp(served, {
  port: options.port,
  // What clients are told is looked at there.
  serve: { onEvent() {} },
  nodes: log.ownership as NonNullable<typeof log.ownership>,
});
process.on('SIGTERM', async () => {
  await service.drain({ grace: options.grace ?? 20_000, reason: 'restart' });
  await log.close();
  process.exit();
});
tell({ type: 'ready' });
