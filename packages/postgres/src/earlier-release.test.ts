import { describe, expect, test } from 'vitest';
import {
  asReadThen,
  earlierEvents,
  entriesIn,
  goneOn,
  goOnWith,
  newMembersIn,
  stateOf,
  storeEarlier,
} from '../../../test/support/earlier-log.ts';
import { connected, newSchema, opened, server } from './test-support/running-server.ts';

describe.skipIf(server === undefined)('sessions of an earlier release in PostgreSQL', () => {
  test('[X48] are read, shared and gone on with by a node, and what is added is known to the reader of then but for who did it', async () => {
    const schema = newSchema();
    await storeEarlier(await opened(schema), 's');
    const sql = `SELECT event FROM ${schema}.entries ORDER BY seq`;
    const stored = (await (await connected()).query(sql)).rows.map(({ event }) => JSON.parse(event));
    expect(stored).toEqual(earlierEvents);

    const log = await opened(schema, { node: { name: 'a' } });
    expect(await goOnWith(log, 's')).toEqual(goneOn);
    const entries = await entriesIn(log, 's');
    expect(newMembersIn(entries)).toEqual(['opened.epoch', 'opened.owner', 'permission_answered.by', 'prompt_sent.by']);
    expect(stateOf(asReadThen(entries))).toEqual(stateOf(entries));
  });
});
