import { expectEqual } from './expect-equal.ts';
import { chunk, eventsOf, type LogCheck, message, onLog, onSession, prompt, refused, session } from './log-sessions.ts';

/** Checks of deleting. */
export const deletionChecks: readonly LogCheck[] = [
  {
    rules: ['LG9'],
    name: 'deleting takes everything, and an unknown session is no error',
    check: onSession(async (log) => {
      await log.append('s', [prompt('a')], { expected: 0, at: 1 });
      await log.delete('s');
      await log.delete('s');
      await log.delete('never');
      await refused(eventsOf(log, 's'), 'unknown_session');
      expectEqual(await log.list(), { sessions: [] });
      await log.create(session('s', 2));
      expectEqual(await eventsOf(log, 's'), []);
    }),
  },
  {
    rules: ['LG9'],
    name: 'who is reading a session when it is deleted gets nothing of a new one with the same id',
    check: onLog(async (log) => {
      const many = (text: string) => Array.from({ length: 5_000 }, () => chunk('m', text));
      await log.create(session('s'));
      await log.append('s', many('old'), { expected: 0, at: 1 });
      const reading = log.read('s')[Symbol.asyncIterator]();
      await reading.next();
      await log.delete('s');
      await log.create(session('s'));
      await log.append('s', many('new'), { expected: 0, at: 1 });
      expectEqual(await reading.next(), { done: true });
    }),
  },
  {
    rules: ['LG4', 'LG9'],
    name: 'a session that is created after another was deleted shares nothing with those that stayed',
    check: onLog(async (log) => {
      for (const id of ['a', 'b']) await log.create(session(id));
      await log.append('b', [prompt('to b')], { expected: 0, at: 1 });
      await log.delete('a');
      await log.create(session('c'));
      expectEqual(await eventsOf(log, 'c'), []);
      await log.append('c', [prompt('to c')], { expected: 0, at: 1 });
      await log.append('b', [chunk('m', 'more')], { expected: 1, at: 1 });
      expectEqual(await eventsOf(log, 'b'), [prompt('to b'), chunk('m', 'more')]);
      expectEqual(await eventsOf(log, 'c'), [prompt('to c')]);
    }),
  },
  {
    rules: ['LG9', 'LG11'],
    name: 'what is replaced in a new session with the id of a deleted one is erased',
    check: onSession(async (log) => {
      await log.append('s', [prompt('a'), chunk('m', 'b'), message('m', ['c'])], { expected: 0, at: 1 });
      await log.delete('s');
      await log.create(session('s'));
      await log.append('s', [chunk('m', 'secret'), prompt('a'), prompt('b')], { expected: 0, at: 1 });
      await log.append('s', [message('m', ['public'])], { expected: 3, at: 2 });
      expectEqual(JSON.stringify(await eventsOf(log, 's')).includes('secret'), false);
    }),
  },
];

/** A check of deleting in another process, for logs whose store can be opened more than once. */
export const sharedDeletionCheck: LogCheck = {
  rules: ['LG9', 'LG11'],
  name: 'what is replaced in a session that another handle has deleted and created again is erased',
  async check(make) {
    const { log, open } = await make();
    if (open === undefined) throw new Error('this check needs a store that can be opened twice');
    const other = await open();
    await log.create(session('s'));
    await log.append('s', [prompt('a'), prompt('b'), prompt('c')], { expected: 0, at: 1 });
    await other.delete('s');
    await other.create(session('s'));
    await other.append('s', [chunk('m', 'secret'), prompt('b'), prompt('c')], { expected: 0, at: 1 });
    await log.append('s', [message('m', ['public'])], { expected: 3, at: 2 });
    expectEqual(JSON.stringify(await eventsOf(log, 's')).includes('secret'), false);
    await Promise.all([log.close(), other.close()]);
  },
};
