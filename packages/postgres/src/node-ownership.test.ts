import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { counts, someOf } from '../../../test/support/counts.ts';
import { chunk } from './test-support/log-order.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { connected, newSchema, opened, server, serverUrl } from './test-support/running-server.ts';
import { startProcess } from './test-support/started-process.ts';

let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/log-process.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

/** Long enough for a busy machine; the short run has only what need not wait for its end, but for one test. */
const lease = 3_000;
const isLong = counts({ short: 0, long: 1 }) === 1;
const killed = [
  ['is killed', 0],
  ['is killed, and has a clock that is an hour ahead,', 3_600_000],
  ['is killed, and has a clock that is an hour behind,', -3_600_000],
] as const;
const refusedBy = (failure: string, message: string) => ({
  type: 'refused',
  failure,
  message: expect.stringMatching(message),
});

/** Starts nodes in processes of their own; the first has created session `s`. */
async function startNodes(...names: readonly string[]) {
  const schema = newSchema();
  const start = (name: string, url = serverUrl, clockAhead = 0) =>
    startProcess(program, url, schema, { retryFor: 500, node: { name, lease }, clockAhead });
  const nodes = await Promise.all(names.map((name) => start(name)));
  nodes[0]?.tell({ type: 'create' });
  await nodes[0]?.next('created');
  return { schema, nodes, start };
}

/** Opens the log of a node that has created session `s`. */
async function openedWithSession() {
  const log = await opened(newSchema(), { node: { name: 'here', lease } });
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  return log;
}

describe.skipIf(server === undefined)('nodes that share a server', () => {
  test('[LG24] [X31] one owns a session, others are refused until it gives the session back, and an earlier owner is fenced off', async () => {
    const { nodes } = await startNodes('a', 'b');
    const [a, b] = nodes as [NonNullable<(typeof nodes)[0]>, NonNullable<(typeof nodes)[0]>];
    a.tell({ type: 'append', expected: 0, text: 'a' });
    expect(await a.next('appended', 'refused')).toEqual({ type: 'appended', next: 1 });
    b.tell({ type: 'append', expected: 1, text: 'b' });
    expect(await b.next('appended', 'refused')).toEqual(refusedBy('not_owner', 'does not own'));
    b.tell({ type: 'take' });
    expect(await b.next('taken', 'refused')).toEqual(refusedBy('not_owner', 'is open on node "a '));
    a.tell({ type: 'release' });
    expect(await a.next('lost')).toEqual({ type: 'lost', message: expect.stringContaining('given') });
    b.tell({ type: 'take' });
    expect(await b.next('taken', 'refused')).toEqual({ type: 'taken', epoch: 2 });
    a.tell({ type: 'take', force: true });
    expect(await a.next('taken', 'refused')).toEqual({ type: 'taken', epoch: 3 });
    // Nobody has said anything since: only the epoch tells.
    b.tell({ type: 'append', expected: 1, text: 'b' });
    expect(await b.next('appended', 'refused')).toEqual(refusedBy('not_owner', 'Another node has taken'));
    expect(await b.next('lost')).toEqual({ type: 'lost', message: expect.stringContaining('Another node has taken') });
    a.tell({ type: 'append', expected: 1, text: 'a' });
    expect(await a.next('appended', 'refused')).toEqual({ type: 'appended', next: 2 });
  });

  test.each(someOf(killed, 1))(
    '[LG25] [X32, X34] the sessions of one that %s can be taken once its lease is over, and not before',
    async (_, clockAhead) => {
      const { schema, start } = await startNodes();
      const a = await start('a', serverUrl, clockAhead);
      const b = await start('b');
      a.tell({ type: 'create' });
      await a.next('created');
      a.signal('SIGKILL');
      const { until, now } = await leaseOf(schema, 'a');
      expect(until).toBeGreaterThan(now);
      let isTaken = false;
      while (!isTaken) {
        b.tell({ type: 'take' });
        isTaken = (await b.next('taken', 'refused')).type === 'taken';
        // Asked after the answer: if it was taken, the lease was over by the server's clock.
        if (isTaken) expect((await leaseOf(schema, 'a')).now).toBeGreaterThanOrEqual(until);
      }
      b.tell({ type: 'append', expected: 0, text: 'b' });
      expect(await b.next('appended', 'refused')).toEqual({ type: 'appended', next: 1 });
    },
  );

  test.runIf(isLong)(
    '[LG24, LG25] [X33] one that was suspended for longer than its lease says that it lost its sessions, and writes nothing',
    async () => {
      const { schema, nodes } = await startNodes('a', 'b');
      const [a, b] = nodes as [NonNullable<(typeof nodes)[0]>, NonNullable<(typeof nodes)[0]>];
      a.signal('SIGSTOP');
      const { until } = await leaseOf(schema, 'a');
      await expect.poll(async () => (await leaseOf(schema, 'a')).now, { timeout: 20_000 }).toBeGreaterThan(until);
      // Even before anybody else has taken the session.
      a.tell({ type: 'append', expected: 0, text: 'a' });
      a.signal('SIGCONT');
      expect(await a.next('appended', 'refused')).toMatchObject({ type: 'refused', failure: 'not_owner' });
      expect(await a.next('lost')).toEqual({ type: 'lost', message: expect.stringContaining('lease') });
      b.tell({ type: 'take' });
      expect(await b.next('taken', 'refused')).toEqual({ type: 'taken', epoch: 2 });
      // It is back, as another node than before.
      await expect
        .poll(async () => {
          a.tell({ type: 'take' });
          return a.next('taken', 'refused');
        })
        .toEqual(refusedBy('not_owner', 'is open on node "b '));
    },
  );

  test.runIf(isLong)(
    '[LG25] [X32] one that is cut off from the server gives its sessions up before anybody can take them',
    async () => {
      const { schema, start } = await startNodes();
      const route = await openRoute(serverUrl);
      const a = await start('a', route.url);
      const b = await start('b');
      a.tell({ type: 'create' });
      await a.next('created');
      route.silence('all');
      await a.next('lost');
      const { until, now } = await leaseOf(schema, 'a');
      expect(now).toBeLessThan(until);
      b.tell({ type: 'take' });
      expect(await b.next('taken', 'refused')).toEqual(refusedBy('not_owner', 'is open on node "a '));
      route.cut();
      await expect.poll(() => answerOf(b), { timeout: 30_000 }).toBe('taken');
    },
  );

  test('[LG25] [X31] a node at the address of an earlier one takes its place at once, and the earlier one is fenced off', async () => {
    const schema = newSchema();
    const url = 'http://127.0.0.1:1/acp';
    const before = await opened(schema, { node: { name: 'before', url } });
    const other = await opened(schema, { node: { name: 'other', url: 'http://127.0.0.1:2/acp' } });
    await before.create({ sessionId: 's', cwd: '/project', at: 0 });
    await expect(other.ownership?.take('s')).rejects.toMatchObject({ failure: 'not_owner' });
    await opened(schema, { node: { name: 'after', url } });
    expect(await other.ownership?.ownerOf('s')).toBe(undefined);
    expect(await other.ownership?.take('s')).toMatchObject({ epoch: 2 });
    const late = before.append('s', [chunk('late')], { expected: 0, at: 1 });
    await expect(late).rejects.toMatchObject({ failure: 'not_owner' });
  });

  test('[LG25] [X32] a node that has lost its lease takes its sessions again at once, and others wait for the end of that lease', async () => {
    const schema = newSchema();
    const url = 'http://127.0.0.1:1/acp';
    const here = await opened(schema, { node: { name: 'here', url, lease } });
    const there = await opened(schema, { node: { name: 'there', url: 'http://127.0.0.1:2/acp' } });
    await here.create({ sessionId: 's', cwd: '/project', at: 0 });
    const before = here.ownership?.node;
    const lost = here.ownership?.owned('s')?.lost;
    const until = async (when: string) => {
      const sql = `UPDATE ${schema}.nodes SET until = now() + interval '${when}' WHERE node = $1`;
      await (await connected()).query(sql, [before]);
    };
    await until('-1 s');
    await expect.poll(() => lost?.aborted).toBe(true);
    await until('1 hour');
    await expect.poll(() => here.ownership?.node).not.toBe(before);
    // The agent that it had there may be ending still.
    await expect(there.ownership?.take('s')).rejects.toMatchObject({ failure: 'not_owner' });
    expect(await there.ownership?.ownerOf('s')).toMatchObject({ node: before, url, isHere: false });
    expect(await here.ownership?.ownerOf('s')).toMatchObject({ node: before, isHere: true });
    expect(await here.ownership?.take('s')).toMatchObject({ epoch: 2 });
    expect(await there.ownership?.ownerOf('s')).toMatchObject({ node: here.ownership?.node, epoch: 2 });
    // Whoever ends keeps nothing.
    await here.close();
    expect(await there.ownership?.take('s')).toMatchObject({ epoch: 3 });
  });

  test('[LG27] a node that opens a session again which it owns has not lost it, though the earlier opening is told that it ends', async () => {
    const { ownership } = await openedWithSession();
    const losses: (string | undefined)[] = [];
    ownership?.onLost?.((sessionId) => losses.push(sessionId));
    const earlier = ownership?.owned('s');
    // As a session does whose words can no longer be stored.
    earlier?.lost.addEventListener('abort', () => ownership?.giveUp?.('s', earlier));
    const later = await ownership?.take('s');
    expect([earlier?.lost.aborted, later?.lost.aborted, losses]).toEqual([true, false, []]);
    expect(ownership?.owned('s')).toBe(later);
    // The later one ends for everybody.
    ownership?.giveUp?.('s', later);
    expect([later?.lost.aborted, losses]).toEqual([true, ['s']]);
  });

  test('[LG26] [X38] a session is opened only where its files are', async () => {
    const schema = newSchema();
    const here = await opened(schema, { node: { name: 'here', place: 'disk 1' } });
    const there = await opened(schema, { node: { name: 'there', labels: ['disk 2'] } });
    const same = await opened(schema, { node: { name: 'same', labels: ['disk 1'], url: 'http://same' } });
    await here.create({ sessionId: 's', cwd: '/project', at: 0 });
    expect(await there.ownership?.ownerOf('s')).toEqual({
      node: here.ownership?.node,
      key: here.ownership?.key,
      epoch: 1,
      isHere: false,
    });
    await here.ownership?.release('s');
    const refused = there.ownership?.take('s');
    await expect(refused).rejects.toMatchObject({
      failure: 'wrong_place',
      message: expect.stringContaining('"disk 1". Connect to one of them.'),
    });
    await expect(there.ownership?.take('none')).rejects.toMatchObject({ failure: 'unknown_session' });
    expect(await there.ownership?.ownerOf('s')).toBe(undefined);
    expect(await same.ownership?.take('s')).toMatchObject({ epoch: 2 });
    const owner = { node: same.ownership?.node, url: 'http://same', key: same.ownership?.key, epoch: 2 };
    expect(same.ownership?.key).toMatch(/^[\w-]{43}$/);
    expect(await there.ownership?.ownerOf('s')).toEqual({ ...owner, isHere: false });
    expect(await same.ownership?.ownerOf('s')).toEqual({ ...owner, isHere: true });
    await same.close();
    expect(await there.ownership?.ownerOf('s')).toBe(undefined);
  });

  test.runIf(isLong)(
    '[LG24] [X31] the log of a session is unbroken while nodes that write to it are killed, suspended and cut off',
    async () => {
      const { schema, start, nodes } = await startNodes('first');
      await nodes[0]?.end();
      const route = await openRoute(serverUrl);
      const writers = await Promise.all([start('a'), start('b', route.url), start('c')]);
      for (const writer of writers) writer.tell({ type: 'write' });
      const log = await opened(schema);
      const grows = async (by: number) => {
        const before = (await log.find('s'))?.position ?? 0;
        await expect
          .poll(async () => (await log.find('s'))?.position, { timeout: 30_000 })
          .toBeGreaterThan(before + by);
      };
      await grows(10);
      const owner = async () => {
        const [row] = (await (await connected()).query(`SELECT owner FROM ${schema}.sessions`)).rows;
        return writers['abc'.indexOf(String(row?.owner)[0] ?? '')];
      };
      const suspended = await owner();
      suspended?.signal('SIGSTOP');
      await grows(10);
      suspended?.signal('SIGCONT');
      route.silence('all');
      await grows(10);
      (await owner())?.signal('SIGKILL');
      await grows(10);
      const positions: number[] = [];
      const texts = new Set<string>();
      for await (const batch of log.read('s')) {
        for (const { position, event } of batch) {
          positions.push(position);
          texts.add(JSON.stringify(event));
        }
      }
      expect(positions).toEqual(positions.map((_, index) => index));
      expect(texts.size).toBe(positions.length);
      // Everything that was acknowledged is there, once.
      const acknowledged = writers.flatMap((writer) => writer.all('appended').map(({ next }) => next));
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect(Math.max(...acknowledged)).toBeLessThanOrEqual(((await log.find('s'))?.position ?? 0) + 1);
      route.cut();
    },
  );
});

/** Until when a node has its lease and what time it is, both by the server's clock, in milliseconds. */
async function leaseOf(schema: string, name: string): Promise<{ readonly until: number; readonly now: number }> {
  const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;
  const sql = `SELECT ${milliseconds('until')} AS until, ${milliseconds('clock_timestamp()')} AS now FROM ${schema}.nodes
    WHERE node LIKE '${name} %' ORDER BY 1 LIMIT 1`;
  return (await (await connected()).query(sql)).rows[0];
}

async function answerOf(node: Awaited<ReturnType<typeof startProcess>>): Promise<'taken' | 'refused'> {
  node.tell({ type: 'take' });
  return (await node.next('taken', 'refused')).type;
}
