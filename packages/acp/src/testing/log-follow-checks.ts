import type { LogEntry } from '../log/event.ts';
import { expectEqual } from './expect-equal.ts';
import { chunk, type LogCheck, onSession, prompt, session, turnEnd, woken } from './log-sessions.ts';

/** Checks of following. */
export const followChecks: readonly LogCheck[] = [
  {
    rules: ['LG5'],
    name: 'a follower sees what was there and what comes, each once and in order',
    check: onSession(async (log, patience) => {
      await log.append('s', [prompt('a'), chunk('m', '0')], { expected: 0, at: 1 });
      const seen: LogEntry[] = [];
      const following = (async () => {
        for await (const batch of log.follow('s', 1, new AbortController().signal)) {
          seen.push(...batch);
          if (seen.length >= 101) return;
        }
      })();
      for (let index = 1; index <= 100; index++) {
        const appended = log.append('s', [chunk('m', `${index}`)], { expected: index + 1, at: index });
        if (index % 7 === 0) await appended;
      }
      await woken(following, 'events were appended', patience);
      expectEqual(
        seen.map(({ position, event }) => [position, event]),
        Array.from({ length: 101 }, (_, index) => [index + 1, chunk('m', `${index}`)]),
      );
    }),
  },
  {
    rules: ['LG5'],
    name: 'following ends with the reason of the signal, with the session, and with the log',
    async check(make) {
      const { log, patience } = await make();
      await log.create(session('a'));
      await log.create(session('b'));
      await log.create(session('c'));
      const reason = new Error('enough');
      const abort = new AbortController();
      const aborted = drain(log.follow('a', 0, abort.signal));
      for (const sessionId of ['a', 'b', 'c']) await log.append(sessionId, [turnEnd], { expected: 0, at: 1 });
      const deleted = await afterFirst(log.follow('b', 0, new AbortController().signal));
      const ended = await afterFirst(log.follow('c', 0, new AbortController().signal));
      abort.abort(reason);
      const thrown = aborted.then(String, (error: unknown) => error === reason);
      expectEqual(await woken(thrown, 'its signal aborted', patience), true);
      await log.delete('b');
      expectEqual(await woken(deleted.rest, 'the session was deleted', patience), 0);
      await log.close();
      expectEqual(await woken(ended.rest, 'the log was closed', patience), 0);
    },
  },
];

/** Waits until a follower has its first batch, so that nothing overtakes its start; gives how many entries follow. */
async function afterFirst(batches: AsyncIterable<readonly LogEntry[]>): Promise<{ readonly rest: Promise<number> }> {
  const iterator = batches[Symbol.asyncIterator]();
  await iterator.next();
  return { rest: drain({ [Symbol.asyncIterator]: () => iterator }) };
}

async function drain(batches: AsyncIterable<readonly LogEntry[]>): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += batch.length;
  return count;
}
