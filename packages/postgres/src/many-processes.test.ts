import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundledProgram } from '../../../test/support/bundled-program.ts';
import { chunk } from './test-support/log-order.ts';
import { openRoute } from './test-support/lossy-route.ts';
import { connected, newSchema, opened, server, serverUrl } from './test-support/running-server.ts';
import { startProcess } from './test-support/started-process.ts';

let program = '';
beforeAll(async () => {
  program = await bundledProgram(new URL('./test-support/log-process.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

/** A log with session `s`, and the name of its schema. */
async function newLog() {
  const schema = newSchema();
  const log = await opened(schema);
  await log.create({ sessionId: 's', cwd: '/project', at: 0 });
  return { schema, log };
}

/** The server's URL for a process whose connections are known by a name. */
function urlFor(name: string): string {
  const url = new URL(serverUrl);
  url.searchParams.set('application_name', name);
  return url.href;
}

/** Ends the connections of a process that a condition chooses, once there is one. */
async function terminate(client: pg.Client, name: string, condition: string): Promise<void> {
  const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND ${condition}`;
  await expect.poll(async () => (await client.query(sql, [name])).rows.length).toBeGreaterThan(0);
}

describe.skipIf(server === undefined)('processes that share a server', () => {
  test('of two that append at one position one wins, and the other is told where the session goes on', async () => {
    const { schema, log } = await newLog();
    const processes = await Promise.all(['left', 'right'].map((name) => startProcess(program, urlFor(name), schema)));
    const winners: string[] = [];
    for (let expected = 0; expected < 60; expected++) {
      for (const [index, each] of processes.entries()) each.tell({ type: 'append', expected, text: `${index}` });
      const answers = await Promise.all(processes.map((each) => each.next('appended', 'refused')));
      const winner = answers.findIndex(({ type }) => type === 'appended');
      expect(answers[winner]).toEqual({ type: 'appended', next: expected + 1 });
      expect(answers[1 - winner]).toEqual({ type: 'refused', failure: 'conflict', position: expected + 1 });
      winners.push(`${winner}`);
    }
    const stored: unknown[] = [];
    for await (const batch of log.read('s')) stored.push(...batch.map(({ position, event }) => [position, event]));
    expect(stored).toEqual(winners.map((winner, position) => [position, chunk(winner)]));
  });

  test('a follower in another process sees every append, and is told of it rather than looking by itself', async () => {
    const { schema, log } = await newLog();
    const follower = await startProcess(program, serverUrl, schema);
    await log.append('s', [chunk('0')], { expected: 0, at: 0 });
    follower.tell({ type: 'follow', from: 0 });
    expect(await follower.next('seen')).toEqual({ type: 'seen', position: 0, event: chunk('0') });
    const waits: number[] = [];
    for (let position = 1; position <= 60; position++) {
      const start = performance.now();
      void log.append('s', [chunk(`${position}`)], { expected: position, at: 0 });
      expect(await follower.next('seen')).toEqual({ type: 'seen', position, event: chunk(`${position}`) });
      waits.push(performance.now() - start);
    }
    // One that looks by itself does so once a second, so that each of them would take twice as long; the benchmark of the log has the figure.
    expect(Math.min(...waits)).toBeLessThan(500);
  });

  test('an append whose connection is ended is made once, and the loss is reported where it happened', async () => {
    const { schema, log } = await newLog();
    const client = await connected();
    const [hit, spared] = await Promise.all(
      ['hit', 'spared'].map((name) => startProcess(program, urlFor(`${schema} ${name}`), schema)),
    );
    await client.query(`BEGIN; SELECT 1 FROM ${schema}.sessions FOR UPDATE`);
    hit?.tell({ type: 'append', expected: 0, text: 'hit' });
    await terminate(client, `${schema} hit`, "wait_event_type = 'Lock'");
    expect(await hit?.next('reported')).toEqual({ type: 'reported', failure: 'unavailable' });
    await client.query('COMMIT');
    expect(await hit?.next('appended', 'refused')).toEqual({ type: 'appended', next: 1 });
    spared?.tell({ type: 'append', expected: 1, text: 'spared' });
    expect(await spared?.next('appended', 'refused')).toEqual({ type: 'appended', next: 2 });
    expect(spared?.reported()).toEqual([]);
    expect((await log.find('s'))?.position).toBe(2);
  });

  test('a follower whose connection for notifications is ended misses nothing', async () => {
    const { schema, log } = await newLog();
    const client = await connected();
    const follower = await startProcess(program, urlFor(schema), schema);
    follower.tell({ type: 'follow', from: 0 });
    await terminate(client, schema, "query LIKE 'LISTEN%'");
    expect(await follower.next('reported')).toEqual({ type: 'reported', failure: 'unavailable' });
    for (let position = 0; position < 20; position++) {
      await log.append('s', [chunk(`${position}`)], { expected: position, at: 0 });
    }
    for (let position = 0; position < 20; position++) {
      expect(await follower.next('seen')).toEqual({ type: 'seen', position, event: chunk(`${position}`) });
    }
  });

  test('a process that is cut off tries again within bounds, reports it and then says so', async () => {
    const { schema, log } = await newLog();
    const route = await openRoute(serverUrl);
    const process = await startProcess(program, route.url, schema, { retryFor: 400 });
    process.tell({ type: 'append', expected: 0, text: 'before' });
    expect(await process.next('appended', 'refused')).toEqual({ type: 'appended', next: 1 });
    route.cut();
    process.tell({ type: 'append', expected: 1, text: 'after' });
    expect(await process.next('appended', 'refused')).toEqual({ type: 'refused', failure: 'unavailable' });
    // How often it tried depends on the machine.
    expect(process.reported().filter((failure) => failure !== 'unavailable')).toEqual([]);
    expect((await log.find('s'))?.position).toBe(1);
  });
});
