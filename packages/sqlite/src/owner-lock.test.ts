import { expect, onTestFinished, test } from 'vitest';
import { isOwned } from './owner-lock.ts';
import { openSqliteLog } from './sqlite-log.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

test.each(engines)('with %s, a log has one owner at a time, and others that say nothing', async (engine) => {
  const path = scratchFile();
  const open = async (isOwner: boolean) => {
    const log = await openSqliteLog(path, { engine, isOwner });
    onTestFinished(() => log.close());
    return log;
  };
  const owner = await open(true);
  const refused: unknown = await open(true).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    failure: 'locked',
    message: `The session log ${path} is owned by another process.`,
  });
  expect([isOwned(refused), isOwned(new Error('owned'))]).toEqual([true, false]);
  const guest = await open(false);
  await guest.create({ sessionId: 's', cwd: '/project', at: 0 });
  expect(await owner.find('s')).toMatchObject({ position: 0, record: { sessionId: 's' } });
  await owner.close();
  await (await open(true)).close();
  // Closing twice gives nothing back that another one has by then.
  const next = await open(true);
  await owner.close();
  await expect(open(true)).rejects.toSatisfy(isOwned);
  await next.close();
});
