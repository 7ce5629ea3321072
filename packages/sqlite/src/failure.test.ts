import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LogError, type LogEvent, type SessionLog } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from './engine.ts';
import { Rows } from './rows.ts';
import { openSqliteLog, type SqliteLogOptions } from './sqlite-log.ts';
import { entriesOf } from './test-support/folded.ts';
import { engines, scratchFile, scratchFolder } from './test-support/scratch.ts';

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });

async function refusal(call: Promise<unknown>): Promise<LogError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof LogError) return error;
  throw new Error(`expected a LogError, found ${error}`);
}

async function textsOf(log: SessionLog): Promise<unknown[]> {
  return (await entriesOf(log, 's')).map(({ event }) => event);
}

describe.each(engines)('a log by %s', (engine) => {
  const open = (path: string, options: SqliteLogOptions = {}) => openSqliteLog(path, { engine, ...options });

  async function logWith(path: string, options: SqliteLogOptions = {}) {
    const log = await open(path, options);
    onTestFinished(() => log.close());
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', [prompt('kept')], { expected: 0, at: 0 });
    return log;
  }

  function foreign(path: string): Database {
    const { database } = openDatabase(path, engine);
    onTestFinished(() => void database.close());
    return database;
  }

  test('a file that another process writes to is said to be locked, and the append can be made again', async () => {
    const path = scratchFile();
    const log = await logWith(path, { busyTimeout: 20 });
    const other = foreign(path);
    other.exec('BEGIN IMMEDIATE');
    const error = await refusal(log.append('s', [prompt('late')], { expected: 1, at: 1 }));
    expect([error.failure, error.message]).toEqual(['locked', expect.stringContaining(path)]);
    expect(await textsOf(log)).toEqual([prompt('kept')]);
    other.exec('COMMIT');
    expect(await log.append('s', [prompt('late')], { expected: 1, at: 1 })).toBe(2);
  });

  test('an append waits for another process without holding up anything else, and so does closing', async () => {
    const path = scratchFile();
    // Waits for as long as the test needs: SQLite itself would hold the event loop, and the lock would never be given back.
    const log = await logWith(path, { busyTimeout: 60_000 });
    const other = foreign(path);
    other.exec('BEGIN IMMEDIATE');
    const appended = log.append('s', [prompt('late')], { expected: 1, at: 1 });
    const alsoAppended = log.append('s', [prompt('later')], { expected: 2, at: 1 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await textsOf(log)).toEqual([prompt('kept')]);
    const closed = log.close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    other.exec('COMMIT');
    expect(await Promise.all([appended, alsoAppended, closed])).toEqual([2, 3, undefined]);
    const again = await open(path);
    onTestFinished(() => again.close());
    expect(await textsOf(again)).toEqual([prompt('kept'), prompt('late'), prompt('later')]);
  });

  test('a full disk refuses what does not fit, keeps what was acknowledged, and goes on when there is room', async () => {
    const path = scratchFile();
    const log = await logWith(path, { maxBytes: 200_000 });
    const large = prompt('x'.repeat(30_000));
    let stored = 1;
    let error: LogError | undefined;
    while (error === undefined) {
      try {
        stored = await log.append('s', [large], { expected: stored, at: 1 });
      } catch (thrown) {
        error = thrown as LogError;
      }
    }
    expect([error.failure, stored]).toEqual(['full', expect.any(Number)]);
    // Changes that are made durable together fail by the same name, though SQLite then rolls all of them back by itself.
    const many = Array.from({ length: 40 }, (_, index) =>
      log.append('s', [large], { expected: stored + index, at: 1 }),
    );
    expect((await Promise.all(many.map(refusal))).map(({ failure }) => failure)).toEqual(Array(40).fill('full'));
    expect(await textsOf(log)).toEqual([prompt('kept'), ...Array(stored - 1).fill(large)]);
    expect(await log.append('s', [prompt('small')], { expected: stored, at: 1 })).toBe(stored + 1);
    await log.close();
    const again = await open(path);
    expect(await again.append('s', [large], { expected: stored + 1, at: 1 })).toBe(stored + 2);
    await again.close();
  });

  test('a file that is no database, or somebody else\u2019s, is refused and left alone', async () => {
    const path = scratchFile();
    writeFileSync(path, 'This is a letter, not a database, and it is long enough to be looked at. '.repeat(100));
    const before = readFileSync(path);
    const letter = await refusal(open(path));
    expect([letter.failure, letter.message]).toEqual([
      'corrupt',
      `The session log ${path} is not an SQLite database. Move it away, or name another place.`,
    ]);
    expect(readFileSync(path)).toEqual(before);
    const other = scratchFile();
    foreign(other).exec('CREATE TABLE letters (text TEXT)');
    const error = await refusal(open(other));
    expect([error.failure, error.message]).toEqual([
      'corrupt',
      `${other} is an SQLite database, but not a session log. Move it away, or name another place.`,
    ]);
    // Whoever only reads has no use for the place.
    expect((await refusal(open(other, { access: 'read' }))).message).toMatch(/not a session log\.$/);
  });

  test('a file that is damaged says what to do when it is opened', async () => {
    const path = scratchFile();
    await (await logWith(path)).close();
    writeFileSync(path, Buffer.alloc(4096, 0xff), { flag: 'r+', flush: true });
    const pages = new Uint8Array(readFileSync(path)).slice(0, 100);
    expect(pages.every((byte) => byte === 0xff)).toBe(true);
    const error = await refusal(open(path));
    expect([error.failure, error.message]).toEqual([
      'corrupt',
      expect.stringMatching(/\. Move it away, or name another place\.$/),
    ]);
  });

  test.each([
    ['a byte that no text has', [0xff], 'words'],
    ['the rest of a character', [0x80], 'words'],
    ['the beginning of a character', [0xe2, 0x82], 'words'],
    ['half of a pair', [0xed, 0xa0, 0x80], 'words'],
    ['the end of a line', [0x0a], 'words'],
    ['a byte that no text has, in a large entry', [0xff], 'words '.repeat(20_000)],
  ])('an entry whose text is damaged is said to be corrupt: %s', async (_, damage, words) => {
    const path = scratchFile();
    const log = await logWith(path);
    await log.append('s', [prompt(`Damaged ${words}`), prompt('after')], { expected: 1, at: 1 });
    await log.close();
    const bytes = readFileSync(path);
    bytes.set(damage, bytes.indexOf('Damaged'));
    writeFileSync(path, bytes);
    const again = await open(path);
    onTestFinished(() => again.close());
    const error = await refusal(entriesOf(again, 's'));
    expect([error.failure, error.message]).toEqual(['corrupt', 'Entry 1 of session "s" is damaged.']);
    expect((await refusal(again.compact('s'))).failure).toBe('corrupt');
    expect((await entriesOf(again, 's', 2)).map(({ event }) => event)).toEqual([prompt('after')]);
  });

  test('an entry of a file with fractions of a millisecond in its times is read as it was written', async () => {
    const path = scratchFile();
    await (await logWith(path)).close();
    const at = 1_763_253_052_123.4568;
    const { database } = openDatabase(path, engine);
    const rows = new Rows(database, engine, path);
    const session = rows.lock('s') as NonNullable<ReturnType<Rows['lock']>>;
    rows.append(session, [{ position: 1, at, text: JSON.stringify(prompt('exact')) }], session.facts);
    rows.finish();
    database.close();
    const log = await open(path);
    onTestFinished(() => log.close());
    expect((await entriesOf(log, 's', 1)).map((entry) => [entry.at, entry.event])).toEqual([[at, prompt('exact')]]);
  });

  test('a new file and those beside it are for their owner alone, and a file that is there keeps its mode', async () => {
    const modesOf = (path: string) => ['', '-wal', '-shm'].map((end) => statSync(path + end).mode & 0o777);
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const path = scratchFile();
    await logWith(path);
    expect(modesOf(path)).toEqual([0o600, 0o600, 0o600]);
    const shared = scratchFile();
    writeFileSync(shared, '', { mode: 0o660 });
    await logWith(shared);
    expect(modesOf(shared)).toEqual([0o660, 0o660, 0o660]);
  });

  test('large entries are read like others', async () => {
    const log = await logWith(scratchFile());
    const events = ['é'.repeat(80_000), 'small', '\u2028 €'.repeat(40_000)].map(prompt);
    await log.append('s', events, { expected: 1, at: 1 });
    expect(await textsOf(log)).toEqual([prompt('kept'), ...events]);
  });

  test('a file whose upkeep fails says so to who waits for it', async () => {
    const path = scratchFile();
    const log = await logWith(path);
    const opening = (folder: string): LogEvent => ({ type: 'opened', additionalDirectories: [folder] });
    await log.append('s', [opening('/a/long/folder')], { expected: 1, at: 1 });
    await log.scrubbed();
    foreign(path).exec('DROP TABLE upkeep');
    await log.append('s', [opening('/short')], { expected: 2, at: 2 });
    expect((await refusal(log.scrubbed())).failure).toBe('corrupt');
  });

  test('a file that is damaged under its followers fails them, and not the process', async () => {
    const path = scratchFile();
    const log = await logWith(path);
    await log.scrubbed();
    const other = foreign(path);
    other.exec('UPDATE upkeep SET dead_bytes = 1; PRAGMA wal_checkpoint(TRUNCATE)');
    const follow = async () => {
      for await (const _ of log.follow('s', 0, new AbortController().signal));
    };
    const followers = [follow(), follow()].map(refusal);
    await new Promise((resolve) => setImmediate(resolve));
    // The first page is read again because another connection has written.
    writeFileSync(path, Buffer.alloc(4096, 'noise'), { flag: 'r+' });
    other.exec('UPDATE upkeep SET dead_bytes = 0');
    expect((await Promise.all(followers)).map(({ failure }) => failure)).toEqual(['corrupt', 'corrupt']);
    expect((await refusal(follow())).failure).toBe('corrupt');
  });

  test('a listener for failures of the upkeep that throws ends nothing', async () => {
    const path = scratchFile();
    let reports = 0;
    const report = () => {
      reports += 1;
      throw new Error('from the listener');
    };
    const log = await logWith(path, { report });
    await log.scrubbed();
    foreign(path).exec('ALTER TABLE upkeep RENAME TO kept');
    await log.append('s', [{ type: 'opened', additionalDirectories: [] }], { expected: 1, at: 1 });
    expect((await refusal(log.scrubbed())).failure).toBe('corrupt');
    foreign(path).exec('ALTER TABLE kept RENAME TO upkeep');
    // It is tried again all the same.
    await log.scrubbed();
    expect(reports).toBe(1);
  });

  test('a file of a newer version is refused with both versions', async () => {
    const path = scratchFile();
    await (await open(path)).close();
    foreign(path).exec('PRAGMA user_version = 99');
    const error = await refusal(open(path));
    expect([error.failure, error.message]).toEqual(['newer_version', expect.stringMatching(/version 99.*knows 2/)]);
  });

  test('a path that is a folder is said to be one', async () => {
    const path = scratchFolder();
    for (const access of ['write', 'read'] as const) {
      const { failure, message } = await refusal(open(path, { access }));
      expect([failure, message]).toEqual([
        'unavailable',
        `The session log ${path} is a folder; give the name of a file.`,
      ]);
    }
  });

  test('a folder that is not there, or may not be written, is said', async () => {
    const missing = await refusal(open(join(scratchFolder(), 'none/sessions.db')));
    expect([missing.failure, missing.message]).toEqual(['unavailable', expect.stringContaining('does not exist')]);
    const folder = scratchFolder();
    const path = join(folder, 'sessions.db');
    chmodSync(folder, 0o555);
    // Root may write everywhere, so that part of the test runs as nobody.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      for (const isOwner of [false, true]) {
        const { failure, message } = await refusal(open(path, { isOwner }));
        expect([failure, message]).toEqual([
          'read_only',
          `The session log ${path} cannot be opened; it or its folder may not be written.`,
        ]);
      }
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
    }
  });

  test('a file that may not be written, in a folder that may, is refused when it is opened', async () => {
    const path = scratchFile();
    await (await logWith(path)).close();
    chmodSync(path, 0o444);
    chmodSync(dirname(path), 0o777);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      const { failure, message } = await refusal(open(path));
      // libsql does not tell the file from its folder.
      const words = engine === 'libsql' ? 'opened; it or its folder may not be written.' : 'written: ';
      expect([failure, message]).toEqual([
        'read_only',
        expect.stringContaining(`The session log ${path} cannot be ${words}`),
      ]);
      const log = await open(path, { access: 'read' });
      onTestFinished(() => log.close());
      expect(await textsOf(log)).toEqual([prompt('kept')]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });

  test('a file that another process writes to is opened without waiting for it', async () => {
    const path = scratchFile();
    await (await logWith(path)).close();
    const other = foreign(path);
    other.exec('BEGIN IMMEDIATE');
    const log = await open(path, { busyTimeout: 60_000 });
    other.exec('COMMIT');
    expect(await log.append('s', [prompt('late')], { expected: 1, at: 1 })).toBe(2);
    await log.close();
  });

  test('a file that may not be written is refused when it is opened, and can be read again afterwards', async () => {
    const path = scratchFile();
    const log = await logWith(path);
    await log.close();
    chmodSync(path, 0o444);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      expect((await refusal(open(path))).failure).toBe('read_only');
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(path, 0o644);
    }
    const again = await open(path);
    expect(await textsOf(again)).toEqual([prompt('kept')]);
    await again.close();
  });
});

test('an empty name, as of a variable that is not set, is refused', async () => {
  const error = await refusal(openSqliteLog(''));
  expect([error.failure, error.message]).toEqual([
    'unavailable',
    'A session log needs the name of a file, and the one given is empty.',
  ]);
});

test('an engine that this Node lacks is named', async () => {
  if (engines.includes('node:sqlite')) return;
  const error = await refusal(openSqliteLog(scratchFile(), { engine: 'node:sqlite' }));
  expect([error.failure, error.message]).toEqual(['unavailable', expect.stringContaining('Node 22.5')]);
});
