import { type Client, type ClientSession, connect } from '@emend/acp';
import { remote } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../support/build.ts';
import { bundledProgram } from '../support/bundled-program.ts';
import {
  carriers,
  officialStream,
  wantedNovember,
  wantedV1,
  wholeNovemberSession,
  wholeV1Session,
} from './peers/official-clients.ts';
import { socketUrl } from './peers/official-server.ts';
import { processesOf, type ServeCommand, startServe } from './peers/serve-command.ts';

let program = '';
beforeAll(async () => {
  buildPackages();
  program = await bundledProgram(new URL('./programs/stdio-agents.ts', import.meta.url));
});

const serving = (which: string, ...options: readonly string[]) =>
  startServe([...options, '--', process.execPath, program, which]);
const cwd = process.cwd();

test('[W1, W53] the clients of the official SDK have whole sessions with stdio agents behind emend serve', async () => {
  await using v1 = await serving('v1');
  await using november = await serving('november');
  const seen = await Promise.all(
    carriers.flatMap((carrier) => [
      wholeV1Session(officialStream(carrier, v1.url, v1.token)),
      wholeNovemberSession(officialStream(carrier, november.url, november.token)),
    ]),
  );
  expect(seen).toEqual(carriers.flatMap(() => [wantedV1, wantedNovember]));
});

const connected = ({ url, token }: ServeCommand, at = 0) =>
  connect(remote(at % 2 === 0 ? socketUrl(url) : url, { token }));

test('[W53] every connection has an agent process of its own, which ends with it', async () => {
  await using served = await serving('slow');
  const clients = await Promise.all([0, 1].map((at) => connected(served, at)));
  expect(processesOf(program)).toBe(2);
  await clients[0]?.close();
  await expect.poll(() => processesOf(program)).toBe(1);
  await clients[1]?.close();
  await expect.poll(() => processesOf(program)).toBe(0);
});

test('[W55] an agent that dies is told to its client with its last words, and the server goes on', async () => {
  await using served = await serving('dying');
  for (const at of [0, 1]) {
    const client = await connected(served, at);
    const session = await client.newSession({ cwd });
    const error = await Promise.resolve(session.prompt('x')).catch((cause: unknown) => cause);
    expect(String((error as Error).message)).toMatch(/7/);
    await client.close();
  }
  await expect.poll(served.complaints).toContain('no more tokens');
  expect(served.child.exitCode).toBe(null);
});

test('[W52] SIGTERM while 50 turns run: all of them finish, and the process ends with status 0', async () => {
  await using served = await serving('slow', '--grace', '600');
  const clients: Client[] = await Promise.all(Array.from({ length: 5 }, (_, at) => connected(served, at)));
  const sessions = await Promise.all(
    clients.flatMap((client) => Array.from({ length: 10 }, () => client.newSession({ cwd }))),
  );
  const said = ({ state }: ClientSession) =>
    foldedSession(state)
      .messages.filter(({ kind }) => kind === 'agent')
      .flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : '')))
      .join('');
  const turns = Promise.all(
    sessions.map(async (session) => ({ ...(await session.prompt('100')), said: said(session) })),
  );
  await expect.poll(() => sessions.every((session) => said(session) !== '')).toBe(true);
  served.child.kill('SIGTERM');
  await expect.poll(served.complaints).toContain('Ending after running turns');
  const late = await connected(served).then(
    () => 'let in',
    () => 'turned away',
  );
  expect(late).toBe('turned away');
  const wanted = { stopReason: 'end_turn', said: Array.from({ length: 100 }, (_, at) => `${at + 1} `).join('') };
  expect(await turns).toEqual(sessions.map(() => wanted));
  expect(await served.exited).toBe(0);
  for (const client of clients) await client.close();
});
