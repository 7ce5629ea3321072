import { MemoryLog, type SessionLog } from '@emend/acp/log';
import { expect, onTestFinished, test } from 'vitest';
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
import { openSqliteLog } from './sqlite-log.ts';
import { scratchFile } from './test-support/scratch.ts';

const logs: Readonly<Record<string, () => Promise<SessionLog>>> = {
  memory: async () => new MemoryLog(),
  SQLite: async () => {
    const path = scratchFile();
    const before = await openSqliteLog(path);
    await storeEarlier(before, 's');
    await before.close();
    return openSqliteLog(path);
  },
};

test.each(Object.entries(logs))(
  '[LG23] [X48] a session of an earlier release in %s is read, shared and gone on with, and what is added is known to the reader of then but for who did it',
  async (_, open) => {
    const log = await open();
    onTestFinished(() => log.close());
    if (log instanceof MemoryLog) await storeEarlier(log, 's');
    expect((await entriesIn(log, 's')).map(({ event }) => event)).toEqual(earlierEvents);
    expect(await goOnWith(log, 's')).toEqual(goneOn);
    const entries = await entriesIn(log, 's');
    expect(newMembersIn(entries)).toEqual(['permission_answered.by', 'prompt_sent.by']);
    expect(stateOf(asReadThen(entries))).toEqual(stateOf(entries));
  },
);
