import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteLog, type SqliteLog } from './sqlite-log.ts';
import { entriesOf } from './test-support/folded.ts';
import { engines, scratchFile } from './test-support/scratch.ts';

const prompt = (text: string): LogEvent => ({ type: 'prompt_sent', prompt: [{ type: 'text', text }] });

const filesOf = (path: string) =>
  readdirSync(dirname(path)).map((name) => [name, readFileSync(join(dirname(path), name))]);

describe.each(engines)('a log by %s', (engine) => {
  const toRead = async (path: string) => {
    const log = await openSqliteLog(path, { engine, access: 'read' });
    onTestFinished(() => log.close());
    return log;
  };

  async function writer(): Promise<{ readonly path: string; readonly log: SqliteLog }> {
    const path = scratchFile();
    const log = await openSqliteLog(path, { engine });
    onTestFinished(() => log.close());
    await log.create({ sessionId: 's', cwd: '/project', at: 0 });
    await log.append('s', [prompt('in the file')], { expected: 0, at: 0 });
    await log.scrubbed();
    await log.append('s', [prompt('in the write-ahead log')], { expected: 1, at: 0 });
    return { path, log };
  }

  /** The files as a process that was killed leaves them. */
  function leftBehind(path: string, ...ends: readonly string[]): string {
    const copy = scratchFile();
    for (const end of ends) copyFileSync(path + end, copy + end);
    return copy;
  }

  /** Runs something while nothing in the folder can be written. */
  async function withoutWriting<T>(path: string, work: () => Promise<T>): Promise<T> {
    const folder = dirname(path);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    chmodSync(folder, 0o555);
    // Root may write everywhere.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      return await work();
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o755);
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    }
  }

  const eventsIn = async (log: SqliteLog) => (await entriesOf(log, 's')).map(({ event }) => event);
  const both = [prompt('in the file'), prompt('in the write-ahead log')];

  test('a file in a folder that cannot be written is read whole, and nothing is left beside it', async () => {
    const { path, log } = await writer();
    await log.close();
    const before = filesOf(path);
    await withoutWriting(path, async () => {
      const reading = await toRead(path);
      expect(await eventsIn(reading)).toEqual(both);
      expect((await reading.list()).sessions.map(({ sessionId }) => sessionId)).toEqual(['s']);
      await reading.close();
    });
    // Nor where it could be written.
    const reading = await toRead(path);
    expect(await eventsIn(reading)).toEqual(both);
    await reading.close();
    expect(filesOf(path)).toEqual(before);
  });

  test('a write-ahead log that was left behind is read, or is said to be what cannot be read', async () => {
    const { path } = await writer();
    const whole = leftBehind(path, '', '-wal', '-shm');
    const before = filesOf(whole);
    await withoutWriting(whole, async () => {
      const reading = await toRead(whole);
      expect(await eventsIn(reading)).toEqual(both);
      await reading.close();
    });
    expect(filesOf(whole)).toEqual(before);
    const copied = leftBehind(path, '', '-wal');
    await withoutWriting(copied, () =>
      expect(toRead(copied)).rejects.toMatchObject({
        failure: 'read_only',
        message: expect.stringContaining('Copy both files to a folder of your own and read them there.'),
      }),
    );
    expect(await eventsIn(await toRead(copied))).toEqual(both);
  });

  test('every writing call on a log that is open to be read is refused, and the file stays as it is', async () => {
    const { path, log } = await writer();
    await log.close();
    const before = filesOf(path);
    const reading = await toRead(path);
    const calls = [
      reading.create({ sessionId: 'new', cwd: '/project', at: 0 }),
      reading.append('s', [prompt('more')], { expected: 2, at: 0 }),
      reading.delete('s'),
      reading.compact('s'),
      reading.redact('s', { type: 'agent', messageId: 'm' }, 0),
      reading.scrubbed(),
    ];
    const message = `The session log ${path} was opened to be read only.`;
    for (const call of calls) await expect(call).rejects.toMatchObject({ failure: 'read_only', message });
    await reading.close();
    expect(filesOf(path)).toEqual(before);
  });

  test('a writer is read and followed while it runs, and one that comes later is noticed', async () => {
    const { path, log } = await writer();
    const reading = await toRead(path);
    const followed = reading.follow('s', 2, new AbortController().signal)[Symbol.asyncIterator]();
    const next = followed.next();
    await log.append('s', [prompt('more')], { expected: 2, at: 0 });
    expect((await next).value.map(({ event }: { event: LogEvent }) => event)).toEqual([prompt('more')]);
    await reading.close();
    await log.close();
    // What a reader leaves beside a file does not keep the next one from reading.
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    const alone = await toRead(path);
    const following = alone.follow('s', 3, new AbortController().signal)[Symbol.asyncIterator]().next();
    const noticed = expect(following).rejects.toMatchObject({ failure: 'locked' });
    const later = await openSqliteLog(path, { engine });
    onTestFinished(() => later.close());
    await later.append('s', [prompt('last')], { expected: 3, at: 0 });
    await noticed;
    await expect(eventsIn(alone)).rejects.toMatchObject({ failure: 'locked' });
    expect(await eventsIn(await toRead(path))).toEqual([...both, prompt('more'), prompt('last')]);
  });

  test('a log that is not there, or cannot be read, is said, and none is made', async () => {
    const path = scratchFile();
    await expect(toRead(path)).rejects.toMatchObject({
      failure: 'unavailable',
      message: `There is no session log ${path}.`,
    });
    expect(filesOf(path)).toEqual([]);
    writeFileSync(path, '');
    await withoutWriting(path, async () => {
      await expect(toRead(path)).rejects.toMatchObject({
        failure: 'read_only',
        message: expect.stringContaining('empty'),
      });
    });
    // Root may read everything.
    if (process.getuid?.() === 0) return;
    chmodSync(path, 0);
    const message = `The session log ${path} may not be read.`;
    await expect(toRead(path)).rejects.toMatchObject({ failure: 'unavailable', message });
  });
});
