import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import { checkClient } from '../../testing/kit/client/check-client.ts';
import { clientCommand } from './client-command.ts';

/** A few checks stand for all, except for `npm run test:oracle`. */
const isWhole = counts({ short: 0, long: 0, oracle: 1 }) === 1;
const few = ['handshake.first', 'output.clean', 'output.valid', 'permission.answered', 'updates.malformed'];

test.concurrent.each([
  ['official-v1-client.mjs', 'v1'],
  ['official-november-client.mjs', 'november'],
] as const)(
  'a client of the official SDK passes, as a process of its own: %s',
  async (file, dialect) => {
    const path = fileURLToPath(new URL(`../../testing/kit/test-support/clients/${file}`, import.meta.url));
    const start = clientCommand([process.execPath, path, '{agent}']);
    const run = await checkClient(start, {
      dialects: [dialect],
      isDriven: true,
      timeout: 60_000,
      ...(isWhole ? { skip: ['state'] } : { only: few }),
    });
    const { results } = await run.all();
    const others = results.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict }) => `${verdict} ${id}`);
    // The client of v1 offers no files.
    expect(others).toEqual(isWhole && dialect === 'v1' ? ['skip requests.file-lines'] : []);
    expect(results.length).toBeGreaterThan(isWhole ? 40 : 4);
  },
  300_000,
);
