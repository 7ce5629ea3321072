import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { Rows } from './rows.ts';
import { tablesIn } from './schema.ts';
import { connected, newSchema, opened, server } from './test-support/running-server.ts';

const cwd = '/project';

describe.skipIf(server === undefined)('whom sessions belong to', () => {
  test('[LG31] tables of the version before are opened with what they hold, also while a process of that version uses them', async () => {
    const schema = newSchema();
    const first = await opened(schema);
    for (const at of [1, 2]) await first.create({ sessionId: `s${at}`, cwd, at });
    await first.close();
    const client = await connected();
    const { sessions } = tablesIn(schema);
    await client.query(`ALTER TABLE ${sessions} DROP COLUMN principal_key;
      UPDATE ${pg.escapeIdentifier(schema)}.version SET version = 4`);
    const log = await opened(schema);
    await log.create({ sessionId: 'new', cwd, at: 4, principal: 'ada' });
    // As the version before creates a session.
    const facts = JSON.stringify({ sessionId: 's3', cwd, additionalDirectories: [], createdAt: 3 });
    await client.query(
      `INSERT INTO ${sessions} (id_key, cwd_key, created, facts, owner, owner_epoch, place)
       VALUES (sha256('s3'), sha256('/project'), 3, $1, NULL, 0, NULL)`,
      [facts],
    );
    const ids = async (options: { readonly principal?: string; readonly cwd?: string }) =>
      (await log.list(options)).sessions.map(({ sessionId }) => sessionId);
    for (const within of [{}, { cwd }]) {
      expect(await ids(within)).toEqual(['new', 's3', 's2', 's1']);
      expect(await ids({ ...within, principal: 'ada' })).toEqual(['new', 's3', 's2', 's1']);
      expect(await ids({ ...within, principal: 'bob' })).toEqual(['s3', 's2', 's1']);
    }
    const ownerOf = async (sessionId: string) => (await log.find(sessionId))?.record.principal;
    expect([await ownerOf('new'), await ownerOf('s1')]).toEqual(['ada', undefined]);
  });

  test.each([
    [undefined, 'i % 500', 3],
    [cwd, 'i % 500', 3],
    // The sessions of the principal are many, and all older than those of others.
    [undefined, 'i / 10001 * i + 1', 1_000],
    [cwd, 'i / 10001 * i + 1', 1_000],
  ])(
    '[LG31] a list for a principal reads no more than a few pages, in directory %s, where session i belongs to %s, and one in %i to nobody',
    async (within, whose, nobody) => {
      const schema = newSchema();
      await opened(schema);
      const client = await connected();
      const tables = tablesIn(schema);
      const owner = `CASE WHEN i % ${nobody} = 0 THEN '' ELSE sha256(convert_to((${whose})::text, 'UTF8')) END`;
      await client.query(`INSERT INTO ${tables.sessions} (id_key, cwd_key, principal_key, created, facts)
        SELECT sha256(convert_to(i::text, 'UTF8')), sha256('/project'), ${owner}, i, '' FROM generate_series(1, 20000) i`);
      await client.query(`ANALYZE ${tables.sessions}`);
      let asked: readonly [string, unknown[]] = ['', []];
      const connection = {
        query: async (sql: string, values: unknown[]) => {
          asked = [sql, values];
          return { rows: [] };
        },
      };
      const question = { cwd: within, principal: '1', after: { createdAt: 19_990, number: 19_990 }, limit: 50 };
      await new Rows(tables, connection as never).list(question);
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${asked[0]}`, asked[1]);
      const counted = [...JSON.stringify(rows).matchAll(/"(?:Actual Rows|Rows Removed by [^"]*)":(\d+)/g)];
      const read = counted.reduce((sum, [, count]) => sum + Number(count), 0);
      expect(read).toBeGreaterThan(49);
      expect(read).toBeLessThan(1_000);
    },
  );
});
