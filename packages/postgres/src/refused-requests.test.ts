import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type ClientSession, connect } from '@emend/acp';
import { remote } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { messageText } from '@emend/acp/view';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { type RunningNode, startNode } from './test-support/running-node.ts';
import { connected, newSchema, server, serverUrl } from './test-support/running-server.ts';

const cwd = '/project';
const folder = mkdtempSync(join(tmpdir(), 'emend-refused-'));
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/node-process.ts', import.meta.url));
});
afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Nodes of one database. */
function newWorld() {
  const schema = newSchema();
  const runs = join(folder, schema);
  writeFileSync(runs, '');
  const start = (name: string, more: Partial<Parameters<typeof startNode>[1]> = {}) =>
    startNode(program, { database: serverUrl, schema, runs, node: { name, lease: 1_500 }, ...more });
  return Object.assign(start, { schema });
}

async function visit({ url }: Pick<RunningNode, 'url'>): Promise<Client> {
  const client = await connect(remote(url, { first: 'websocket' }));
  onTestFinished(() => client.close());
  return client;
}

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The refusal of a request; undefined if it was not refused. */
const refusalOf = (request: Promise<unknown>): Promise<Refusal | undefined> =>
  request.then(
    () => undefined,
    ({ code, message, data }: Refusal) => ({ code, message, data }),
  );

const promptOf = (sessionId: string) => ({ sessionId, prompt: [{ type: 'text', text: 'say' }] });

describe.skipIf(server === undefined)('what clients of servers that share a database are refused with', () => {
  test('[SV18] a session that there is not, or no longer, is told as such on every node', async () => {
    const start = newWorld();
    const [a, b] = await Promise.all([start('a'), start('b')]);
    const [here, there] = [await visit(a), await visit(b)];
    const gone = (id: string) => ({ code: -32002, message: `There is no session "${id}".`, data: { sessionId: id } });
    expect(await refusalOf(here.loadSession({ sessionId: 'x', cwd }))).toEqual(gone('x'));
    expect(await refusalOf(here.request('session/prompt', promptOf('x')))).toEqual(gone('x'));
    const session = await here.newSession({ cwd });
    // It is on the other node, where this client has not opened it.
    expect(await refusalOf(there.request('session/prompt', promptOf(session.id)))).toEqual({
      code: -32600,
      message: `The session "${session.id}" is not open on this connection. Load or resume it first.`,
      data: { sessionId: session.id, reason: 'not_open' },
    });
    const joined = await there.loadSession({ sessionId: session.id, cwd });
    await here.deleteSession(session.id);
    expect(await refusalOf(joined.prompt('say'))).toEqual(gone(session.id));
    expect(await refusalOf(there.loadSession({ sessionId: session.id, cwd }))).toEqual(gone(session.id));
  });

  test('[SV18] [X35] a server that has lost its lease says so until it has one again, and then serves what it had', async () => {
    const start = newWorld();
    const route = await openRoute(serverUrl);
    const a = await start('a', { database: route.url });
    const b = await start('b');
    const here = await visit(a);
    const [shared, own] = [await here.newSession({ cwd }), await here.newSession({ cwd })];
    const joined = await (await visit(b)).loadSession({ sessionId: shared.id, cwd });
    const running = refusalOf(shared.prompt('wait'));
    await expect.poll(() => joined.state.messages.length).toBe(2);
    const waiting = refusalOf(joined.prompt('say'));
    route.silence('all');
    // What ran may have done something: it is not worth another try by itself.
    expect(await running).toEqual({
      code: -32050,
      message:
        'This machine has lost its sessions, and looks for them. The prompt may have been run in part: look at the session before you send it again.',
      data: { reason: 'turn_lost' },
    });
    const told: (Refusal | undefined)[] = [await waiting];
    const attempts = (): Promise<(Refusal | undefined)[]> =>
      Promise.all([
        refusalOf(here.newSession({ cwd })),
        refusalOf(here.loadSession({ sessionId: own.id, cwd })),
        refusalOf(here.listSessions({})),
        refusalOf(own.prompt('say')),
        refusalOf(shared.prompt('say')),
      ]);
    told.push(...(await attempts()));
    // Nothing of it is done, and nothing is a fault of the client or a riddle.
    const reason = expect.stringMatching(/^(owner_lost|store_unavailable)$/);
    const refused = {
      code: -32050,
      message: expect.stringMatching(/^[A-Z].* Try again (later|in a moment)\.$/),
      data: expect.objectContaining({ reason }),
    };
    expect(told).toEqual(told.map(() => refused));
    route.silence('present');
    const later: (Refusal | undefined)[] = [];
    const isServed = async (): Promise<boolean> => {
      const refusals = await attempts();
      later.push(...refusals);
      return refusals.every((refusal) => refusal === undefined);
    };
    await expect.poll(isServed, { timeout: 60_000 }).toBe(true);
    // The other node had the session meanwhile, or has it still; its client can go on as well.
    await prompted(joined);
    const others = later.filter((refusal) => refusal !== undefined);
    expect(others).toEqual(others.map(() => refused));
  });

  test('[SV18] [X36] when what happens in a session could not be stored for a while, clients that only watch go on with it, too', async () => {
    const start = newWorld();
    const route = await openRoute(serverUrl);
    const a = await start('a', { database: route.url, node: { name: 'a', lease: 60_000 } });
    const session = await (await visit(a)).newSession({ cwd });
    const watching = await (await visit(a)).loadSession({ sessionId: session.id, cwd });
    await session.prompt('say');
    const cutOff = refusalOf(session.prompt('stream 100000'));
    await expect.poll(() => watching.state.messages.length).toBe(4);
    route.silence('all');
    expect(await cutOff).toMatchObject({ code: -32050 });
    route.silence('present');
    await prompted(session);
    const texts = ({ state }: ClientSession) => state.messages.toArray().map(messageText);
    await expect.poll(() => texts(watching)).toEqual(texts(session));
    expect(texts(watching).at(-1)).toBe('0;');
  });

  test('[SV18] [X12] a session whose last commits were lost is cut off, and who loads it again gets the whole of what is left', async () => {
    const start = newWorld();
    const [a, b] = await Promise.all([start('a'), start('b')]);
    const session = await (await visit(a)).newSession({ cwd });
    await session.prompt('say');
    const there = await visit(b);
    const joined = await there.loadSession({ sessionId: session.id, cwd });
    const database = await connected();
    const at = async () => (await database.query(`SELECT next FROM ${start.schema}.sessions`)).rows[0].next;
    const kept = await at();
    await joined.prompt('stream 2');
    const turn = joined.prompt('wait').then(
      ({ stopReason }) => stopReason,
      ({ code }: Refusal) => code,
    );
    // Clients are shown what is not stored yet.
    const storedWait = `SELECT FROM ${start.schema}.entries WHERE event LIKE '%waiting on%'`;
    await expect.poll(async () => (await database.query(storedWait)).rowCount).toBe(1);
    await database.query(`
      WITH lost AS (DELETE FROM ${start.schema}.entries WHERE seq >= ${kept})
      UPDATE ${start.schema}.sessions SET next = ${kept}`);
    await session.cancel();
    // It was not stored, and is not called anything else than ended.
    expect(await turn).toBe('cancelled');
    const told = { code: -32050, message: 'The session was opened elsewhere. Load it again.' };
    expect(await refusalOf(joined.prompt('say'))).toMatchObject({ ...told, data: { reason: 'opened_elsewhere' } });
    const params = { sessionId: session.id, cwd, mcpServers: [], _meta: { 'emend/after': Number(kept) + 5 } };
    const again = await there.request('session/load', params);
    expect(again).toMatchObject({ _meta: { 'emend/replayed': 'all' } });
    const whole = await (await visit(b)).loadSession({ sessionId: session.id, cwd });
    const left = foldedSession(whole.state).messages.map(({ content }) => (content[0] as { text: string }).text);
    expect(left).toEqual(['say', '0;']);
    await whole.prompt('say');
  });
});

async function prompted(session: ClientSession): Promise<void> {
  await expect.poll(() => refusalOf(session.prompt('say')), { timeout: 60_000 }).toBeUndefined();
}
