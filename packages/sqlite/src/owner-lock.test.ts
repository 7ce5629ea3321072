import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { LogError } from '@emend/acp/log';
import { StoreLog } from '@emend/acp/log/store';
import { expect, onTestFinished, test, vi } from 'vitest';
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
  const others = [
    new Error('owned'),
    new LogError('corrupt', 'It is damaged.'),
    new LogError('locked', 'It is locked.'),
  ];
  expect([refused, ...others].map(isOwned)).toEqual([true, false, false, false]);
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

test.each(engines)('with %s, the lock is for those alone who may write the log', async (engine) => {
  const isRoot = process.geteuid?.() === 0;
  const facts = (file: string) => {
    const { mode, uid } = statSync(file);
    return { mode: mode & 0o777, uid };
  };
  const [own, shared] = [scratchFile(), scratchFile()];
  writeFileSync(shared, '');
  chmodSync(shared, 0o660);
  if (isRoot) chownSync(shared, 65_534, 65_534);
  for (const path of [own, shared]) {
    await (await openSqliteLog(path, { engine, isOwner: true })).close();
    expect(facts(`${path}-owner`)).toEqual(facts(path));
  }
  expect(facts(shared)).toEqual({ mode: 0o660, uid: isRoot ? 65_534 : process.geteuid?.() });
});

test.each(engines)('with %s, a lock that cannot be used is named, and not the log', async (engine) => {
  const path = scratchFile();
  writeFileSync(`${path}-owner`, 'x'.repeat(5000));
  await expect(openSqliteLog(path, { engine, isOwner: true })).rejects.toMatchObject({
    message: `The session log ${path}-owner is not an SQLite database. Move it away, or name another place.`,
  });
  await (await openSqliteLog(path, { engine })).close();
});

test('a log that fails when it is closed has no owner either', async () => {
  const path = scratchFile();
  const log = await openSqliteLog(path, { isOwner: true });
  const closing = vi.spyOn(StoreLog.prototype, 'close').mockRejectedValueOnce(new Error('no room'));
  await expect(log.close()).rejects.toThrow('no room');
  closing.mockRestore();
  onTestFinished(() => log.close());
  await (await openSqliteLog(path, { isOwner: true })).close();
});
