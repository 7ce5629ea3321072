// Runs as a process of its own, to be killed: an agent whose sessions last in the file it is given.
import { setTimeout as delay } from 'node:timers/promises';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { openSqliteLog } from '../sqlite-log.ts';

const [path = ''] = process.argv.slice(2);
const log = await openSqliteLog(path);
let leaked: string | undefined;

serve(
  agent({
    info: { name: 'durable', version: '1' },
    sessions: { log },
    async prompt(turn) {
      const [command = '', ...words] = turn.text.split(' ');
      if (command === 'leak') {
        // Streams a secret in the pieces it is given; the prompt has it too.
        leaked = turn.accepted?.id;
        const leak = turn.message({ id: 'leak' });
        for (const piece of words) {
          await leak.append(piece);
          await new Promise((resolve) => setImmediate(resolve));
        }
        return;
      }
      if (command === 'redact') {
        await turn.message({ id: 'leak' }).replace('[removed]');
        if (leaked !== undefined) await turn.userMessage({ id: leaked }).replace('[removed]');
        return;
      }
      if (command === 'endless') {
        // Reports for as long as nobody stops it.
        const message = turn.message();
        await turn.toolCall({ title: 'Endless', status: 'in_progress' }).start();
        for (let token = 0; ; token++) {
          await message.append(`${token};`);
          // SQLite has no queue for writers: without pauses, a second process might never get its turn.
          if (token % 10 === 0) await delay(5, undefined, { signal: turn.signal });
        }
      }
      const message = turn.message();
      const tool = turn.toolCall({ title: `Work on ${turn.text}`, status: 'in_progress' });
      for (let token = 0; token < 40; token++) {
        await message.append(`${turn.text}:${token};`);
        if (token % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await tool.finish();
    },
  }),
  stdio(),
);
