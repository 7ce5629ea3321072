// Runs as a process of its own, to be killed: appends event after event to a log and writes down what is acknowledged.
import { writeSync } from 'node:fs';
import type { Engine } from '../engine.ts';
import { openSqliteLog } from '../sqlite-log.ts';
import { eventAt } from './endless-session.ts';

const [path = '', engine] = process.argv.slice(2);
const log = await openSqliteLog(path, { engine: engine as Engine });
if ((await log.find('s')) === undefined) await log.create({ sessionId: 's', cwd: '/project', at: 0 });
let position = (await log.find('s'))?.position ?? 0;

const fail = (error: unknown) => {
  writeSync(2, `${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
};

while (true) {
  const event = eventAt(position);
  const appended = log.append('s', [event], { expected: position, at: position });
  position += 1;
  appended.then((next) => writeSync(1, `${next}\n`), fail);
  // A streaming agent goes on without waiting and waits at the end of its turns.
  if (event.type === 'turn_ended') {
    await appended;
    log.compact('s').catch(fail);
  } else if (position % 5 === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
