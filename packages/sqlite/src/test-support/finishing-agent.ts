// Runs as a process of its own whose client goes away: an agent whose turns finish all the same, into the file it is given.
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { openSqliteLog } from '../sqlite-log.ts';

const [path = ''] = process.argv.slice(2);
const log = await openSqliteLog(path);

const { closed } = serve(
  agent({
    sessions: { log },
    async prompt(turn) {
      const message = turn.message({ id: 'm' });
      await message.append('before ');
      while (!existsSync(`${path}.left`)) await delay(5);
      const call = turn.toolCall({ id: 'c', title: 'Publish', status: 'pending' });
      for (let token = 0; token < 5; token++) {
        await message.append(`${token} `);
        // Nobody reads what is printed either.
        console.log('still here');
        process.stdout.write('still here\n');
        console.error('still here');
        await delay(5);
      }
      const { outcome } = await turn.requestPermission(call);
      await call.fail(outcome.outcome);
      await message.append(turn.signal.aborted ? 'aborted' : 'done');
    },
  }),
  stdio(),
  { whenClientLeaves: 'finish' },
);
await closed;
await log.close();
