import { openLog } from '../peers/log-store.ts';

// Follows session `s` of the store that its arguments name, and prints a line for each entry.
const [kind = '', place = '', schema = ''] = process.argv.slice(2);
const log = await openLog(kind, place, schema);
for await (const batch of log.follow('s', 0, new AbortController().signal)) {
  for (const { position } of batch) process.stdout.write(`${position}\n`);
}
