// Runs as a process of its own: does to a log what it is told on standard input, one JSON text a line, and tells what came of it.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { LogError } from '@emend/acp/log';
import { openPostgresLog } from '../postgres-log.ts';
import { type Answer, chunk, type Order } from './log-order.ts';

const [url = '', schema = '', retryFor = ''] = process.argv.slice(2);
const tell = (answer: Answer) => void writeSync(1, `${JSON.stringify(answer)}\n`);
const report = (error: LogError) => tell({ type: 'reported', failure: error.failure });
const log = await openPostgresLog(url, { schema, retryFor: Number(retryFor), report });

async function append(expected: number, text: string): Promise<Answer> {
  try {
    return { type: 'appended', next: await log.append('s', [chunk(text)], { expected, at: 1 }) };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    const { failure, position } = error;
    return { type: 'refused', failure, ...(position === undefined ? {} : { position }) };
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
  else void follow(order.from);
}
await log.close();
