import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../packages/postgres/src/test-support/server.ts';
import { buildExamples } from './support/build.ts';
import { exampleFile, newFolder, runToEnd } from './support/example-programs.ts';
import { freePort } from './support/free-port.ts';

const database = await startServer({ mayInstall: true });
if (typeof database === 'string') process.stderr.write(`The example with PostgreSQL is skipped: ${database}\n`);

beforeAll(() => buildExamples());
afterAll(async () => {
  if (typeof database !== 'string') await database.stop();
});

test('relay-server shows one session of another agent in two clients', async () => {
  const agent = [process.execPath, exampleFile('both-versions')];
  expect(await runToEnd(exampleFile('relay-server'), [join(newFolder(), 'sessions.db'), ...agent])).toEqual({
    status: 0,
    stderr: '',
    stdout: [
      'user: /capital Brazil',
      'agent: The capital of Brazil is Brasília.',
      'user: /capital Turkey',
      'agent: The capital of Turkey is Ankara.\n',
    ].join('\n'),
  });
});

test('relay-server tells how it is used', async () => {
  const used = { status: 2, stdout: '', stderr: 'usage: relay-server FILE COMMAND [ARGS...]\n' };
  expect(await runToEnd(exampleFile('relay-server'), ['file'])).toEqual(used);
});

test.skipIf(typeof database === 'string')(
  'several-nodes goes on with a session when its server has ended',
  async () => {
    const env = { DATABASE_URL: typeof database === 'string' ? '' : database.url };
    const ports = `${await freePort()},${await freePort()}`;
    expect(await runToEnd(exampleFile('several-nodes'), [ports], env)).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        'One',
        'One was answered by a.',
        'Two',
        'Two was answered by a.',
        'Three',
        'Three was answered by b.\n',
      ].join('\n'),
    });
  },
);

test('several-nodes says what is missing where there is no PostgreSQL', async () => {
  const stderr = expect.stringContaining('Say in DATABASE_URL where a PostgreSQL is');
  expect(await runToEnd(exampleFile('several-nodes'), [], { DATABASE_URL: '' })).toEqual({
    status: 0,
    stdout: '',
    stderr,
  });
});
