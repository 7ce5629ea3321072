import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEntry, LogError, LogEvent } from '@emend/acp/log';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSqliteLog, type SqliteLog, type SqliteLogOptions } from './sqlite-log.ts';
import { entriesOf } from './test-support/folded.ts';
import { engines, scratchFolder } from './test-support/scratch.ts';
import { smallDisk } from './test-support/small-disk.ts';

const secret = 'nobody may read this ';
const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

const chunk = (messageId: string, text: string): LogEvent => ({
  type: 'update',
  update: { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } },
});

const cleared: LogEvent = {
  type: 'update',
  update: { sessionUpdate: 'agent_message', messageId: 'm', content: null },
};

/** Appends to a log, and knows what was acknowledged. */
class Writer {
  log: SqliteLog;
  readonly acknowledged = new Map<string, LogEvent[]>();

  constructor(log: SqliteLog) {
    this.log = log;
  }

  async append(sessionId: string, events: readonly LogEvent[], history: 'keep' | 'erase' = 'keep'): Promise<void> {
    const known = this.acknowledged.get(sessionId) ?? [];
    if (known.length === 0) await this.log.create({ sessionId, cwd: '/project', at: 0 });
    await this.log.append(sessionId, events, { expected: known.length, at: 1, history });
    this.acknowledged.set(sessionId, [...known, ...events]);
  }

  /** Appends to two sessions in turn, small entries and larger ones, until the disk is full. */
  async fill(bytes: number): Promise<LogError> {
    for (let step = 0; ; step++) {
      const length = step % 3 === 0 ? bytes : bytes / 20;
      try {
        await this.append('kept', [chunk(`k${step}`, 'words '.repeat(length / 6))]);
        await this.append('other', [chunk('m', secret.repeat(length / secret.length)), cleared]);
      } catch (error) {
        return error as LogError;
      }
    }
  }

  async expectKept(): Promise<void> {
    const found = await entriesOf(this.log, 'kept');
    expect(found.map(({ event }) => event)).toEqual(this.acknowledged.get('kept'));
  }
}

const standsIn = (folder: string, text: string) =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));

const erasures: Record<string, (writer: Writer) => Promise<void>> = {
  'a deleted session': ({ log }) => log.delete('other'),
  'a redacted message': ({ log }) => log.redact('other', { type: 'agent', messageId: 'm' }, 2),
  'a cleared message': (writer) => writer.append('other', [cleared], 'erase'),
};

describe.each(engines)('a log by %s', (engine) => {
  async function opened(folder: string, options: SqliteLogOptions = {}): Promise<SqliteLog> {
    const log = await openSqliteLog(join(folder, 'sessions.db'), { engine, ...options });
    onTestFinished(() => log.close());
    return log;
  }

  async function eraseWhenFull(folder: string, options: SqliteLogOptions, name: string, bytes: number): Promise<void> {
    const writer = new Writer(await opened(folder, options));
    await writer.append('kept', [chunk('k', 'first')]);
    expect((await writer.fill(bytes)).failure).toBe('full');
    const before = writer.acknowledged.get('kept')?.length ?? 0;
    expect(before).toBeGreaterThan(3);
    await erasures[name]?.(writer);
    await writer.log.scrubbed();
    expect(standsIn(folder, secret)).toEqual([]);
    await writer.expectKept();
    // The space is given back soon, and then taken by what had to be refused.
    const next = chunk('k', 'words '.repeat(bytes / 6));
    const append = () =>
      writer.append('kept', [next]).then(
        () => 'stored',
        ({ failure }: LogError) => failure,
      );
    for (let times = 0; times < 3; times++) await expect.poll(append).toBe('stored');
    await writer.expectKept();
    await writer.log.close();
    expect(standsIn(folder, secret)).toEqual([]);
    writer.log = await opened(folder, options);
    await writer.expectKept();
    // It is full again one day, and still erases.
    await writer.fill(bytes);
    await writer.expectKept();
    await writer.log.delete('kept');
    expect(await writer.log.find('kept')).toBe(undefined);
    await writer.log.close();
  }

  test.each(Object.keys(erasures))('%s leaves a disk that is full, and there is room again', async (name) => {
    await eraseWhenFull(scratchFolder(), { maxBytes: 400 * kilobyte }, name, 20 * kilobyte);
  });

  test.for(Object.keys(erasures))('%s leaves a small disk that is really full', async (name, context) => {
    await eraseWhenFull(smallDisk(megabyte, context), {}, name, 20 * kilobyte);
  });

  test('a large session leaves a full disk that has no room to write the rest anew', async (context) => {
    const folder = smallDisk(30 * megabyte, context);
    const reported: string[] = [];
    const log = await opened(folder, { report: ({ failure }) => void reported.push(failure) });
    const positions = { kept: 0, other: 0 };
    for (const sessionId of ['kept', 'other']) await log.create({ sessionId, cwd: '/project', at: 0 });
    const append = async (sessionId: 'kept' | 'other', text: string) => {
      const events = Array.from({ length: 100 }, (_, index) => chunk(`m${index}`, `${text} ${index} `.repeat(120)));
      positions[sessionId] = await log.append(sessionId, events, { expected: positions[sessionId], at: 1 });
    };
    const fill = async () => {
      while (true) {
        await append('other', secret);
        for (let times = 0; times < 8; times++) await append('kept', 'other words');
      }
    };
    await expect(fill()).rejects.toMatchObject({ failure: 'full' });
    const before = await entriesOf(log, 'kept');
    expect(before.length).toBe(positions.kept);
    await log.delete('other');
    await log.scrubbed();
    expect(standsIn(folder, secret)).toEqual([]);
    await expect.poll(() => reported).toEqual(['full']);
    for (let times = 0; times < 5; times++) await append('kept', 'at last');
    expect((await entriesOf(log, 'kept')).slice(0, before.length)).toEqual(before);
    // Rows were moved, and may have left copies where they were: nobody is told that what is erased now is gone.
    const clearing: LogEvent = {
      type: 'update',
      update: { sessionUpdate: 'agent_message', messageId: 'm0', content: null },
    };
    await log.append('kept', [clearing], { expected: positions.kept, at: 2 });
    await expect(log.scrubbed()).rejects.toMatchObject({ failure: 'full' });
    expect(reported).toEqual(['full']);
    const left = await entriesOf(log, 'kept');
    await log.close();
    const again = await opened(folder);
    expect(await entriesOf(again, 'kept')).toEqual(left);
    const isOther = ({ event }: LogEntry) => !JSON.stringify(event).includes('"m0"');
    expect(left.filter(isOther).slice(0, before.filter(isOther).length)).toEqual(before.filter(isOther));
  });

  test('a disk that others have filled lets a store be opened and a session be deleted', async (context) => {
    const folder = smallDisk(2 * megabyte, context);
    const writer = new Writer(await opened(folder));
    await writer.append('kept', [chunk('k', 'first')]);
    await writer.append('other', [chunk('m', secret.repeat(1000))]);
    await writer.log.close();
    const foreign = join(folder, 'foreign');
    expect(() => writeFileSync(foreign, Buffer.alloc(3 * megabyte))).toThrow('ENOSPC');
    writer.log = await opened(folder);
    await writer.log.delete('other');
    await writer.log.scrubbed();
    expect(standsIn(folder, secret)).toEqual([]);
    rmSync(foreign);
    await writer.append('kept', [chunk('k', 'second')]);
    await writer.expectKept();
    expect(statSync(join(folder, 'sessions.db-reserve')).mode & 0o777).toBe(0o600);
  });
});
