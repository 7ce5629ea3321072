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
      const deleted = drain(log.follow('b', 0, new AbortController().signal));
      const ended = drain(log.follow('c', 0, new AbortController().signal));
      await log.append('a', [turnEnd], { expected: 0, at: 1 });
      abort.abort(reason);
      const thrown = aborted.then(String, (error: unknown) => error === reason);
      expectEqual(await woken(thrown, 'its signal aborted', patience), true);
      await log.delete('b');
      expectEqual(await woken(deleted, 'the session was deleted', patience), 0);
      await log.close();
      expectEqual(await woken(ended, 'the log was closed', patience), 0);
    },
  },
];

async function drain(batches: AsyncIterable<readonly LogEntry[]>): Promise<number> {
  let count = 0;
  for await (const batch of batches) count += batch.length;
  return count;
}
