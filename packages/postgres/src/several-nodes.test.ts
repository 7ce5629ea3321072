import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type ClientSession, connect } from '@emend/acp';
import { remote } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { counts } from '../../../test/support/counts.ts';
import { openSwitch } from './test-support/address-switch.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { type RunningNode, startNode } from './test-support/running-node.ts';
import { connected, newSchema, opened, server, serverUrl } from './test-support/running-server.ts';

const cwd = '/project';
const lease = 3_000;
const isLong = counts({ short: 0, long: 1 }) === 1;
const folder = mkdtempSync(join(tmpdir(), 'emend-nodes-'));
let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/node-process.ts', import.meta.url));
});
afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Nodes of one database, and the turns that they have run. */
function newWorld() {
  const schema = newSchema();
  const runs = join(folder, schema);
  writeFileSync(runs, '');
  const start = (name: string, more: Partial<Parameters<typeof startNode>[1]> = {}) =>
    startNode(program, { database: serverUrl, schema, runs, node: { name, lease }, ...more });
  const ran = () => readFileSync(runs, 'utf8').split('\n').slice(0, -1);
  return { schema, start, ran };
}

async function visit({ url }: Pick<RunningNode, 'url'>): Promise<Client> {
  const client = await connect(remote(url, { first: 'websocket' }));
  onTestFinished(() => client.close());
  return client;
}

const textsOf = ({ state }: ClientSession) =>
  foldedSession(state).messages.map(({ content }) => content.map((block) => (block as { text: string }).text).join(''));

/** The outcome of a prompt, as a value. */
const outcomeOf = (prompt: Promise<{ readonly stopReason: unknown }>) =>
  prompt.then(
    ({ stopReason }) => ({ stopReason }),
    (error: { code?: number; message: string }) => ({ code: error.code, message: error.message }),
  );

/** Prompts until it is run. */
async function prompted(session: ClientSession, text: string): Promise<void> {
  await expect.poll(() => outcomeOf(session.prompt(text)), { timeout: 60_000 }).toEqual({ stopReason: 'end_turn' });
}

const patience = { timeout: 20_000 };

describe.skipIf(server === undefined)('servers that share a database', () => {
  test('[X35, X36] when the owner is killed, its turn and what waits are answered with errors and run at most once; clients go on elsewhere', async () => {
    const { start, ran } = newWorld();
    const [a, b] = await Promise.all([start('a'), start('b')]);
    const session = await (await visit(a)).newSession({ cwd });
    await session.prompt('say');
    const [one, two] = [
      await (await visit(b)).loadSession({ sessionId: session.id, cwd }),
      await (await visit(b)).loadSession({ sessionId: session.id, cwd }),
    ];
    const running = outcomeOf(one.prompt('wait'));
    await expect.poll(() => textsOf(two)).toEqual(['say', '0;', 'wait', 'waiting on a']);
    const waiting = outcomeOf(two.prompt('later'));
    await expect.poll(async () => ran()).toEqual(['say', 'wait']);
    const ended = Promise.all([running, waiting]);
    let outcomes: unknown;
    void ended.then((all) => {
      outcomes = all;
    });
    a.signal('SIGKILL');
    // Addresses of machines are none of a client's business.
    const lost = {
      code: -32050,
      message: expect.stringMatching(
        /^[^0-9]*cannot be reached[^0-9]* look at the session before you send it again\.$/,
      ),
    };
    await expect.poll(() => outcomes, patience).toEqual([lost, lost]);
    await prompted(one, 'again 2');
    await expect.poll(() => textsOf(two), patience).toEqual(['say', '0;', 'wait', 'waiting on a', 'again 2', '0;1;']);
    expect(textsOf(one)).toEqual(textsOf(two));
    expect(ran()).toEqual(['say', 'wait', 'again 2']);
  });

  test('[X37] when a gateway is killed, its clients are back on another one and have everything', async () => {
    const { start, ran } = newWorld();
    const [a, b, c] = await Promise.all([start('a'), start('b'), start('c')]);
    const balancer = await openSwitch(b.port);
    const session = await (await visit(a)).newSession({ cwd });
    const joined = await (await visit(balancer)).loadSession({ sessionId: session.id, cwd });
    const turn = outcomeOf(joined.prompt('stream 100'));
    await expect.poll(() => textsOf(joined)[1]?.length).toBeGreaterThan(20);
    balancer.use(c.port);
    b.signal('SIGKILL');
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    const all = Array.from({ length: 100 }, (_, number) => `${number};`).join('');
    await expect.poll(() => textsOf(joined), patience).toEqual(['stream 100', all]);
    await expect.poll(() => textsOf(session), patience).toEqual(['stream 100', all]);
    expect(ran()).toEqual(['stream 100']);
  });

  test('[X38] a session is not opened where its files are not, and the refusal says what is missing', async () => {
    const { start, schema } = newWorld();
    const a = await start('a', { node: { name: 'a', lease, place: 'disk 1' } });
    const b = await start('b');
    const session = await (await visit(a)).newSession({ cwd });
    await session.prompt('say');
    await a.end();
    const refused = (await visit(b)).loadSession({ sessionId: session.id, cwd });
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('"disk 1"') });
    expect((await ownerOf(schema)).owner).toMatch(/^a /);
  });

  test('[X35] a gateway that is cut off from the owner fails prompts with the reason, and takes nothing while the owner lives', async () => {
    const { start, schema, ran } = newWorld();
    const a = await start('a', { isRouted: true });
    const b = await start('b');
    const session = await (await visit(a)).newSession({ cwd });
    const joined = await (await visit(b)).loadSession({ sessionId: session.id, cwd });
    await joined.prompt('first');
    const before = await ownerOf(schema);
    a.route?.silence('all');
    const outcome = await outcomeOf(joined.prompt('lost'));
    expect(outcome).toEqual({ code: -32050, message: expect.stringContaining('silent') });
    // Its own clients notice nothing.
    await session.prompt('here');
    expect(await ownerOf(schema)).toEqual(before);
    a.route?.silence('present');
    await prompted(joined, 'back');
    const all = ['first', '0;', 'here', '0;', 'back', '0;'];
    await expect.poll(() => textsOf(joined), patience).toEqual(all);
    expect([ran(), await ownerOf(schema)]).toEqual([['first', 'here', 'back'], before]);
  });

  test.runIf(isLong)(
    '[X32] an owner that is cut off from the database stops its turn and tells, and nobody takes over before',
    async () => {
      const { start, schema } = newWorld();
      const route = await openRoute(serverUrl);
      const a = await start('a', { database: route.url });
      const b = await start('b');
      const session = await (await visit(a)).newSession({ cwd });
      const joined = await (await visit(b)).loadSession({ sessionId: session.id, cwd });
      const turn = outcomeOf(joined.prompt('wait'));
      await expect.poll(() => textsOf(joined)).toEqual(['wait', 'waiting on a']);
      const before = await ownerOf(schema);
      route.silence('all');
      expect(await a.next('aborted')).toEqual({ type: 'aborted', text: 'wait' });
      const { isAlive, ...owner } = await ownerOf(schema);
      expect({ ...owner, isAlive }).toEqual(before);
      expect(await turn).not.toEqual({ stopReason: 'end_turn' });
      await prompted(joined, 'again');
      expect((await ownerOf(schema)).owner).toMatch(/^b /);
      route.cut();
    },
  );

  test.runIf(isLong)(
    '[X33, X35] an owner that is frozen is given up in time, writes nothing when it thaws, and its clients go on elsewhere',
    async () => {
      const { start, schema, ran } = newWorld();
      const [a, b] = await Promise.all([start('a'), start('b')]);
      const session = await (await visit(a)).newSession({ cwd });
      const joined = await (await visit(b)).loadSession({ sessionId: session.id, cwd });
      let outcome: unknown;
      void outcomeOf(joined.prompt('stream 100000')).then((ended) => {
        outcome = ended;
      });
      await expect.poll(() => textsOf(joined)[1]?.length).toBeGreaterThan(20);
      a.signal('SIGSTOP');
      await expect.poll(() => outcome, patience).toMatchObject({ code: -32050 });
      await prompted(joined, 'again');
      const log = await opened(schema);
      const position = (await log.find(session.id))?.position;
      a.signal('SIGCONT');
      expect(await a.next('aborted')).toEqual({ type: 'aborted', text: 'stream 100000' });
      // Its own client is on the other node now.
      await prompted(session, 'thawed');
      await expect.poll(() => textsOf(joined).slice(-4), patience).toEqual(['again', '0;', 'thawed', '0;']);
      expect(textsOf(session)).toEqual(textsOf(joined));
      expect((await log.find(session.id))?.position).toBeGreaterThan(position ?? 0);
      expect(ran()).toEqual(['stream 100000', 'again', 'thawed']);
    },
  );
});

/** Who owns the one session, and whether its lease lasts. */
async function ownerOf(schema: string): Promise<{ owner: string; epoch: number; isAlive: boolean }> {
  const sql = `SELECT owner, owner_epoch::int AS epoch, COALESCE(until > clock_timestamp(), false) AS "isAlive"
    FROM ${schema}.sessions LEFT JOIN ${schema}.nodes ON node = owner`;
  return (await (await connected()).query(sql)).rows[0];
}
