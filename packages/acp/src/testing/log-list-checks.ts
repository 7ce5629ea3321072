import type { LogEvent } from '../log/event.ts';
import { cursorAfter } from '../log/store/listing.ts';
import { expectEqual } from './expect-equal.ts';
import { type LogCheck, longName, onLog, prompt, refused, session } from './log-sessions.ts';

const info = (fields: object): LogEvent => ({
  type: 'update',
  update: { sessionUpdate: 'session_info_update', ...fields },
});

/** Checks of listing. */
export const listChecks: readonly LogCheck[] = [
  {
    rules: ['LG7'],
    name: 'sessions are listed newest first, by working directory',
    check: onLog(async (log) => {
      expectEqual(await log.list({ cwd: '/project' }), { sessions: [] });
      await log.create(session('a', 10));
      await log.create(session('c', 30, '/other'));
      await log.create(session('b', 20));
      await log.create(session('d', 20));
      await log.append('a', [prompt('used again')], { expected: 0, at: 99 });
      const ids = async (cwd?: string) =>
        (await log.list(cwd === undefined ? {} : { cwd })).sessions.map(({ sessionId }) => sessionId);
      expectEqual(await ids(), ['c', 'd', 'b', 'a']);
      expectEqual(await ids('/project'), ['d', 'b', 'a']);
      expectEqual(await ids('/proj'), []);
    }),
  },
  {
    rules: ['LG7'],
    name: 'a working directory is the same with a slash at its end, and is told as it was given',
    check: onLog(async (log) => {
      await log.create(session('a', 1, '/p/one/'));
      await log.create(session('b', 2, '/p/one'));
      await log.create(session('c', 3, '/p/one more'));
      const told = async (options: object) => (await log.list(options)).sessions.map(({ cwd }) => cwd);
      expectEqual(await told({ cwd: '/p/one' }), ['/p/one', '/p/one/']);
      expectEqual(await told({ cwd: '/p/one/' }), ['/p/one', '/p/one/']);
      const { nextCursor = '' } = await log.list({ cwd: '/p/one', limit: 1 });
      expectEqual(await told({ cwd: '/p/one/', cursor: nextCursor }), ['/p/one/']);
    }),
  },
  {
    rules: ['LG4', 'LG7'],
    name: 'no working directory is too odd or too long to be listed by',
    check: onLog(async (log) => {
      const long = `/${longName(9_000)}`;
      const folders = ['/\ud800', '/\ud801', '/\ufffd', '/a\0', '/a', long, `${long}x`];
      for (const [index, cwd] of folders.entries()) await log.create(session(`${index}`, index, cwd));
      for (const [index, cwd] of folders.entries()) {
        const { sessions } = await log.list({ cwd });
        expectEqual(
          sessions.map((each) => [each.sessionId, each.cwd]),
          [[`${index}`, cwd]],
        );
      }
    }),
  },
  {
    rules: ['LG7'],
    name: 'pages are bounded, and stay right while sessions are added, used and deleted',
    check: onLog(async (log) => {
      for (let index = 0; index < 25; index++) await log.create(session(`s${index}`, 100 + (index >> 1)));
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 10; page++) {
        const found = await log.list({ limit: 4, cwd: '/project', ...(cursor === undefined ? {} : { cursor }) });
        if (found.sessions.length > 4) throw new Error('a page is longer than was asked for');
        seen.push(...found.sessions.map(({ sessionId }) => sessionId));
        cursor = found.nextCursor;
        if (cursor === undefined) break;
        await log.create(session(`new${page}`, 1_000 + page));
        if (page < 2) await log.append(`s${page}`, [prompt('used')], { expected: 0, at: 2_000 });
        await log.delete(seen.at(-1) ?? '');
      }
      expectEqual(
        seen,
        Array.from({ length: 25 }, (_, index) => `s${24 - index}`),
      );
    }),
  },
  {
    rules: ['LG7'],
    name: 'a cursor that this list did not give is refused',
    check: onLog(async (log) => {
      await log.create(session('a', 1));
      await log.create(session('b', 2));
      const { nextCursor = '' } = await log.list({ limit: 1, cwd: '/project' });
      for (const cursor of [
        '',
        'x',
        '!',
        'null',
        btoa('[]'),
        btoa('[2,1,1,0]'),
        `${nextCursor}x`,
        nextCursor.slice(1),
      ]) {
        await refused(log.list({ cursor, cwd: '/project' }), 'invalid_cursor');
      }
      // An invalid cursor that looks like a position in the same list.
      for (const number of [0.5, 1e300, -1e300, Number.MAX_SAFE_INTEGER + 1, Number.NaN]) {
        for (const position of [
          { createdAt: number, number: 1 },
          { createdAt: 1, number },
        ]) {
          await refused(
            log.list({ cursor: cursorAfter(position, { cwd: '/project', principal: undefined }), cwd: '/project' }),
            'invalid_cursor',
          );
        }
      }
      await refused(log.list({ cursor: nextCursor }), 'invalid_cursor');
      await refused(log.list({ cursor: nextCursor, cwd: '/other' }), 'invalid_cursor');
      const rest = await log.list({ cursor: nextCursor, cwd: '/project' });
      expectEqual(
        rest.sessions.map(({ sessionId }) => sessionId),
        ['a'],
      );
    }),
  },
  {
    rules: ['LG31'],
    name: 'a list for a principal has its sessions and those that belong to nobody, in full pages that stay right',
    check: onLog(async (log) => {
      const owners = ['ada', undefined, 'bob', 'bob', 'ada\0', longName(9_000)];
      for (let index = 0; index < 60; index++) {
        const principal = owners[index % owners.length];
        const cwd = index % 4 < 2 ? '/project' : '/other';
        await log.create({
          ...session(`s${index}`, 100 + (index >> 1), cwd),
          ...(principal !== undefined && { principal }),
        });
      }
      const expected = (cwd: string | undefined, ...shown: readonly (string | undefined)[]) =>
        Array.from({ length: 60 }, (_, index) => 59 - index)
          .filter((index) => cwd === undefined || index % 4 < 2 === (cwd === '/project'))
          .filter((index) => shown.includes(owners[index % owners.length]))
          .map((index) => `s${index}`);
      const listed = async (options: { readonly cwd?: string; readonly principal?: string }) => {
        const pages: string[][] = [];
        for (let cursor: string | undefined; pages.length < 60; ) {
          const page = await log.list({ ...options, limit: 3, ...(cursor !== undefined && { cursor }) });
          pages.push(page.sessions.map(({ sessionId }) => sessionId));
          cursor = page.nextCursor;
          if (cursor === undefined) break;
          // What comes later is on no page.
          await log.create({ ...session(`later ${pages.length}`, 1_000), principal: 'ada' });
          await log.delete(`later ${pages.length}`);
        }
        if (pages.slice(0, -1).some(({ length }) => length !== 3))
          throw new Error('a page is not full, and not the last');
        return pages.flat();
      };
      for (const cwd of [undefined, '/project', '/other']) {
        const within = cwd === undefined ? {} : { cwd };
        for (const principal of ['ada', 'bob', 'ada\0', longName(9_000)])
          expectEqual(await listed({ ...within, principal }), expected(cwd, principal, undefined));
        expectEqual(await listed({ ...within, principal: 'nobody else' }), expected(cwd, undefined));
        expectEqual(await listed(within), expected(cwd, ...owners));
      }
    }),
  },
  {
    rules: ['LG31'],
    name: 'whom a session belongs to is kept, and a cursor is good for one principal',
    check: onLog(async (log) => {
      await log.create({ ...session('a', 1), principal: 'ada' });
      await log.create({ ...session('b', 2), principal: 'ada' });
      await log.create({ ...session('c', 0), principal: '' });
      await log.append('a', [info({ title: 'T' }), { type: 'opened', additionalDirectories: [] }], {
        expected: 0,
        at: 5,
      });
      const ownerOf = async (sessionId: string) => (await log.find(sessionId))?.record.principal;
      expectEqual([await ownerOf('a'), await ownerOf('b'), await ownerOf('c')], ['ada', 'ada', '']);
      const { sessions, nextCursor = '' } = await log.list({ principal: 'ada', limit: 1 });
      expectEqual(
        sessions.map(({ sessionId, principal }) => [sessionId, principal]),
        [['b', 'ada']],
      );
      for (const options of [{}, { principal: 'bob' }, { principal: '' }, { cwd: '/project', principal: 'ada' }])
        await refused(log.list({ ...options, cursor: nextCursor }), 'invalid_cursor');
      const rest = await log.list({ principal: 'ada', cursor: nextCursor });
      expectEqual(
        rest.sessions.map(({ sessionId, title }) => [sessionId, title]),
        [['a', 'T']],
      );
    }),
  },
  {
    rules: ['LG8'],
    name: 'the listing has the title and the time of the last session_info_update, and the directories of the last opening',
    check: onLog(async (log) => {
      await log.create({ ...session('s', 1_000), additionalDirectories: ['/one'] });
      const told = async () => (await log.list()).sessions[0];
      const base = { sessionId: 's', cwd: '/project', additionalDirectories: ['/one'], createdAt: 1_000 };
      expectEqual(sorted(await told()), sorted({ ...base, updatedAt: '1970-01-01T00:00:01.000Z' }));
      await log.append('s', [info({ title: 'First' }), prompt('a')], { expected: 0, at: 2_000 });
      expectEqual(sorted(await told()), sorted({ ...base, title: 'First', updatedAt: '1970-01-01T00:00:02.000Z' }));
      const opened: LogEvent = { type: 'opened', additionalDirectories: ['/two', '/three'] };
      await log.append('s', [info({ updatedAt: '2026-01-01T00:00:00Z', title: 'Zweiter 🙂' }), opened], {
        expected: 2,
        at: 3_000,
      });
      const later = { ...base, additionalDirectories: ['/two', '/three'], updatedAt: '2026-01-01T00:00:00Z' };
      expectEqual(sorted(await told()), sorted({ ...later, title: 'Zweiter 🙂' }));
      await log.append('s', [info({ title: null })], { expected: 4, at: 4_000 });
      expectEqual(sorted(await told()), sorted(later));
      expectEqual(sorted((await log.find('s'))?.record), sorted(later));
      expectEqual((await log.find('s'))?.position, 5);
    }),
  },
];

/** Entries by key, so that the order of keys does not matter. */
function sorted(record: object | undefined): unknown {
  return Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}
