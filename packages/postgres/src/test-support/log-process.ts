// Runs as a process of its own: does to a log what it is told on standard input, one JSON text a line, and tells what came of it.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { LogError } from '@emend/acp/log';
import type { NodeOptions } from '../node-lease.ts';
import { openPostgresLog } from '../postgres-log.ts';
import { type Answer, chunk, type Order } from './log-order.ts';

const [url = '', schema = '', retryFor = '', node = '', clockAhead = '0'] = process.argv.slice(2);
const now = Date.now;
Date.now = () => now() + Number(clockAhead);
const tell = (answer: Answer) => void writeSync(1, `${JSON.stringify(answer)}\n`);
const report = (error: LogError) => tell({ type: 'reported', failure: error.failure });
const log = await openPostgresLog(url, {
  schema,
  retryFor: Number(retryFor),
  report,
  ...(node === '' ? {} : { node: JSON.parse(node) as NodeOptions }),
});

function refusal(error: unknown): Answer {
  if (!(error instanceof LogError)) throw error;
  const { failure, position, message } = error;
  const told = failure === 'not_owner' || failure === 'wrong_place' ? { message } : {};
  return { type: 'refused', failure, ...told, ...(position === undefined ? {} : { position }) };
}

function watch(): void {
  const lost = log.ownership?.owned('s')?.lost;
  lost?.addEventListener('abort', () => tell({ type: 'lost', message: String(lost.reason?.message) }), { once: true });
}

async function take(force: boolean): Promise<Answer> {
  try {
    const owned = await log.ownership?.take('s', { force });
    watch();
    return { type: 'taken', epoch: owned?.epoch ?? 0 };
  } catch (error) {
    return refusal(error);
  }
}

async function create(): Promise<Answer> {
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  watch();
  return { type: 'created' };
}

/** Writes for as long as the process lives: what a node does that has an agent for the session whenever it may. */
async function write(): Promise<void> {
  for (let made = 0; ; ) {
    try {
      await log.ownership?.take('s');
      for (let expected = (await log.find('s'))?.position ?? 0; ; made++) {
        expected = await log.append('s', [chunk(`${process.pid} ${made}`)], { expected, at: 1 });
        tell({ type: 'appended', next: expected });
        await delay(5);
      }
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      if (error.failure === 'closed') return;
      await delay(20);
    }
  }
}

async function append(expected: number, text: string): Promise<Answer> {
  try {
    return { type: 'appended', next: await log.append('s', [chunk(text)], { expected, at: 1 }) };
  } catch (error) {
    return refusal(error);
  }
}

async function follow(from: number): Promise<void> {
  for await (const batch of log.follow('s', from, new AbortController().signal)) {
    for (const { position, event } of batch) tell({ type: 'seen', position, event });
  }
}

tell({ type: 'ready' });
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order;
  if (order.type === 'append') tell(await append(order.expected, order.text));
  else if (order.type === 'create') tell(await create());
  else if (order.type === 'take') tell(await take(order.force === true));
  else if (order.type === 'release') await log.ownership?.release('s');
  else if (order.type === 'write') void write();
  else void follow(order.from);
}
await log.close();
