// Runs as a process of its own: an agent on a server's log that says `ping`, or numbers for as long as nobody stops it.
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { openPostgresLog } from '../postgres-log.ts';

const [url = '', schema = ''] = process.argv.slice(2);
const log = await openPostgresLog(url, { schema });

const connection = serve(
  agent({
    info: { name: 'endless', version: '1' },
    sessions: { log },
    async prompt(turn) {
      const message = turn.message();
      if (turn.text === 'ping') return message.append('pong');
      await turn.toolCall({ title: 'Endless', status: 'pending' }).start();
      for (let token = 0; ; token++) {
        await message.append(`${token};`);
        if (token % 10 === 0) await turnOfLoop(undefined, { signal: turn.signal });
      }
    },
  }),
  stdio(),
);
await connection.closed;
await log.close();
