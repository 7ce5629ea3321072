import { createServer } from 'node:net';
import { LogError } from '@emend/acp/log';
import { expect, test } from 'vitest';
import { openPostgresLog } from './postgres-log.ts';

/** Returns why a log cannot be opened. */
async function refusalOf(url: string): Promise<readonly [string, string]> {
  const error: unknown = await openPostgresLog(url, { retryFor: 1 }).then(
    () => new Error('It was opened.'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof LogError)) throw error;
  return [error.failure, error.message];
}

/** A port of this machine at which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('an address at which nothing listens is named, without user and password', async () => {
  const port = await freePort();
  const where = `127.0.0.1:${port}`;
  expect(await refusalOf(`postgres://ada:secret@${where}/x`)).toEqual([
    'unavailable',
    `PostgreSQL cannot be reached at ${where}: connect ECONNREFUSED ${where}. Is it running there, and is the address right?`,
  ]);
});

test.each([
  'postgres://ada:1#secret@db/x',
  'postgres://ada:1#sec=ret@db/x',
  'postgres://ada:1/secret@db/x',
  'postgres://ada:1?secret@db/x',
])('no part of a password is taken for a host: %s', async (url) => {
  expect(await refusalOf(url)).toEqual([
    'unavailable',
    'The password in the address of PostgreSQL has a character that has to be written in another way: # as %23, / as %2F, ? as %3F, @ as %40.',
  ]);
});

test.each(['127.0.0.1:PORT/x?user=ada@corp', '/x?host=127.0.0.1&port=PORT&user=ada@corp'])(
  'a user that is a parameter may have an @ in its name: %s',
  async (rest) => {
    const port = await freePort();
    const [, message] = await refusalOf(`postgresql://${rest.replace('PORT', `${port}`)}`);
    expect(message).toContain(`PostgreSQL cannot be reached at 127.0.0.1:${port}`);
  },
);

test('an address that names a file which is not there says so', async () => {
  const [failure, message] = await refusalOf('postgres://h/x?sslmode=verify-full&sslrootcert=/nope/missing.pem');
  expect([failure, message]).toEqual([
    'unavailable',
    expect.stringMatching(/^The address of PostgreSQL cannot be used: ENOENT: .*missing\.pem/),
  ]);
});
