import type { LogEntry, LogEvent } from '../log/event.ts';
import { expectEqual } from './expect-equal.ts';
import { deletionChecks, sharedDeletionCheck } from './log-deletion-checks.ts';
import { erasureChecks } from './log-erasure-checks.ts';
import { followChecks } from './log-follow-checks.ts';
import { listChecks } from './log-list-checks.ts';
import {
  chunk,
  entriesOf,
  eventsOf,
  type LogCheck,
  longName,
  message,
  onLog,
  onSession,
  prompt,
  refused,
  session,
  turnEnd,
  woken,
} from './log-sessions.ts';

const appendChecks: readonly LogCheck[] = [
  {
    rules: ['LG1'],
    name: 'what is appended is read back in order, whole and with its time',
    check: onSession(async (log) => {
      const odd = {
        type: 'update',
        update: { sessionUpdate: '_x', z: 1, a: [null, '\u2028 é 🙂 \u0000'], n: 1e21 },
      } as const;
      expectEqual(await log.append('s', [prompt('a'), odd], { expected: 0, at: 5 }), 2);
      expectEqual(await log.append('s', [turnEnd], { expected: 2, at: 6 }), 3);
      expectEqual(await entriesOf(log, 's'), [
        { position: 0, at: 5, event: prompt('a') },
        { position: 1, at: 5, event: odd },
        { position: 2, at: 6, event: turnEnd },
      ]);
      expectEqual(await eventsOf(log, 's', 2), [turnEnd]);
      expectEqual(await eventsOf(log, 's', 3), []);
    }),
  },
  {
    rules: ['LG3'],
    name: 'appends that nobody waits for keep their order, and the last promise covers them all',
    check: onSession(async (log) => {
      const events = Array.from({ length: 3_000 }, (_, index) => chunk('m', `${index} `));
      let last: Promise<number> | undefined;
      for (const [index, event] of events.entries()) last = log.append('s', [event], { expected: index, at: index });
      expectEqual(await last, 3_000);
      expectEqual(await eventsOf(log, 's'), events);
    }),
  },
  {
    rules: ['LG2'],
    name: 'an append that does not continue at the end is a conflict, and stores nothing',
    check: onSession(async (log) => {
      await log.append('s', [prompt('a'), turnEnd], { expected: 0, at: 1 });
      expectEqual((await refused(log.append('s', [prompt('b')], { expected: 0, at: 1 }), 'conflict')).position, 2);
      expectEqual((await refused(log.append('s', [prompt('c')], { expected: 3, at: 1 }), 'conflict')).position, 2);
      const first = log.append('s', [prompt('d')], { expected: 2, at: 1 });
      const second = log.append('s', [prompt('e')], { expected: 2, at: 1 });
      await refused(second, 'conflict');
      expectEqual(await first, 3);
      expectEqual(await eventsOf(log, 's'), [prompt('a'), turnEnd, prompt('d')]);
    }),
  },
  {
    rules: ['LG2'],
    name: 'once an append of a writer is refused, nothing more of it is stored, also where a position fits by chance',
    check: onSession(async (log) => {
      await log.append('s', [prompt('a')], { expected: 0, at: 1 });
      const writer = {};
      const stale = [0, 1, 2].map((expected) => log.append('s', [chunk('m', 'x')], { expected, at: 1, writer }));
      for (const each of stale) await refused(each, 'conflict');
      await refused(log.append('s', [chunk('m', 'y')], { expected: 1, at: 1, writer }), 'conflict');
      expectEqual(await log.append('s', [turnEnd], { expected: 1, at: 1, writer: {} }), 2);
      expectEqual(await eventsOf(log, 's'), [prompt('a'), turnEnd]);
    }),
  },
  {
    rules: ['LG1'],
    name: 'a time that some store cannot keep exactly is refused by every one, and nothing is stored',
    check: onLog(async (log) => {
      const furthest = 8_640_000_000_000_000;
      await log.create(session('early', -furthest));
      await log.create(session('s', furthest));
      await log.append('s', [chunk('m', 'a'), message('m', ['b'])], { expected: 0, at: furthest, history: 'keep' });
      await log.append('s', [prompt('c')], { expected: 2, at: -furthest });
      const entries = await entriesOf(log, 's');
      for (const at of [0.5, Date.UTC(2026, 0) + 0.25, Number.NaN, Number.POSITIVE_INFINITY, -1e300, furthest + 1]) {
        await refused(log.create(session('t', at)), 'invalid_time');
        const writer = {};
        await refused(log.append('s', [turnEnd], { expected: 3, at, writer }), 'invalid_time');
        await refused(log.append('s', [turnEnd], { expected: 3, at: 1, writer }), 'conflict');
        await refused(log.redact('s', { type: 'agent', messageId: 'm' }, at), 'invalid_time');
      }
      expectEqual(await entriesOf(log, 's'), entries);
      expectEqual(
        entries.map(({ at }) => at),
        [furthest, furthest, -furthest],
      );
      expectEqual(
        (await log.list()).sessions.map(({ sessionId, createdAt, updatedAt }) => [sessionId, createdAt, updatedAt]),
        [
          ['s', furthest, '-271821-04-20T00:00:00.000Z'],
          ['early', -furthest, '-271821-04-20T00:00:00.000Z'],
        ],
      );
    }),
  },
  {
    rules: ['LG4'],
    name: 'sessions do not see each other, and unknown ones are refused',
    check: onLog(async (log) => {
      await log.create(session('a'));
      await log.create(session('b'));
      await refused(log.create(session('a')), 'session_exists');
      await Promise.all([
        log.append('a', [prompt('to a')], { expected: 0, at: 1 }),
        log.append('b', [prompt('to b'), turnEnd], { expected: 0, at: 1 }),
      ]);
      expectEqual(await eventsOf(log, 'a'), [prompt('to a')]);
      expectEqual(await eventsOf(log, 'b'), [prompt('to b'), turnEnd]);
      await refused(log.append('c', [turnEnd], { expected: 0, at: 1 }), 'unknown_session');
      await refused(eventsOf(log, 'c'), 'unknown_session');
      expectEqual(await log.find('c'), undefined);
      // Any string can be asked for as an id.
      for (const odd of ['', 'a\u0000', '\ud800', 'x'.repeat(100_000)]) {
        expectEqual(await log.find(odd), undefined);
        await refused(log.append(odd, [turnEnd], { expected: 0, at: 1 }), 'unknown_session');
        await log.delete(odd);
        expectEqual(await log.list({ cwd: odd }), { sessions: [] });
      }
      expectEqual(await eventsOf(log, 'a'), [prompt('to a')]);
    }),
  },
  {
    rules: ['LG4'],
    name: 'no id is too odd or too long to be kept apart from others',
    check: onLog(async (log) => {
      const long = longName(9_000);
      const ids = [
        '\ud800',
        '\ud801',
        '\ufffd',
        'a\ud800',
        'a\udfff',
        'a\0',
        'a\0b',
        'a',
        long,
        `${long}x`,
        '\u2028',
        '🙂',
      ];
      for (const [index, id] of ids.entries()) {
        await log.create(session(id));
        await log.append(id, [prompt(`${index}`)], { expected: 0, at: 1 });
      }
      for (const [index, id] of ids.entries()) {
        await refused(log.create(session(id)), 'session_exists');
        expectEqual([await eventsOf(log, id), (await log.find(id))?.record.sessionId], [[prompt(`${index}`)], id]);
      }
      await log.delete('\ud800');
      expectEqual(
        (await log.list()).sessions.map(({ sessionId }) => sessionId),
        ids.slice(1).reverse(),
      );
    }),
  },
  {
    rules: ['LG1'],
    name: 'what the caller does to an event afterwards does not change the log',
    check: onSession(async (log) => {
      const own = { type: 'configured', configOptions: [] as unknown[] };
      const appended = log.append('s', [own as unknown as LogEvent], { expected: 0, at: 1 });
      own.configOptions.push(1);
      await appended;
      expectEqual(await eventsOf(log, 's'), [{ type: 'configured', configOptions: [] }]);
    }),
  },
  {
    rules: ['LG6'],
    name: 'after close every call is refused, and what was appended before is kept',
    async check(make) {
      const { log, open } = await make();
      await log.create(session('s'));
      const appended = log.append('s', [prompt('a')], { expected: 0, at: 1 });
      await log.close();
      await log.close();
      expectEqual(await appended, 1);
      await refused(log.append('s', [turnEnd], { expected: 1, at: 1 }), 'closed');
      await refused(log.create(session('t')), 'closed');
      await refused(eventsOf(log, 's'), 'closed');
      await refused(log.find('s'), 'closed');
      await refused(log.list(), 'closed');
      await refused(log.delete('s'), 'closed');
      await refused(log.compact('s'), 'closed');
      await refused(log.redact('s', { type: 'agent', messageId: 'm' }, 1), 'closed');
      if (open === undefined) return;
      const again = await open();
      expectEqual(await eventsOf(again, 's'), [prompt('a')]);
      await again.close();
    },
  },
];

const compactChecks: readonly LogCheck[] = [
  {
    rules: ['LG14', 'LG15'],
    name: 'folding leaves one entry a message of ended turns, and appending goes on at the same position',
    check: onSession(async (log) => {
      const turn = [prompt('a'), chunk('m', 'x'), chunk('m', 'y'), chunk('m', 'z'), turnEnd];
      const open = [prompt('b'), chunk('n', '1'), chunk('n', '2')];
      await log.append('s', [...turn, ...open], { expected: 0, at: 1 });
      await log.compact('s');
      await log.compact('s');
      expectEqual(
        (await entriesOf(log, 's')).map(({ position, event }) => [position, event]),
        [
          [0, prompt('a')],
          [3, message('m', ['x', 'y', 'z'])],
          ...[turnEnd, ...open].map((event, index) => [4 + index, event]),
        ],
      );
      expectEqual((await eventsOf(log, 's', 2)).slice(0, 1), [message('m', ['x', 'y', 'z'])]);
      expectEqual(await log.append('s', [turnEnd], { expected: 8, at: 2 }), 9);
      await log.compact('s');
      expectEqual(await eventsOf(log, 's', 5), [prompt('b'), message('n', ['1', '2']), turnEnd]);
    }),
  },
];

/** The checks that every log must pass, as plain data: run them with any test runner, or without one. */
export const logContract: readonly LogCheck[] = [
  ...appendChecks,
  ...listChecks,
  ...deletionChecks,
  ...followChecks,
  ...erasureChecks,
  ...compactChecks,
];

/** Further checks, for logs whose store can be opened more than once. */
export const sharedLogContract: readonly LogCheck[] = [
  sharedDeletionCheck,
  {
    rules: ['LG2'],
    name: 'two writers of one session: one of them meets a conflict, and nothing is lost or mixed',
    async check(make) {
      const { log, open } = await make();
      const other = await required(open)();
      await log.create(session('s'));
      const outcomes = await Promise.allSettled([
        log.append('s', [prompt('mine'), turnEnd], { expected: 0, at: 1 }),
        other.append('s', [prompt('theirs'), turnEnd], { expected: 0, at: 1 }),
      ]);
      expectEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
      const winner = outcomes[0].status === 'fulfilled' ? 'mine' : 'theirs';
      expectEqual(await eventsOf(log, 's'), [prompt(winner), turnEnd]);
      expectEqual(await eventsOf(other, 's'), [prompt(winner), turnEnd]);
      const [next, late] = winner === 'mine' ? [other, log] : [log, other];
      await next.append('s', [chunk('m', 'on')], { expected: 2, at: 1 });
      expectEqual((await refused(late.append('s', [turnEnd], { expected: 2, at: 1 }), 'conflict')).position, 3);
      await Promise.all([log.close(), other.close()]);
    },
  },
  {
    rules: ['LG5', 'LG11'],
    name: 'a follower sees what another handle appends, and what it replaces there is erased',
    async check(make) {
      const { log, open, patience } = await make();
      const other = await required(open)();
      await log.create(session('s'));
      await log.append('s', [prompt('a'), chunk('m', 'secret')], { expected: 0, at: 1 });
      const following = log.follow('s', 1, new AbortController().signal)[Symbol.asyncIterator]();
      const next = async () => ((await following.next()).value as readonly LogEntry[]).map(({ event }) => event);
      expectEqual(await next(), [chunk('m', 'secret')]);
      const coming = next();
      await other.append('s', [message('m', ['public'])], { expected: 2, at: 9 });
      expectEqual(await woken(coming, 'another handle appended to the session', patience), [message('m', ['public'])]);
      expectEqual(JSON.stringify(await eventsOf(log, 's')).includes('secret'), false);
      await Promise.all([log.close(), other.close()]);
    },
  },
];

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('this check needs a store that can be opened twice');
  return value;
}
