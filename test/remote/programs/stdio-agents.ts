import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { agent, serve } from '@emend/acp';
import { stdio } from '@emend/acp/node';
import { officialNovemberAgent } from '../peers/official-november-agent.ts';
import { officialV1Agent } from '../peers/official-v1-agent.ts';

// Agents on stdio for tests of the command line; the first argument says which.
const [, , which = ''] = process.argv;
const stream = () =>
  ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>);

switch (which) {
  case 'v1':
    officialV1Agent().connect(stream());
    break;
  case 'november':
    officialNovemberAgent().connect(stream());
    break;
  case 'slow':
    // Counts to the number in its prompt, a few milliseconds each.
    serve(
      agent({
        info: { name: 'slow', version: '1' },
        async prompt(turn) {
          const message = turn.message();
          for (let at = 1; at <= Number(turn.text); at += 1) {
            await message.append(`${at} `);
            await pause(10);
          }
        },
      }),
      stdio(),
    );
    break;
  default:
    // Dies in its first turn, with last words.
    serve(
      agent({
        info: { name: 'dying', version: '1' },
        async prompt() {
          process.stderr.write('no more tokens\n');
          process.exit(7);
        },
      }),
      stdio(),
    );
}
